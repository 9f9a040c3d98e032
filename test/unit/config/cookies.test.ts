import { describe, expect, it } from 'vitest'
import { Auth, type AuthConfig } from '../../../src/core.js'
import type { CookieOption } from '../../../src/model/options.js'
import { Browser } from '../../support/browser.js'
import { login, makeApp } from '../../support/apps/app.js'

/** Outlives a session: how one signed in. */
const remembered = 'authjs.last-sign-in'

/** The attributes of the cookies that last as long as a session, by name. */
async function cookiesOf(
  config: Partial<AuthConfig>,
  origin?: string,
): Promise<Record<string, string[]>> {
  const app = makeApp(config)
  const lines: string[] = []
  const browser = new Browser(async (request) => {
    const response = await Auth(request, app.config)
    lines.push(...response.headers.getSetCookie())
    return response
  }, origin)
  await browser.signIn(login)
  expect(await browser.session()).not.toBeNull()
  await browser.signOut()
  expect(browser.cookies.map(({ name }) => name)).toEqual([expect.stringContaining(remembered)])
  const set = lines.filter((line) => !line.includes('Max-Age=0') && !line.includes(remembered))
  return Object.fromEntries(
    set.map((line) => {
      const [pair = '', ...attributes] = line.split('; ')
      const fixed = attributes.map((attribute) => attribute.replace(/^Expires=.*/, 'Expires'))
      const name = pair.split('=')[0] ?? ''
      // The cookie of one page has a part of its token in its name.
      return [name.replace(/-token\.[\w-]{8}$/, '-token.<page>'), fixed.toSorted()]
    }),
  )
}

const session = (options: CookieOption): Partial<AuthConfig> => ({
  cookies: { sessionToken: options },
})
const secureSet = ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']
const plainSet = ['HttpOnly', 'Path=/', 'SameSite=Lax']

describe('CK1, CK2: the cookies', () => {
  it('are bound to the host over https', async () => {
    expect(await cookiesOf({})).toEqual({
      '__Host-authjs.csrf-token': secureSet,
      '__Host-authjs.csrf-token.<page>': [...secureSet, 'Max-Age=900'].toSorted(),
      '__Host-authjs.session-token': ['Expires', ...secureSet],
    })
  })

  it('that outlive a session are bound to the host, too, and last a year', async () => {
    const browser = makeApp().browser()
    const { response } = await browser.signIn(login)
    const line = response.headers.getSetCookie().find((one) => one.includes(remembered))
    expect(line).toMatch(
      /^__Host-authjs\.last-sign-in=credentials%7C[\da-f]{32}%7C[\w-]{11}%7C[\w-]{43}; /,
    )
    for (const attribute of [...secureSet, 'Max-Age=31536000']) expect(line).toContain(attribute)
  })

  it('have no prefix over http', async () => {
    expect(await cookiesOf({}, 'http://localhost:3000')).toEqual({
      'authjs.csrf-token': plainSet,
      'authjs.csrf-token.<page>': [...plainSet, 'Max-Age=900'].toSorted(),
      'authjs.session-token': ['Expires', ...plainSet],
    })
  })

  it('can be kept plain over https', async () => {
    expect(Object.keys(await cookiesOf({ useSecureCookies: false }))).toEqual([
      'authjs.csrf-token',
      'authjs.csrf-token.<page>',
      'authjs.session-token',
    ])
  })

  it('can be made secure where a proxy ends https', async () => {
    const app = makeApp({ useSecureCookies: true })
    const response = await Auth(new Request('http://app.test/auth/csrf'), app.config)
    expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-authjs\.csrf-token=.*; Secure/)
  })
})

describe('a cookie that the application changes', () => {
  it('may have another name', async () => {
    const cookies = await cookiesOf(session({ name: 'sid' }))
    expect(cookies['sid']).toEqual(['Expires', ...secureSet])
    expect(cookies['__Host-authjs.session-token']).toBeUndefined()
  })

  it('is deleted with the same attributes', async () => {
    const app = makeApp(session({ name: 'sid', options: { path: '/auth', domain: 'app.test' } }))
    const browser = app.browser()
    await browser.signIn(login)
    const { response } = await browser.signOut()
    expect(response.headers.getSetCookie()).toContainEqual(
      'sid=; Max-Age=0; Domain=app.test; Path=/auth; HttpOnly; Secure; SameSite=Lax',
    )
  })

  it.each<readonly [string, CookieOption['options'], string, readonly string[]]>([
    [
      'a domain',
      { domain: 'app.test' },
      '__Secure-authjs.session-token',
      ['Domain=app.test', ...secureSet],
    ],
    [
      'a path',
      { path: '/auth' },
      '__Secure-authjs.session-token',
      ['HttpOnly', 'Path=/auth', 'SameSite=Lax', 'Secure'],
    ],
    [
      'sameSite strict',
      { sameSite: 'strict' },
      '__Host-authjs.session-token',
      ['HttpOnly', 'Path=/', 'SameSite=Strict', 'Secure'],
    ],
    [
      'sameSite true',
      { sameSite: true },
      '__Host-authjs.session-token',
      ['HttpOnly', 'Path=/', 'SameSite=Strict', 'Secure'],
    ],
    [
      'sameSite none',
      { sameSite: 'none' },
      '__Host-authjs.session-token',
      ['HttpOnly', 'Path=/', 'SameSite=None', 'Secure'],
    ],
    ['secure off', { secure: false }, 'authjs.session-token', plainSet],
    [
      'partitioned',
      { partitioned: true },
      '__Host-authjs.session-token',
      ['HttpOnly', 'Partitioned', 'Path=/', 'SameSite=Lax', 'Secure'],
    ],
    [
      'a priority',
      { priority: 'high' },
      '__Host-authjs.session-token',
      ['HttpOnly', 'Path=/', 'Priority=High', 'SameSite=Lax', 'Secure'],
    ],
    [
      'httpOnly off',
      { httpOnly: false },
      '__Host-authjs.session-token',
      ['Path=/', 'SameSite=Lax', 'Secure'],
    ],
  ])(
    'may have %s, and the strongest prefix that it allows',
    async (_what, options, name, attributes) => {
      const cookies = await cookiesOf(session({ options }))
      expect(cookies[name]).toEqual(['Expires', ...attributes].toSorted())
    },
  )

  it('leaves the others as they are', async () => {
    const cookies = await cookiesOf(session({ name: 'sid' }))
    expect(cookies['__Host-authjs.csrf-token']).toEqual(secureSet)
    const renamed = await cookiesOf({ cookies: { csrfToken: { name: 'form-token' } } })
    expect(Object.keys(renamed)).toEqual([
      'form-token',
      'form-token.<page>',
      '__Host-authjs.session-token',
    ])
  })
})

describe('P25: a cookie that browsers would refuse or misread', () => {
  it.each<readonly [string, CookieOption, string]>([
    ['a name with a semicolon', { name: 'a;b' }, 'a;b'],
    ['a name with a line break', { name: 'a\r\nSet-Cookie: b' }, 'name'],
    ['a name with a space', { name: 'a b' }, 'a b'],
    ['a name with =', { name: 'a=b' }, 'a=b'],
    ['a name that is not ASCII', { name: 'a\u00a0' }, 'name'],
    ['a domain with a semicolon', { options: { domain: 'a.test; Path=/x' } }, 'a.test; Path=/x'],
    ['a domain with a line break', { options: { domain: 'a.test\r\nX: y' } }, 'domain'],
    ['a domain with a path', { options: { domain: 'a.test/x' } }, 'a.test/x'],
    ['a path with a semicolon', { options: { path: '/; Secure' } }, '/; Secure'],
    ['a path with a line break', { options: { path: '/\nX: y' } }, 'path'],
    ['a path without a slash', { options: { path: 'auth' } }, 'auth'],
    [
      '__Host- with a domain',
      { name: '__Host-sid', options: { domain: 'app.test' } },
      '__Host-sid',
    ],
    ['__Host- with a path', { name: '__Host-sid', options: { path: '/auth' } }, '__Host-sid'],
    ['__Host- without secure', { name: '__Host-sid', options: { secure: false } }, '__Host-sid'],
    [
      '__Secure- without secure',
      { name: '__Secure-sid', options: { secure: false } },
      '__Secure-sid',
    ],
    [
      'sameSite none without secure',
      { options: { secure: false, sameSite: 'none' } },
      'secure: true',
    ],
    [
      'partitioned without secure',
      { options: { secure: false, partitioned: true } },
      'secure: true',
    ],
  ])('is refused before any route runs: %s', async (_what, cookie, text) => {
    for (const key of ['sessionToken', 'csrfToken'] as const) {
      const app = makeApp({ cookies: { [key]: cookie } })
      const response = await Auth(new Request('https://app.test/auth/csrf'), app.config)
      expect([response.status, await response.json()]).toEqual([500, null])
      expect(response.headers.getSetCookie()).toEqual([])
      expect(app.codes('error')).toEqual(['InvalidCookieOptions'])
      const [error] = app.logs[0]?.message ?? []
      expect((error as Error).message).toContain(text)
      expect((error as Error).message).toContain('`cookies`')
    }
  })
})

describe('the lifetime of a cookie', () => {
  const names = { attempt: 'a', csrfToken: 'c', lastSignIn: 'l', sessionToken: 's' }

  /** The lines that set each cookie in a sign-in by password. */
  async function linesWith(options: CookieOption['options']): Promise<Record<string, string>> {
    const keys = Object.entries(names).map(([key, name]) => [key, { name, options }])
    const app = makeApp({ cookies: Object.fromEntries(keys) as AuthConfig['cookies'] })
    const lines: string[] = []
    const browser = new Browser(async (request) => {
      const response = await Auth(request, app.config)
      lines.push(...response.headers.getSetCookie())
      return response
    })
    await browser.signIn(login)
    expect(await browser.session()).not.toBeNull()
    const set = lines.filter((line) => !line.includes('Max-Age=0'))
    return Object.fromEntries(set.map((line) => [line.split('=')[0] ?? '', line]))
  }

  /** The line of the additional CSRF cookie of a page, whose name ends with a part of the token. */
  function csrfOfPage(lines: Readonly<Record<string, string>>): string {
    const name = Object.keys(lines).find((one) => one.startsWith('c.')) ?? ''
    return lines[name] ?? ''
  }

  it('is `maxAge`, in place of what the library would choose', async () => {
    const lines = await linesWith({ maxAge: 3600 })
    const { s = '', c = '', l = '' } = lines
    for (const line of [s, c, l, csrfOfPage(lines)]) expect(line).toContain('; Max-Age=3600')
  })

  it('is `expires`, in place of what the library would choose', async () => {
    const expires = new Date(Date.UTC(2099, 0, 1))
    const lines = await linesWith({ expires })
    const { s = '', c = '', l = '' } = lines
    for (const line of [s, c, l, csrfOfPage(lines)]) {
      expect(line).toContain(`; Expires=${expires.toUTCString()}`)
      // A browser would ignore the date beside it.
      expect(line).not.toContain('Max-Age')
    }
    expect(s.match(/Expires=/g)).toHaveLength(1)
  })

  it('is zero for a cookie that is deleted, whatever the options say', async () => {
    const options = { expires: new Date(Date.UTC(2099, 0, 1)), maxAge: 3600 }
    const app = makeApp({ cookies: { sessionToken: { name: 's', options } } })
    const browser = app.browser()
    await browser.signIn(login)
    const page = await browser.fetchPage('/auth/signout')
    const { response } = await browser.postForm(page, {})
    const line = response.headers.getSetCookie().find((one) => one.startsWith('s=;')) ?? ''
    expect(line).toContain('Max-Age=0')
    expect(line).not.toContain('Expires=')
  })
})
