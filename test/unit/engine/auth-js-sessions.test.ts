import { Auth as AuthJs } from '@auth/core'
import AuthJsCredentials from '@auth/core/providers/credentials'
import { describe, expect, it } from 'vitest'
import { Browser } from '../../support/browser.js'
import { ada, login, makeApp, olderSecret, secret } from '../../support/apps/app.js'

/** Ada, as the types of Auth.js want her. */
const person = { name: ada.name ?? '', email: ada.email ?? '', image: ada.image ?? '' }

/** A browser that has signed in to an application that runs Auth.js. */
async function signInAtAuthJs(origin: string, ballast = ''): Promise<Browser> {
  const browser = new Browser(
    (request) =>
      AuthJs(request, {
        secret,
        trustHost: true,
        basePath: '/auth',
        providers: [AuthJsCredentials({ authorize: () => ({ id: ada.id, ...person }) })],
        callbacks: { jwt: ({ token }) => ({ ...token, ballast, role: 'admin' }) },
      }),
    origin,
  )
  const { csrfToken } = (await (await browser.fetch('/auth/csrf')).json()) as { csrfToken: string }
  const response = await browser.fetch('/auth/callback/credentials', {
    method: 'POST',
    body: new URLSearchParams({ ...login, csrfToken }),
  })
  expect(response.status).toBe(302)
  return browser
}

/** The same browser after the application has moved to us. */
function moveIn(from: Browser, config: Parameters<typeof makeApp>[0] = {}): Browser {
  const browser = makeApp({
    callbacks: { session: ({ session, token }) => Object.assign(session, { role: token['role'] }) },
    ...config,
  }).browser(from.origin)
  for (const { name, value } of from.cookies) browser.plant(name, value)
  return browser
}

function names(browser: Browser): readonly string[] {
  return browser.cookies.map(({ name }) => name).filter((name) => name.includes('session-token'))
}

const shown = {
  user: person,
  role: 'admin',
  expires: expect.any(String) as string,
}

describe('a session cookie of Auth.js', () => {
  it('is a session over http, under the same name', async () => {
    const browser = moveIn(await signInAtAuthJs('http://localhost:3000'))
    expect(names(browser)).toEqual(['authjs.session-token'])
    expect(await browser.session()).toEqual(shown)
    expect(names(browser)).toEqual(['authjs.session-token'])
    expect(await browser.session()).toEqual(shown)
  })

  it('a session that is only read keeps its cookie and its name', async () => {
    const browser = moveIn(await signInAtAuthJs('https://app.test'))
    for (let visit = 0; visit < 2; visit += 1) {
      const response = await browser.fetch('/auth/session')
      expect(await response.json()).toEqual(shown)
      expect(response.headers.getSetCookie()).toEqual([])
    }
    expect(names(browser)).toEqual(['__Secure-authjs.session-token'])
  })

  it('a renewed session gets our name, and the old name is cleared in the same response', async () => {
    const browser = moveIn(await signInAtAuthJs('https://app.test'), { session: { updateAge: 0 } })
    const response = await browser.fetch('/auth/session')
    expect(await response.json()).toEqual(shown)
    expect(names(browser)).toEqual(['__Host-authjs.session-token'])
    expect(response.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^__Secure-authjs\.session-token=; Max-Age=0; Path=\/; .*Secure/),
    )
  })

  it.each(['http://localhost:3000', 'https://app.test'])(
    'is joined from its chunks at %s',
    async (origin) => {
      const config = { session: { updateAge: 0 } }
      const browser = moveIn(await signInAtAuthJs(origin, 'x'.repeat(4000)), config)
      expect(names(browser).length).toBe(2)
      expect(await browser.session()).toEqual(shown)
      const prefix = origin.startsWith('https') ? '__Host-' : ''
      expect(names(browser).toSorted()).toEqual([
        `${prefix}authjs.session-token.0`,
        `${prefix}authjs.session-token.1`,
      ])
      expect(await browser.session()).toEqual(shown)
    },
  )

  it.each(['http://localhost:3000', 'https://app.test'])(
    'a token in four cookies is read and renewed at %s',
    async (origin) => {
      const browser = moveIn(await signInAtAuthJs(origin, 'x'.repeat(9300)), {
        session: { updateAge: 0 },
      })
      expect(names(browser).length).toBe(4)
      const before = browser.cookieHeader()
      expect(await browser.session()).toEqual(shown)
      expect(names(browser).length).toBe(4)
      expect(browser.cookieHeader()).not.toBe(before)
      expect(await browser.session()).toEqual(shown)
    },
  )

  it('a token that has become too large to renew stays valid, and the log says so once', async () => {
    const app = makeApp({
      session: { updateAge: 0 },
      callbacks: { jwt: ({ token }) => ({ ...token, more: 'y'.repeat(3000) }) },
    })
    const browser = app.browser()
    const from = await signInAtAuthJs('https://app.test', 'x'.repeat(9300))
    for (const { name, value } of from.cookies) browser.plant(name, value)
    const before = browser.cookieHeader()
    for (let visit = 0; visit < 2; visit += 1) expect(await browser.session()).not.toBeNull()
    expect(browser.cookieHeader()).toBe(before)
    expect(app.codes('warn')).toEqual(['session-too-large'])
    expect(app.codes('error')).toEqual([])
  })

  it('opens while its secret is among the older ones', async () => {
    const from = await signInAtAuthJs('https://app.test')
    expect(await moveIn(from, { secret: [olderSecret, secret] }).session()).not.toBeNull()
    const refused = moveIn(from, { secret: olderSecret })
    expect(await refused.session()).toBeNull()
    expect(names(refused)).toEqual([])
  })

  it('ends with a sign-out here', async () => {
    const browser = moveIn(await signInAtAuthJs('https://app.test'))
    await browser.signOut()
    expect(names(browser)).toEqual([])
    expect(await browser.session()).toBeNull()
  })

  it('gives way to a new sign-in here', async () => {
    const browser = moveIn(await signInAtAuthJs('https://app.test'))
    await browser.signIn(login)
    expect(names(browser)).toEqual(['__Host-authjs.session-token'])
  })

  it('does not count beside a session of ours', async () => {
    const browser = moveIn(await signInAtAuthJs('https://app.test'))
    const old = browser.cookie('__Secure-authjs.session-token') ?? ''
    await browser.signIn(login)
    browser.plant('__Secure-authjs.session-token', old)
    const session = await browser.session()
    expect(session).not.toBeNull()
    expect(session?.['role']).toBeUndefined()
  })

  it.each(['__Secure-authjs.session-token', 'authjs.session-token'])(
    'is not what we issue ourselves, which the name %s does not bring in',
    async (former) => {
      const cookies = { sessionToken: { name: former } }
      const sibling = makeApp({ cookies }).browser()
      await sibling.signIn(login)
      const token = sibling.cookie(former) ?? ''
      expect(token).not.toBe('')
      const browser = makeApp().browser()
      browser.plant(former, token)
      expect(await browser.session()).toBeNull()
      expect(names(browser)).toEqual([])
    },
  )

  describe('from behind a proxy that ends TLS, where Auth.js sees http', () => {
    async function moveToHttps(config: Parameters<typeof makeApp>[0] = {}): Promise<Browser> {
      const from = await signInAtAuthJs('http://app.test')
      return moveIn(Object.assign(from, { origin: 'https://app.test' }), config)
    }

    it('is a session, and keeps its name while it is only read', async () => {
      const browser = await moveToHttps()
      expect(await browser.session()).toEqual(shown)
      expect(names(browser)).toEqual(['authjs.session-token'])
    })

    it('gets our name when it is renewed', async () => {
      const browser = await moveToHttps({ session: { updateAge: 0 } })
      expect(await browser.session()).toEqual(shown)
      expect(names(browser)).toEqual(['__Host-authjs.session-token'])
      expect(await browser.session()).toEqual(shown)
    })

    it('does not compete with a session under another name', async () => {
      const browser = await moveToHttps()
      const planted = browser.cookie('authjs.session-token') ?? ''
      await browser.signIn(login)
      browser.plant('authjs.session-token', planted)
      const session = await browser.session()
      expect(session).not.toBeNull()
      expect(session?.['role']).toBeUndefined()
    })

    it('is cleared at the sign-out', async () => {
      const browser = await moveToHttps()
      await browser.signOut()
      expect(names(browser)).toEqual([])
    })
  })

  it('has a lifetime that is counted from when it was issued', async () => {
    const browser = moveIn(await signInAtAuthJs('https://app.test'), {
      session: { absoluteMaxAge: 100, maxAge: 1000 },
    })
    const session = await browser.session()
    const left = Date.parse(session?.expires ?? '') - Date.now()
    expect(left).toBeGreaterThan(80_000)
    expect(left).toBeLessThanOrEqual(100_000)
  })

  it('sends its own CSRF cookie and callback cookie along, which do no harm', async () => {
    const browser = moveIn(await signInAtAuthJs('https://app.test'))
    expect(browser.cookie('__Host-authjs.csrf-token')).toBeDefined()
    expect(browser.cookie('__Secure-authjs.callback-url')).toBeDefined()
    const { response } = await browser.signIn(login)
    expect(response.headers.get('location')).toBe('https://app.test/')
  })
})
