import { describe, expect, it } from 'vitest'
import type { Browser } from '../../support/browser.js'
import { login, makeApp } from '../../support/apps/app.js'
import { hostileUrls, hostileValues } from '../../../src/testing/attack/hostile-inputs.js'

const own = 'https://app.test'
const names = ['callbackUrl', 'redirectTo'] as const

/** A URL of this site that breaks no header, and that no browser can take for a relative one. */
function expectOwn(url: string | null | undefined, why?: string): void {
  expect(url, why).toMatch(/^https:\/\/app\.test\/(?!\/)[\x21-\x7e]{0,9000}$/)
  expect(new URL(url ?? '').origin, why).toBe(own)
}

/** A redirect within this site. */
function expectRedirect(response: Response, why?: string): void {
  expect(response.status, why).toBe(302)
  expectOwn(response.headers.get('location'), why)
}

function query(name: string, value: string): string {
  return `?${new URLSearchParams({ [name]: value })}`
}

/** Opens a page whose form carries the destination on, and sends the form. */
async function sendForm(browser: Browser, path: string): Promise<Response> {
  const page = await browser.fetchPage(path)
  expect(page.status).toBe(200)
  expectOwn(page.forms[0]?.hidden['callbackUrl'])
  return (await browser.postForm(page, path.includes('signin') ? login : {})).response
}

type Entry = (browser: Browser, name: string, value: string) => Promise<Response>

const entries: Readonly<Record<string, Entry>> = {
  'the body of a sign-in': async (browser, name, value) =>
    browser.postJson('/auth/callback/credentials', {
      ...login,
      csrfToken: await browser.csrfToken(),
      [name]: value,
    }),
  'the query of a sign-in': async (browser, name, value) =>
    browser.postJson(`/auth/callback/credentials${query(name, value)}`, {
      ...login,
      csrfToken: await browser.csrfToken(),
    }),
  'the query of the sign-in page': async (browser, name, value) =>
    sendForm(browser, `/auth/signin${query(name, value)}`),
  'a sign-in that fails first': async (browser, name, value) => {
    const csrfToken = await browser.csrfToken()
    const fields = { csrfToken, [name]: value }
    const failed = await browser.postJson('/auth/callback/credentials', fields)
    return sendForm(browser, failed.headers.get('location') ?? '')
  },
  'a cookie that an attacker set': async (browser, _name, value) => {
    for (const prefix of ['', '__Secure-', '__Host-']) {
      browser.plant(`${prefix}authjs.callback-url`, encodeURIComponent(value).slice(0, 4000))
    }
    return (await browser.signIn(login)).response
  },
}

describe('N2/R: a destination never leads away from the site', () => {
  const app = makeApp()

  it.each(Object.entries(entries))('N2/R: in %s', async (_where, entry) => {
    for (const [at, url] of hostileUrls.entries()) {
      const name = names[at % 2] ?? 'callbackUrl'
      const response = await entry(app.browser(), name, url.toWellFormed())
      expectRedirect(response, `${name}=${url.slice(0, 80)}`)
    }
  })
})

describe('N4/R: a destination that is no text', () => {
  it.each(hostileValues.map((value) => [JSON.stringify(value), value] as const))(
    '%s leads to the base URL',
    async (_shown, value) => {
      for (const name of names) {
        const browser = makeApp().browser()
        const csrfToken = await browser.csrfToken()
        const fields = { ...login, csrfToken, [name]: value }
        const response = await browser.postJson('/auth/callback/credentials', fields)
        expect([response.status, response.headers.get('location')]).toEqual([302, `${own}/`])
        const failed = await browser.postJson('/auth/callback/credentials', { [name]: value })
        expectRedirect(failed)
      }
    },
  )

  it('that is given several times leads nowhere else', async () => {
    const browser = makeApp().browser()
    const csrfToken = await browser.csrfToken()
    const body = new URLSearchParams([
      ...Object.entries({ ...login, csrfToken }),
      ['callbackUrl', '/a'],
      ['callbackUrl', 'https://evil.test'],
      ['callbackUrl[]', 'https://evil.test'],
      ['callbackUrl.0', 'https://evil.test'],
      ['redirectTo', 'https://evil.test'],
    ])
    const path = '/auth/callback/credentials?callbackUrl=https://evil.test&callbackUrl=/b'
    expectRedirect(await browser.fetch(path, { method: 'POST', body }))
  })
})

describe('with X-Auth-Return-Redirect', () => {
  it('N2/R: the address stays on the site', async () => {
    const app = makeApp()
    for (const callbackUrl of hostileUrls) {
      const browser = app.browser()
      const fields = { ...login, csrfToken: await browser.csrfToken(), callbackUrl }
      const headers = { 'x-auth-return-redirect': '1' }
      const response = await browser.postJson('/auth/callback/credentials', fields, headers)
      const { url } = (await response.json()) as { url: string }
      expect(response.status).toBe(200)
      expectOwn(url, callbackUrl.slice(0, 80))
    }
  })
})

describe('a sign-in page of the application', () => {
  it('N2/R: is told of no destination that leads away', async () => {
    const app = makeApp({ pages: { signIn: '/login', signOut: '/logout' } })
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    for (const callbackUrl of hostileUrls) {
      const fields = { csrfToken, callbackUrl: callbackUrl.toWellFormed() }
      for (const response of [
        await browser.postJson('/auth/callback/credentials', fields),
        await browser.postJson('/auth/signout', { callbackUrl }),
        await browser.fetch(`/auth/signin${query('callbackUrl', fields.callbackUrl)}`),
        await browser.fetch(`/auth/signout${query('redirectTo', fields.callbackUrl)}`),
      ]) {
        const location = new URL(response.headers.get('location') ?? '')
        expect(['/login', '/logout']).toContain(location.pathname)
        expectOwn(location.searchParams.get('callbackUrl'), callbackUrl.slice(0, 80))
      }
    }
  })
})

describe('a redirect callback that lets anything through', () => {
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:x',
    '\u0000',
  ])('B25: cannot lead to %j', async (url) => {
    const app = makeApp({ callbacks: { redirect: () => url } })
    const { response } = await app.browser().signIn(login, '/a')
    expectRedirect(response)
  })
})

describe('B3: an address that only resembles an allowed one', () => {
  it.each([
    'https://app.test.evil.test/x',
    'https://evil.test/app.test',
    'https://app.test@evil.test',
    'https://evilapp.test',
    'https://a.app.test.evil.test',
    'http://app.test',
  ])('is not followed: %s', async (url) => {
    for (const origin of ['https://app.test', ['https://app.test', 'https://b.test']]) {
      const { response } = await makeApp({ origin }).browser().signIn(login, url)
      expectRedirect(response)
    }
  })

  it('is not followed to another allowed origin, either', async () => {
    const app = makeApp({ origin: ['https://app.test', 'https://b.test'] })
    expectRedirect((await app.browser().signIn(login, 'https://b.test/x')).response)
  })
})
