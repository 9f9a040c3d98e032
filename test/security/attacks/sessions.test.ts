import { afterEach, describe, expect, it, vi } from 'vitest'
import { getToken, type JWT } from '../../../src/jwt.js'
import { pollutingForms, pollutingJson } from '../../../src/testing/attack/hostile-bodies.js'
import {
  accept,
  login,
  makeApp,
  passwordProvider,
  secret,
  sessionCookie,
} from '../../support/apps/app.js'

afterEach(() => void vi.useRealTimers())

/** Every visitor may sign in, under any name. */
const openProvider = {
  ...passwordProvider,
  authorize: ({ username }: Readonly<Record<string, unknown>>) => ({
    id: `id of ${String(username)}`,
    name: String(username),
  }),
}

describe('SE1: fixation', () => {
  it('P1: a sign-in gives a new token, and the planted one does not survive in the browser', async () => {
    const app = makeApp({ providers: [openProvider] })
    const attacker = app.browser()
    await attacker.signIn({ username: 'mallory', password: 'x' })
    const planted = attacker.cookie(sessionCookie) ?? ''

    const victim = app.browser()
    victim.plant(sessionCookie, planted)
    await victim.signIn({ username: 'victoria', password: 'x' })
    expect(victim.cookie(sessionCookie)).not.toBe(planted)
    expect(await victim.session()).toMatchObject({ user: { name: 'victoria' } })
    expect(await attacker.session()).toMatchObject({ user: { name: 'mallory' } })
  })

  it('P1: every sign-in has a token of its own, with an id of its own', async () => {
    const app = makeApp()
    const ids = new Set<unknown>()
    const tokens = new Set<string>()
    for (let round = 0; round < 10; round++) {
      const browser = app.browser()
      await browser.signIn(login)
      tokens.add(browser.cookie(sessionCookie) ?? '')
      const headers = { cookie: browser.cookieHeader() }
      ids.add((await getToken({ req: { headers }, secret, secureCookie: true }))?.jti)
    }
    expect([tokens.size, ids.size]).toEqual([10, 10])
  })

  it('clears chunks, former names and whatever else was planted under the name', async () => {
    const browser = makeApp().browser()
    const planted = [0, 1, 2, 3, 7].map((at) => `${sessionCookie}.${at}`)
    for (const name of [
      ...planted,
      '__Secure-authjs.session-token',
      '__Secure-authjs.session-token.0',
    ]) {
      browser.plant(name, 'planted')
    }
    await browser.signIn(login)
    const left = browser.cookies.map(({ name }) => name).filter((name) => name.includes('session'))
    expect(left).toEqual([sessionCookie])
    expect(await browser.session()).not.toBeNull()
  })
})

describe('SE3: the end of a session', () => {
  it('comes when the application says that the user is gone', async () => {
    const disabled = new Set<unknown>()
    const app = makeApp({
      callbacks: { jwt: ({ token }) => (disabled.has(token.sub) ? null : token) },
    })
    const browser = app.browser()
    await browser.signIn(login)
    expect(await browser.session()).not.toBeNull()
    disabled.add('user-1')
    expect(await browser.session()).toBeNull()
    expect(browser.cookie(sessionCookie)).toBeUndefined()
  })
})

describe('SE5: what the client sends to update its session', () => {
  it('changes nothing by itself', async () => {
    const browser = makeApp({
      callbacks: { session: ({ session, token }) => Object.assign(session, { token }) },
    }).browser()
    await browser.signIn(login)
    const before = await browser.session()
    const data = {
      name: 'root',
      email: 'root@evil.test',
      sub: 'user-0',
      exp: 9e9,
      role: 'admin',
      user: { id: 0 },
    }
    const response = await browser.postJson('/auth/session', {
      csrfToken: await browser.csrfToken(),
      data,
      ...data,
    })
    expect(response.status).toBe(200)
    const claimsOf = (session: Record<string, unknown> | null): object => {
      const { iat: _iat, exp: _exp, jti: _jti, ...rest } = (session?.['token'] ?? {}) as JWT
      return rest
    }
    expect(claimsOf(await browser.session())).toEqual(claimsOf(before))
  })
})

describe('B6: an identity in the input', () => {
  const identity = {
    userId: 'user-0',
    id: 'user-0',
    sub: 'user-0',
    'user[id]': 'user-0',
    user: { id: 'user-0' },
  }

  it('is ignored at sign-in', async () => {
    const browser = makeApp({
      callbacks: { session: ({ session, token }) => Object.assign(session, { sub: token.sub }) },
    }).browser()
    const csrfToken = await browser.csrfToken()
    await browser.postJson('/auth/callback/credentials?userId=user-0&sub=user-0', {
      ...login,
      csrfToken,
      ...identity,
    })
    expect(await browser.session()).toMatchObject({ sub: 'user-1' })
  })
})

describe('B35: names that reach prototypes', () => {
  const polluted = (): unknown => (({}) as Record<string, unknown>)['polluted']
  it('pollute nothing, in any body', async () => {
    const seen: unknown[] = []
    const app = makeApp({
      providers: [
        {
          ...passwordProvider,
          authorize: (credentials) => {
            seen.push(
              Object.getOwnPropertyNames(credentials),
              (credentials as Record<string, unknown>)['polluted'],
            )
            return accept(credentials)
          },
        },
      ],
      callbacks: {
        jwt: ({ token, session }) => Object.assign({}, token, session),
        session: ({ session, newSession }) => ({ ...session, ...(newSession as object) }),
      },
    })
    const browser = app.browser()
    await browser.signIn(login)
    for (const path of ['session', 'signin', 'callback/credentials', 'signout']) {
      for (const body of pollutingJson) {
        const csrfToken = await browser.csrfToken()
        const withToken = body.replace(/^\{/, `{"csrfToken":"${csrfToken}",`)
        const init = {
          method: 'POST',
          body: withToken,
          headers: { 'content-type': 'application/json' },
        }
        expect((await browser.fetch(`/auth/${path}`, init)).status).toBeLessThan(500)
        expect(polluted()).toBeUndefined()
      }
      for (const body of pollutingForms) {
        const csrfToken = await browser.csrfToken()
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const init = { method: 'POST', body: `${body}&csrfToken=${csrfToken}`, headers }
        expect((await browser.fetch(`/auth/${path}`, init)).status).toBeLessThan(500)
        expect(polluted()).toBeUndefined()
      }
    }
    for (const names of seen.filter(Array.isArray)) expect(names).not.toContain('__proto__')
    expect(seen).not.toContain(1)
  })

  it('pollute nothing in a query', async () => {
    const browser = makeApp({ pages: { verifyRequest: '/check' } }).browser()
    for (const path of ['signin', 'signout', 'error', 'verify-request', 'session']) {
      await browser.fetch(
        `/auth/${path}?__proto__[polluted]=1&__proto__=1&constructor.prototype.polluted=1`,
      )
    }
    expect(polluted()).toBeUndefined()
  })
})

describe('many at once', () => {
  it('P7: a hundred people who sign in together each get their own session', async () => {
    const app = makeApp({
      providers: [
        {
          ...openProvider,
          authorize: async (credentials) => {
            await new Promise((resolve) => setTimeout(resolve, Math.random() * 10))
            return openProvider.authorize(credentials)
          },
        },
      ],
      session: { updateAge: 0 },
    })
    const people = Array.from({ length: 100 }, (_, at) => ({
      username: `person ${at}`,
      browser: app.browser(),
    }))
    await Promise.all(
      people.map(({ username, browser }) => browser.signIn({ username, password: 'x' })),
    )
    const sessions = await Promise.all(people.map(({ browser }) => browser.session()))
    expect(sessions.map((session) => session?.user?.name)).toEqual(
      people.map(({ username }) => username),
    )
  })

  it('B23: fifty uses of one form at once give whole sessions of one person, and no error', async () => {
    const app = makeApp()
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    const responses = await Promise.all(
      Array.from({ length: 50 }, () =>
        browser.postJson('/auth/callback/credentials', { ...login, csrfToken }),
      ),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([302]))
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
    const afterwards = await browser.postJson('/auth/callback/credentials', { ...login, csrfToken })
    expect(afterwards.headers.get('location')).toContain('MissingCSRF')
  })

  it('SE6: fifty reads at once of a session that is due all see it', async () => {
    const browser = makeApp({ session: { updateAge: 0 } }).browser()
    await browser.signIn(login)
    const sessions = await Promise.all(Array.from({ length: 50 }, () => browser.session()))
    expect(sessions.every((session) => session?.user?.name === 'Ada')).toBe(true)
    expect(await browser.session()).not.toBeNull()
  })
})

describe('N15: something that is broken', () => {
  const fail = (): never => {
    throw new Error('broken')
  }

  it.each<readonly [string, object]>([
    ['the secret', { secret: undefined }],
    ['a provider', { providers: [{ id: 'x' }] }],
    ['the jwt callback', { callbacks: { jwt: fail } }],
    ['the session callback', { callbacks: { session: fail } }],
    ['decode', { jwt: { decode: fail } }],
    ['the host', { trustHost: false }],
    ['a cookie name', { cookies: { sessionToken: { name: 'a;b' } } }],
  ])('is no session: %s', async (_what, config) => {
    const good = makeApp().browser()
    await good.signIn(login)
    const app = makeApp(config)
    const browser = app.browser()
    browser.plant(sessionCookie, good.cookie(sessionCookie) ?? '')
    expect(await browser.session()).toBeNull()
    expect(app.codes('error').length).toBeGreaterThan(0)
  })
})
