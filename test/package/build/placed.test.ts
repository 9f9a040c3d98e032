import { afterAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../../../src/testing/attack/target.js'
import type { Browser } from '../../support/browser.js'
import { buildSite, startSite } from './built-site.js'
import { placedFilesOf } from './placed-files.js'

describe.each([
  ['Qwik City', 1],
  ['Qwik 2', 2],
] as const)('an application under /app/ on %s', async (_name, version) => {
  const site = await buildSite(version, placedFilesOf(version))
  const { child, port } = await startSite(site)
  afterAll(() => {
    child.kill()
    site.remove()
  })
  const origin = `http://localhost:${port}`
  const newBrowser = (): Browser => openBrowser({ url: `${origin}/app/auth` })

  it('leads from a guarded page through the built-in one and back', async () => {
    const browser = newBrowser()
    const page = await browser.fetchPage('/app/inner?a=b')
    const callbackUrl = '/app/inner?a=b'
    expect(page.url).toBe(`${origin}/app/auth/signin?${new URLSearchParams({ callbackUrl })}`)
    const landed = await browser.postForm(page, { username: 'Ada' }, { follow: true })
    expect([landed.status, landed.url]).toEqual([200, `${origin}/app/inner?a=b`])
    expect(landed.html).toContain('the inner room')
  })

  it('signs in with its form, and stays on the page of the form', async () => {
    const browser = newBrowser()
    const page = await browser.fetchPage('/app/')
    const fields = { providerId: 'credentials', username: 'Ada' }
    const landed = await browser.postForm(page, fields, { follow: true })
    expect([landed.status, landed.url]).toEqual([200, `${origin}/app/`])
    expect(landed.html).toContain('Ada')
    for (const { path } of browser.cookies) expect(path).toBe('/')
    await browser.signOut()
    expect((await browser.fetchPage('/app/')).html).not.toContain('Ada')
  })

  it("never serves one user's page to another, although pages are cached for all", async () => {
    const browser = newBrowser()
    await browser.signIn({ username: 'Grace' })
    expect((await browser.fetchPage('/app/kept')).html).toContain('Grace')
    const stranger = newBrowser()
    expect((await stranger.fetchPage('/app/kept')).html).toContain('nobody')
  })
})
