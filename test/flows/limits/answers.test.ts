import { describe, expect, it } from 'vitest'
import { signIn } from '../../../src/core.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import { askForMail, makeMailApp } from '../../support/apps/mail-app.js'
import { login, sessionCookie } from '../../support/apps/app.js'
import { attempt, attemptAll, makeLimitApp, times, type LimitApp } from './limit-app.js'

const rate = { attempts: 1, seconds: 120 }

async function makeHeld(): Promise<LimitApp> {
  const app = makeLimitApp({ limits: { identifier: rate } })
  await attemptAll(app.from('203.0.113.1'), times(2, { username: 'ada', password: 'x' }))
  return app
}

describe('EM5, PW2: an attempt that is held up', () => {
  it('is a page with 429 and Retry-After for a form', async () => {
    const before = Date.now()
    const app = await makeHeld()
    const browser = app.browser()
    const page = await browser.postForm(await browser.fetchPage('/auth/signin'), login)
    const spent = Math.ceil((Date.now() - before) / 1000)
    expect(page.status).toBe(429)
    expect(page.response.headers.get('location')).toBeNull()
    const seconds = Number(page.response.headers.get('retry-after'))
    expect(seconds).toBeGreaterThanOrEqual(120 - spent)
    expect(seconds).toBeLessThanOrEqual(120)
    expect(page.response.headers.get('content-type')).toContain('text/html')
    expect(page.response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.response.headers.get('cache-control')).toContain('no-store')
    expect(page.html).toContain('role="alert"')
    expect(page.html).toMatch(/<h1>Too many/)
    expect(page.html).not.toContain('ada')
    expect(browser.cookie(sessionCookie)).toBeUndefined()
  })

  it('is JSON with 429 and Retry-After for a program', async () => {
    const app = await makeHeld()
    const headers = { 'x-auth-return-redirect': '1' }
    const response = await attempt(app.browser(), login, headers)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    const body = (await response.json()) as { error: string; message: string }
    expect(body.error).toBe('TooManyRequests')
    expect(body.message).toMatch(/\d+ s/)
    expect(body.message).not.toContain('ada')
  })

  it('is an error with its seconds for a call in the process', async () => {
    const app = await makeHeld()
    const call = { providerId: 'credentials', fields: login }
    const { data, cookies } = await signIn(requestFrom(app.browser()), app.config, call)
    expect(data).toMatchObject({
      ok: false,
      error: { type: 'TooManyRequests', retryAfter: expect.any(Number) },
      target: undefined,
    })
    expect(cookies).toEqual([])
  })

  it('is the same for a mail, as a page, as JSON and as a call', async () => {
    const app = makeMailApp({ limits: { mail: rate } })
    await askForMail(app.browser())
    const page = await askForMail(app.browser())
    expect(page.status).toBe(429)
    expect(page.html).toMatch(/<h1>Too many/)
    const browser = app.browser()
    const body = { csrfToken: await browser.csrfToken(), email: 'ada@example.test' }
    const headers = { 'x-auth-return-redirect': '1' }
    const response = await browser.postJson('/auth/signin/mail', body, headers)
    expect(response.status).toBe(429)
    expect(await response.json()).toMatchObject({ error: 'TooManyRequests' })
    const call = { providerId: 'mail', fields: body }
    const { data } = await signIn(requestFrom(browser), app.config, call)
    expect(data).toMatchObject({ ok: false, error: { type: 'TooManyRequests' } })
    expect(app.sent).toHaveLength(1)
  })

  it('has no Retry-After when it is not', async () => {
    const app = makeLimitApp()
    expect((await attempt(app.browser(), login)).headers.has('retry-after')).toBe(false)
  })

  it('is nothing to wake anybody up for', async () => {
    const app = await makeHeld()
    expect(app.codes('error')).toEqual([])
    expect(app.codes('warn')).toEqual([])
  })

  it('is shown when its page is opened again, with its status', async () => {
    const page = await makeLimitApp().browser().fetchPage('/auth/error?error=TooManyRequests')
    expect(page.status).toBe(429)
    expect(page.html).toMatch(/<h1>Too many/)
  })
})
