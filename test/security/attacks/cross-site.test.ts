import { describe, expect, it } from 'vitest'
import { skipCSRFCheck } from '../../../src/core.js'
import type { Browser } from '../../support/browser.js'
import { csrfCookie, login, makeApp } from '../../support/apps/app.js'

const own = 'https://app.test'
const posts = ['session', 'signin', 'signin/credentials', 'callback/credentials', 'signout']

type Headers = Readonly<Record<string, string>>

/** What browsers, old and new, say about a request that another site made them send. */
const foreign: readonly Headers[] = [
  { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
  { origin: 'https://evil.test' },
  { origin: 'https://sub.app.test', 'sec-fetch-site': 'same-site' },
  { origin: 'https://app.test.evil.test' },
  { origin: 'http://app.test', 'sec-fetch-site': 'cross-site' },
  { origin: 'http://app.test' },
  { origin: 'https://app.test:8443' },
  { origin: 'https://APP.TEST.evil' },
  { origin: 'null' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { origin: 'null', 'sec-fetch-site': 'same-site' },
  { origin: 'null', 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site, same-origin' },
  { origin: own, 'sec-fetch-site': 'cross-site' },
  { origin: own, 'sec-fetch-site': 'same-site' },
  { origin: '' },
  { origin: 'https://evil.test', referer: 'https://app.test/', host: 'app.test' },
  { origin: 'https://app.test, https://evil.test' },
]

/** A signed-in browser, and the fields that a form of ours would have. */
async function victim(): Promise<{ browser: Browser; fields: Record<string, string> }> {
  const browser = makeApp().browser()
  await browser.signIn(login)
  return { browser, fields: { ...login, csrfToken: await browser.csrfToken() } }
}

describe.each(posts)('POST %s', (route) => {
  it('accepts what the site itself sends, and what a browser says nothing about', async () => {
    const same: readonly Headers[] = [
      { origin: own, 'sec-fetch-site': 'same-origin' },
      { origin: own },
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      {},
    ]
    for (const headers of same) {
      const { browser, fields } = await victim()
      const init = { method: 'POST', headers, body: new URLSearchParams(fields) }
      const response = await browser.send(`/auth/${route}`, init)
      expect([200, 302]).toContain(response.status)
      expect(response.headers.get('location') ?? '').not.toContain('error=')
    }
  })

  it('CS2: refuses a planted pair of cookie and token from another site', async () => {
    const attacker = makeApp().browser()
    const csrfToken = await attacker.csrfToken()
    const { browser } = await victim()
    browser.plant(csrfCookie, attacker.cookie(csrfCookie) ?? '')
    const init = {
      method: 'POST',
      headers: { origin: 'https://evil.test' },
      body: new URLSearchParams({ ...login, csrfToken }),
    }
    expect((await browser.send(`/auth/${route}`, init)).status).toBe(403)
  })

  it('accepts everything with skipCSRFCheck', async () => {
    const browser = makeApp({ skipCSRFCheck }).browser()
    const init = {
      method: 'POST',
      headers: { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams(login),
    }
    const response = await browser.send(`/auth/${route}`, init)
    expect([200, 302]).toContain(response.status)
    expect(response.headers.get('location') ?? '').not.toContain('error=')
  })
})

describe('the CSRF token', () => {
  it('P3: is another one after a sign-in', async () => {
    const browser = makeApp().browser()
    const before = await browser.csrfToken()
    await browser.signIn(login)
    expect(browser.cookie(csrfCookie)).toBeUndefined()
    const after = await browser.csrfToken()
    expect(after).not.toBe(before)
    const response = await browser.postJson('/auth/signout', { csrfToken: before })
    expect(response.headers.get('location')).toContain('MissingCSRF')
    expect(await browser.session()).not.toBeNull()
  })

  it('P3: is another one after a sign-out', async () => {
    const browser = makeApp().browser()
    await browser.signIn(login)
    const before = await browser.csrfToken()
    await browser.signOut()
    expect(await browser.csrfToken()).not.toBe(before)
  })

  it('stays the same after a failed sign-in', async () => {
    const browser = makeApp().browser()
    const before = await browser.csrfToken()
    await browser.signIn({ ...login, password: 'wrong' })
    expect(await browser.csrfToken()).toBe(before)
  })

  it('is bound to the secret', async () => {
    const browser = makeApp().browser()
    const before = await browser.csrfToken()
    const other = makeApp({ secret: 'c0mpletely-different-Secret-of-length' }).browser()
    other.plant(csrfCookie, browser.cookie(csrfCookie) ?? '')
    expect(await other.csrfToken()).not.toBe(before)
  })
})

describe('GET', () => {
  it('CS1: changes nothing, wherever it comes from', async () => {
    const { browser, fields } = await victim()
    const before = browser.cookies
    for (const route of [...posts, 'error', 'verify-request', 'providers', 'csrf']) {
      for (const headers of foreign) {
        await browser.send(`/auth/${route}?${new URLSearchParams(fields)}`, { headers })
      }
    }
    expect(browser.cookies).toEqual(before)
    expect(await browser.session()).not.toBeNull()
  })
})
