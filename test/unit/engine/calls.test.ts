import { describe, expect, it } from 'vitest'
import {
  Auth,
  isAuthRoute,
  mayCarrySession,
  readSession,
  signIn,
  signOut,
  skipCSRFCheck,
  updateSession,
  type AuthConfig,
  type Cookie,
} from '../../../src/core.js'
import { CredentialsSignin } from '../../../src/errors.js'
import { hostileUrls } from '../../../src/testing/attack/hostile-inputs.js'
import {
  login,
  makeApp,
  passwordProvider,
  lastSignInCookie,
  sessionCookie,
} from '../../support/apps/app.js'

const own = { origin: 'https://app.test', 'sec-fetch-site': 'same-origin' }
const call = { providerId: 'credentials', fields: login }

/** A request to a page of the application. */
/** What a browser says of a link that was followed. */
const linked = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

function pageRequest(
  cookies: readonly Cookie[] = [],
  headers: Readonly<Record<string, string>> = own,
): Request {
  const cookie = cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
  return new Request('https://app.test/shop?x=1', {
    method: 'POST',
    headers: { ...headers, cookie },
  })
}

async function signedIn(config: AuthConfig): Promise<readonly Cookie[]> {
  const { cookies } = await signIn(pageRequest(), config, call)
  return cookies
}

describe('signIn', () => {
  it('gives the session, where to go, and the cookies to set', async () => {
    const { config } = makeApp()
    const { data, cookies } = await signIn(pageRequest(), config, {
      ...call,
      redirectTo: '/home?a=1#b',
    })
    expect(data).toMatchObject({
      ok: true,
      target: { url: 'https://app.test/home?a=1#b', path: '/home?a=1#b' },
      session: { user: { name: 'Ada' } },
    })
    expect(cookies).toEqual([
      {
        name: sessionCookie,
        value: expect.stringMatching(/^eyJ/),
        attributes: expect.objectContaining({
          httpOnly: true,
          secure: true,
          path: '/',
          sameSite: 'lax',
        }),
      },
      expect.objectContaining({ name: lastSignInCookie }),
    ])
    expect((await readSession(pageRequest(cookies), config)).data).toMatchObject({
      user: { name: 'Ada' },
    })
  })

  it('has no path for a target at another site', async () => {
    const { config } = makeApp({ callbacks: { redirect: ({ url }) => url } })
    const { data } = await signIn(pageRequest(), config, {
      ...call,
      redirectTo: 'https://docs.example.test/',
    })
    expect(data).toMatchObject({ target: { url: 'https://docs.example.test/', path: undefined } })
  })

  it('leads to the sign-in page without a provider', async () => {
    const { config } = makeApp({ basePath: '/a/auth' })
    const { data, cookies } = await signIn(pageRequest(), config, { redirectTo: '/home' })
    expect(data).toMatchObject({
      ok: true,
      target: { path: '/a/auth/signin?callbackUrl=https%3A%2F%2Fapp.test%2Fhome' },
      session: null,
    })
    expect(cookies).toEqual([])
  })

  it('and a route explain an unknown provider with the same text', async () => {
    const { config } = makeApp()
    const { data } = await signIn(pageRequest(), config, { providerId: 'github' })
    const headers = { ...own, 'x-auth-return-redirect': '1' }
    const response = await Auth(
      new Request('https://app.test/auth/signin/github', { method: 'POST', headers }),
      config,
    )
    const message =
      'There is no provider with the id "github". Those in `providers` are "credentials".'
    expect(data).toMatchObject({ ok: false, error: { message } })
    expect(await response.json()).toEqual({ error: 'InvalidProvider', message })
  })

  it.each(['nobody', '__proto__', 'constructor', ''])(
    'knows no provider %j',
    async (providerId) => {
      const { data } = await signIn(pageRequest(), makeApp().config, { ...call, providerId })
      expect(data).toMatchObject({ ok: false, error: { type: 'InvalidProvider' } })
    },
  )

  it('gives the error of a refusal, with its code, and sets no cookie', async () => {
    const { config } = makeApp({
      providers: [
        {
          ...passwordProvider,
          authorize: () => {
            throw new CredentialsSignin('Try again later.', { code: 'throttled' })
          },
        },
      ],
    })
    const { data, cookies } = await signIn(pageRequest(), config, call)
    expect(data).toMatchObject({
      ok: false,
      error: { type: 'CredentialsSignin', message: 'Try again later.', code: 'throttled' },
      target: undefined,
    })
    expect(cookies).toEqual([])
  })

  it('gives the page on which a person learns of a denial', async () => {
    const denied = makeApp({ callbacks: { signIn: () => false } })
    expect((await signIn(pageRequest(), denied.config, call)).data).toMatchObject({
      ok: false,
      error: { type: 'AccessDenied' },
      target: { path: '/auth/error?error=AccessDenied' },
    })
  })

  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ['another site', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
    ['a sibling', { origin: 'https://sub.app.test', 'sec-fetch-site': 'same-site' }],
    ['a sandbox', { origin: 'null' }],
    ['a sandbox, sent again by hand', { origin: 'null', 'sec-fetch-site': 'none' }],
    ['an address that was typed', { 'sec-fetch-site': 'none' }],
    ['a browser that says nothing', {}],
  ])('N16: refuses what comes from %s', async (_who, headers) => {
    const { config } = makeApp()
    const cookies = await signedIn(config)
    for (const answer of [
      await signIn(pageRequest(cookies, headers), config, call),
      await signOut(pageRequest(cookies, headers), config),
    ]) {
      expect(answer).toEqual({
        data: {
          ok: false,
          error: expect.objectContaining({ type: 'CrossSiteRequest' }),
          target: undefined,
        },
        cookies: [],
      })
    }
  })

  it('asks nothing about the origin with skipCSRFCheck', async () => {
    const { config } = makeApp({ skipCSRFCheck })
    expect((await signIn(pageRequest([], {}), config, call)).data.ok).toBe(true)
  })
})

describe('signOut', () => {
  it('removes the session and tells where to go', async () => {
    const seen: unknown[] = []
    const { config } = makeApp({ events: { signOut: (message) => void seen.push(message) } })
    const before = await signedIn(config)
    const { data, cookies } = await signOut(pageRequest(before), config, { redirectTo: '/bye' })
    expect(data).toEqual({
      ok: true,
      target: { url: 'https://app.test/bye', path: '/bye' },
      session: null,
    })
    expect(cookies).toEqual([
      {
        name: sessionCookie,
        value: '',
        attributes: expect.objectContaining({ maxAge: 0, path: '/' }),
      },
    ])
    expect(seen).toEqual([{ token: expect.objectContaining({ sub: 'user-1' }) }])
  })
})

describe('readSession', () => {
  it('gives nothing, and sets nothing, without a cookie', async () => {
    const { config } = makeApp({ callbacks: { jwt: () => fail() } })
    expect(await readSession(pageRequest(), config)).toEqual({ data: null, cookies: [] })
    expect(
      await readSession(pageRequest([{ name: 'theme', value: 'dark', attributes: {} }]), config),
    ).toEqual({
      data: null,
      cookies: [],
    })
  })

  it('sets nothing inside updateAge, and the new cookie after it', async () => {
    const { config } = makeApp()
    const cookies = await signedIn(config)
    expect((await readSession(pageRequest(cookies), config)).cookies).toEqual([])
    const due = makeApp({ session: { updateAge: 0 } })
    const renewed = (await readSession(pageRequest(cookies), due.config)).cookies
    expect(renewed.map(({ name }) => name)).toEqual([sessionCookie])
  })

  it('gives a type that the session callback made', async () => {
    const { config } = makeApp<{ expires: string; role: string }>({
      callbacks: { session: ({ session }) => ({ expires: session.expires, role: 'admin' }) },
    })
    const { cookies } = await signIn(pageRequest(), config, call)
    const { data } = await readSession(pageRequest(cookies), config)
    expect(data?.role).toBe('admin')
  })

  it('N15: fails closed with a broken config', async () => {
    const cookies = await signedIn(makeApp().config)
    for (const config of [
      makeApp({ secret: 'short' }).config,
      makeApp({ trustHost: false }).config,
    ]) {
      expect((await readSession(pageRequest(cookies), config)).data).toBeNull()
      expect((await updateSession(pageRequest(cookies), config, {})).data).toBeNull()
      expect((await signIn(pageRequest(), config, call)).data.ok).toBe(false)
      expect((await signOut(pageRequest(cookies), config)).data.ok).toBe(false)
    }
  })

  function fail(): never {
    throw new Error('not to be called')
  }
})

describe('updateSession', () => {
  it('puts the data to the callbacks and gives the new cookie', async () => {
    const { config } = makeApp({
      callbacks: {
        jwt: ({ token, trigger, session }) =>
          trigger === 'update' ? { ...token, name: (session as { name: string }).name } : token,
      },
    })
    const before = await signedIn(config)
    const { data, cookies } = await updateSession(pageRequest(before), config, { name: 'Augusta' })
    expect(data).toMatchObject({ user: { name: 'Augusta' } })
    expect((await readSession(pageRequest(cookies), config)).data).toMatchObject({
      user: { name: 'Augusta' },
    })
  })
})

describe('an update of a session', () => {
  const rename: AuthConfig['callbacks'] = {
    jwt: ({ token, trigger }) => (trigger === 'update' ? { ...token, name: 'Eve' } : token),
  }

  it.each<readonly [string, Record<string, string>]>([
    ['posted by another site', { origin: 'https://evil.test', 'sec-fetch-mode': 'navigate' }],
    ['posted by a sandboxed frame', { origin: 'null' }],
    ['that the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['posted by a sibling site', { 'sec-fetch-site': 'same-site' }],
  ])('%s changes nothing', async (_who, headers) => {
    const app = makeApp({ callbacks: rename })
    const { config } = app
    const before = await signedIn(config)
    expect(await updateSession(pageRequest(before, headers), config, {})).toEqual({
      data: null,
      cookies: [],
    })
    expect(app.codes('warn')).toEqual(['CrossSiteRequest'])
    expect((await readSession(pageRequest(before), config)).data).not.toMatchObject({
      user: { name: 'Eve' },
    })
  })

  it.each<readonly [string, Record<string, string>]>([
    ['sent by this site', own],
    ['sent by a client that is no browser', {}],
    ['that a link on another site leads to', { ...linked, 'sec-fetch-site': 'cross-site' }],
  ])('%s is made', async (_who, headers) => {
    const { config } = makeApp({ callbacks: rename })
    const { data } = await updateSession(pageRequest(await signedIn(config), headers), config, {})
    expect(data).toMatchObject({ user: { name: 'Eve' } })
  })

  it('is made whatever the origin where the check is switched off', async () => {
    const { config } = makeApp({ callbacks: rename, skipCSRFCheck })
    const foreign = pageRequest(await signedIn(config), { origin: 'https://evil.test' })
    expect((await updateSession(foreign, config, {})).data).toMatchObject({ user: { name: 'Eve' } })
  })
})

describe('isAuthRoute', () => {
  it.each([
    ['/auth/signin', true],
    ['/auth/signin/', true],
    ['/auth/signin/credentials', true],
    ['/auth/signin//', false],
    ['/auth/session', true],
    ['/auth', false],
    ['/auth/', false],
    ['/auth/nothing', false],
    ['/auth/session/x', false],
    ['/authsession', false],
    ['/', false],
    ['/shop', false],
  ])('%s is %s', async (path, expected) => {
    const { config } = makeApp()
    expect(isAuthRoute(path, config)).toBe(expected)
    const response = await Auth(new Request(`https://app.test${path}`), config)
    expect(response.status !== 404).toBe(expected)
  })

  it('knows the routes while the config is refused, so that they can say so', () => {
    expect(isAuthRoute('/auth/session', makeApp({ secret: '' }).config)).toBe(true)
  })
})

describe('mayCarrySession', () => {
  it('says whether there is anything to read', async () => {
    const { config } = makeApp()
    expect(mayCarrySession(pageRequest(), config)).toBe(false)
    expect(mayCarrySession(pageRequest(await signedIn(config)), config)).toBe(true)
    expect(
      mayCarrySession(pageRequest(await signedIn(config)), makeApp({ secret: '' }).config),
    ).toBe(false)
  })
})

describe('N2/R: a target', () => {
  it('never leads away from the site, neither as URL nor as path', async () => {
    const { config } = makeApp()
    const away: string[] = []
    for (const redirectTo of hostileUrls) {
      for (const { data } of [
        await signIn(pageRequest(), config, { ...call, redirectTo }),
        await signIn(pageRequest(), config, { redirectTo }),
        await signOut(pageRequest(), config, { redirectTo }),
      ]) {
        if (!data.ok) throw new Error(`refused ${redirectTo}`)
        const { url, path } = data.target
        const lands = [url, path ?? ''].map((text) => new URL(text, 'https://app.test').origin)
        if (lands.some((origin) => origin !== 'https://app.test'))
          away.push(`${redirectTo} → ${path}`)
      }
    }
    expect(away).toEqual([])
  })
})
