import { describe, expect, it } from 'vitest'
import { skipCSRFCheck } from '../../src/core.js'
import type { Browser } from '../browser.js'
import { csrfCookie, login, makeApp, sessionCookie } from '../engine/app.js'

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

/** K2, K3, P24: content types that a form of another site can have, or that confuse parsers. */
const contentTypes: readonly (string | undefined)[] = [
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=utf-8',
  'application/x-www-form-urlencoded, text/plain',
  'APPLICATION/X-WWW-FORM-URLENCODED',
  ' application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  'text/plain;charset=UTF-8',
  'application/json',
  'application/json; charset=utf-8',
  'text/plain; application/json',
  '',
  undefined,
]

/** A signed-in browser, and the fields that a form of ours would have. */
async function victim(): Promise<{ browser: Browser; fields: Record<string, string> }> {
  const browser = makeApp().browser()
  await browser.signIn(login)
  return { browser, fields: { ...login, csrfToken: await browser.csrfToken() } }
}

describe.each(posts)('POST %s', (route) => {
  it('N16: answers 403 to another site, even with the token, and sets nothing', async () => {
    const { browser, fields } = await victim()
    const before = browser.cookies
    for (const headers of foreign) {
      const why = JSON.stringify(headers)
      const init = { method: 'POST', headers, body: new URLSearchParams(fields) }
      const response = await browser.send(`/auth/${route}`, init)
      expect(response.status, why).toBe(403)
      expect(response.headers.getSetCookie(), why).toEqual([])
      expect(response.headers.get('access-control-allow-origin'), why).toBeNull()
    }
    expect(browser.cookies).toEqual(before)
    expect(await browser.session()).not.toBeNull()
  })

  it('N16/K2: answers 403 whatever the content type', async () => {
    const { browser, fields } = await victim()
    for (const type of contentTypes) {
      const headers: Record<string, string> = {
        origin: 'https://evil.test',
        'sec-fetch-site': 'cross-site',
      }
      if (type !== undefined) headers['content-type'] = type
      const body = new TextEncoder().encode(new URLSearchParams(fields).toString())
      const response = await browser.send(`/auth/${route}`, { method: 'POST', headers, body })
      expect(response.status, type).toBe(403)
      expect(response.headers.getSetCookie()).toEqual([])
    }
    expect(await browser.session()).not.toBeNull()
  })

  it.each<readonly [string, Record<string, unknown>]>([
    ['no token', {}],
    ['an empty token', { csrfToken: '' }],
    ['a token that is no text', { csrfToken: { length: 43 } }],
    ['a list with the token', { csrfToken: ['x'] }],
    ['a made-up token', { csrfToken: 'A'.repeat(43) }],
  ])('CS1: refuses a form with %s', async (_what, fields) => {
    const { browser } = await victim()
    const before = browser.cookie(sessionCookie)
    const response = await browser.postJson(`/auth/${route}`, { ...login, ...fields })
    if (route === 'session') expect(response.status).toBe(403)
    else expect(response.headers.get('location')).toContain('/auth/signin?error=MissingCSRF')
    expect(browser.cookie(sessionCookie)).toBe(before)
  })

  it('CS1: takes no token from the query', async () => {
    const { browser, fields } = await victim()
    const before = browser.cookie(sessionCookie)
    const { csrfToken, ...rest } = fields
    const response = await browser.postJson(`/auth/${route}?csrfToken=${csrfToken}`, rest)
    if (route === 'session') expect(response.status).toBe(403)
    else expect(response.headers.get('location')).toContain('error=MissingCSRF')
    expect(browser.cookie(sessionCookie)).toBe(before)
  })

  it('refuses a token whose cookie is gone, and one of another browser', async () => {
    const { browser, fields } = await victim()
    const before = browser.cookie(sessionCookie)
    const other = await makeApp().browser().csrfToken()
    const answers = [await browser.postJson(`/auth/${route}`, { ...fields, csrfToken: other })]
    browser.forget(csrfCookie)
    answers.push(await browser.postJson(`/auth/${route}`, fields))
    for (const response of answers) {
      expect([302, 403]).toContain(response.status)
      if (route !== 'session') expect(response.headers.get('location')).toContain('MissingCSRF')
    }
    expect(browser.cookie(sessionCookie)).toBe(before)
  })

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

  it('CS2: refuses a planted pair that was not made with the secret', async () => {
    const { browser } = await victim()
    const token = 'A'.repeat(43)
    browser.plant(csrfCookie, encodeURIComponent(`${token}|${'B'.repeat(43)}`))
    const response = await browser.postJson(`/auth/${route}`, { ...login, csrfToken: token })
    if (route === 'session') expect(response.status).toBe(403)
    else expect(response.headers.get('location')).toContain('MissingCSRF')
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

  it('CS3: never allows another origin to read', async () => {
    const { browser } = await victim()
    for (const route of [...posts, 'csrf', 'providers']) {
      const headers = {
        origin: 'https://evil.test',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      }
      for (const method of ['GET', 'OPTIONS']) {
        const response = await browser.send(`/auth/${route}`, { method, headers })
        const allowed = [...response.headers.keys()].filter((name) =>
          name.startsWith('access-control'),
        )
        expect(allowed).toEqual([])
      }
    }
  })
})
