import type { RequestEvent, RequestEventCommon, RequestEventLoader } from '@builder.io/qwik-city'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { FrameworkAuthConfig } from '../../../src/qwik/index.js'
import { ada, login, makeApp, sessionCookie, lastSignInCookie } from '../../support/apps/app.js'
import { auth } from './auth.js'
import { openSite, plainPage, type Site, type SiteOptions } from './site.js'
import { resultOf, type Visitor } from './visitor.js'

const form = { providerId: 'credentials', ...login }
const adasSession = {
  user: { name: ada.name, email: ada.email, image: ada.image },
  expires: expect.any(String),
}
const privately = 'private, no-store'
const day = 24 * 60 * 60 * 1000

afterEach(() => void vi.useRealTimers())

describe('the session of a request', () => {
  it('is read once, however many ask for it', async () => {
    const { session, jwt, config, site } = countingSite({
      pages: { '/busy/': { ...plainPage, onRequest: askAgain } },
    })
    const visitor = await signIn(site)
    for (const count of [session, jwt, config]) count.mockClear()
    for (const answer of [await visitor.open('/busy/'), await visitor.openData('/busy/')]) {
      expect(answer.session).toEqual(adasSession)
      expect(answer.visit.shared.get('session')).toEqual(adasSession)
    }
    expect([session.mock.calls.length, jwt.mock.calls.length]).toEqual([2, 2])
    expect(config).toHaveBeenCalledTimes(2)
  })

  it('is not read at all without its cookie', async () => {
    const decode = vi.fn(async () => null)
    const { session, jwt, config, site } = countingSite({}, { jwt: { decode } })
    const visitor = site.visitor()
    visitor.plant('theme', 'dark')
    const answer = await visitor.open('/')
    expect(answer.session).toBeNull()
    expect(answer.visit.shared.get('session')).toBeNull()
    expect([decode, session, jwt].map((count) => count.mock.calls.length)).toEqual([0, 0, 0])
    expect(config).toHaveBeenCalledTimes(1)
  })

  it('is known to plugins and pages in `sharedMap` before they run', async () => {
    const seen: unknown[] = []
    const onRequest = ({ sharedMap }: RequestEventCommon): void => {
      seen.push(sharedMap.get('session'))
    }
    const site = openSite({ pages: { '/seen/': { ...plainPage, onRequest } } })
    const visitor = await signIn(site)
    await visitor.open('/seen/')
    await site.visitor().open('/seen/')
    expect(seen).toEqual([adasSession, null])
  })

  it('is `null` for a cookie that is not ours, which is then removed', async () => {
    const visitor = openSite().visitor()
    visitor.plant(sessionCookie, 'eyJhbGciOiJkaXIifQ..a.b.c')
    const answer = await visitor.open('/')
    expect([answer.status, answer.session]).toEqual([200, null])
    expect(answer.setCookies).toEqual([expect.stringMatching(/^__Host-authjs\.session-token=;/)])
    expect(visitor.cookie(sessionCookie)).toBeUndefined()
  })

  it('is `null` when a callback throws, and the cookie stays', async () => {
    const { config } = makeApp({
      callbacks: {
        session: () => {
          throw new Error('The database is away.')
        },
      },
    })
    const visitor = await signIn(openSite())
    const site = openSite({ config: () => config })
    const answer = await site.serve(
      new Request('https://app.test/', { headers: { cookie: visitor.cookieHeader() } }),
    )
    expect(site.visitOf(answer).shared.get('session')).toBeNull()
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it('F5: is the new one in the answer to the action, not the one that the request came with', async () => {
    const { config } = makeApp({ callbacks: { redirect: () => 'https://partner.test/' } })
    const visitor = openSite({ config: () => config }).visitor()
    const signedIn = await visitor.submit(auth.useSignIn, form)
    expect(signedIn.first.session).toEqual(adasSession)
    const signedOut = await visitor.submit(auth.useSignOut, {})
    expect(signedOut.first.session).toBeNull()
    expect(signedOut.first.visit.shared.get('session')).toBeNull()
  })

  it('stays the old one when a sign-in is refused', async () => {
    const visitor = await signIn(openSite())
    const answer = await visitor.post(auth.useSignIn, { ...form, password: 'wrong' })
    expect(answer.session).toEqual(adasSession)
    expect(answer.setCookies).toEqual([])
  })

  it('is `null` while static pages are generated, and the config is not even asked', async () => {
    const config = vi.fn<() => FrameworkAuthConfig>(() => {
      throw new Error('There are no secrets at build time.')
    })
    const site = openSite({ config, mode: 'static', platform: { static: true } })
    const answer = await site.visitor().open('/')
    expect([answer.status, answer.session]).toEqual([200, null])
    expect(answer.visit.shared.get('session')).toBeNull()
    expect(config).not.toHaveBeenCalled()
  })
})

describe('the session cookie', () => {
  it('S5: is not set again by pages and data within `updateAge`', async () => {
    const visitor = await signIn(openSite())
    for (const answer of [
      await visitor.open('/'),
      await visitor.openData('/'),
      await visitor.open('/nowhere/'),
    ]) {
      expect(answer.setCookies).toEqual([])
    }
  })

  it('S5: does not come back with a slow page that was asked for before the sign-out', async () => {
    let release = (): void => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    const site = openSite({ pages: { '/slow/': { ...plainPage, onRequest: () => gate } } })
    const visitor = await signIn(site)
    const slow = visitor.open('/slow/')
    await visitor.post(auth.useSignOut, {})
    release()
    expect((await slow).setCookies).toEqual([])
    expect(visitor.cookie(sessionCookie)).toBeUndefined()
    expect((await visitor.open('/')).session).toBeNull()
  })

  it('is renewed once it is older than `updateAge`, by the page that notices', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const visitor = await signIn(openSite())
    const before = visitor.cookie(sessionCookie)
    vi.setSystemTime(Date.now() + day + 1000)
    const answer = await visitor.open('/')
    expect(answer.setCookies).toHaveLength(1)
    expect(answer.session).toEqual(adasSession)
    expect(visitor.cookie(sessionCookie)).not.toBe(before)
    expect((await visitor.open('/')).setCookies).toEqual([])
  })

  it('has its attributes, and no others whatever its value is', async () => {
    const token = 'x; Max-Age=99; Path=/foo; Domain=evil.test\r\nSet-Cookie: a=b, é日本'
    const { config } = makeApp({ jwt: { encode: async () => token, decode: async () => ({}) } })
    const visitor = openSite({ config: () => config }).visitor()
    const { setCookies } = await visitor.post(auth.useSignIn, form)
    expect(setCookies).toHaveLength(2)
    const line = setCookies.find((one) => one.startsWith(sessionCookie)) ?? ''
    const [pair = '', ...attributes] = line.split('; ')
    expect(pair).toBe(`${sessionCookie}=${encodeURIComponent(token)}`)
    expect(attributes.toSorted()).toEqual([
      expect.stringMatching(/^Expires=/),
      'HttpOnly',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ])
  })

  it('is set as it is configured', async () => {
    const { config } = makeApp({
      cookies: {
        sessionToken: {
          name: 'sid',
          options: { path: '/login', sameSite: 'strict', domain: 'app.test', secure: false },
        },
      },
    })
    const visitor = openSite({ config: () => config }).visitor()
    const { setCookies } = await visitor.post(auth.useSignIn, form)
    const attributes = (setCookies[0] ?? '').split('; ').slice(1)
    expect(attributes).toEqual(
      expect.arrayContaining(['Path=/login', 'SameSite=Strict', 'Domain=app.test']),
    )
    expect(attributes).not.toContain('Secure')
    expect((await visitor.open('/login/')).session).toEqual(adasSession)
    await visitor.post(auth.useSignOut, {})
    expect(visitor.cookie('sid')).toBeUndefined()
  })

  it('is several cookies when it is long, all of which arrive, and leave again', async () => {
    const { config } = makeApp({
      callbacks: { jwt: ({ token }) => ({ ...token, roles: 'editor '.repeat(700) }) },
    })
    const visitor = openSite({ config: () => config }).visitor()
    const { setCookies } = await visitor.post(auth.useSignIn, form)
    expect(setCookies.length).toBeGreaterThan(1)
    expect((await visitor.open('/')).session).toEqual(adasSession)
    await visitor.post(auth.useSignOut, {})
    expect(visitor.cookies.map(({ name }) => name)).toEqual([lastSignInCookie])
  })
})

describe('an answer that depends on a session', () => {
  const cached = ({ cacheControl, headers }: RequestEventCommon): void => {
    cacheControl({ public: true, maxAge: 3600, sMaxAge: 3600 })
    cacheControl('day', 'CDN-Cache-Control')
    headers.append('Cache-Control', 'public')
  }
  const page = { ...plainPage, onGet: cached }
  const site = openSite({
    pages: {
      '/cached/': page,
      '/failing/': { ...plainPage, useStock: loader(({ fail }) => fail(404, { sold: 'out' })) },
      '/error/': { ...plainPage, onGet: refuse },
      '/moved/': { ...plainPage, onGet: moveAway },
    },
  })

  it.each(['/cached/', '/cached/q-data.json'])(
    'S6: is private, whatever the page itself says: %s',
    async (path) => {
      const { headers } = (await (await signIn(site)).open(path)).response
      expect(headers.get('cache-control')).toBe(privately)
      expect(headers.get('cdn-cache-control')).toBe(privately)
      expect(headers.get('vary')).toContain('Cookie')
    },
  )

  it.each([
    '/',
    '/login/',
    '/q-data.json',
    '/failing/',
    '/failing/q-data.json',
    '/error/',
    '/moved/',
  ])('S6: is private for someone who is signed in: %s', async (path) => {
    const { response } = await (await signIn(site)).open(path)
    expect(response.headers.get('cache-control')).toBe(privately)
  })

  it('S6: is private when the cookie turns out to be worthless', async () => {
    const visitor = site.visitor()
    visitor.plant(sessionCookie, 'nonsense')
    const { response } = await visitor.open('/cached/')
    expect(response.headers.get('cache-control')).toBe(privately)
  })

  it('S6: is private after an action, refused or not', async () => {
    const visitor = site.visitor()
    const refused = await visitor.post(auth.useSignIn, { ...form, password: 'wrong' })
    const accepted = await visitor.post(auth.useSignIn, form)
    const refusedAgain = await visitor.post(auth.useSignIn, { providerId: 'nobody' })
    const signedOut = await visitor.post(auth.useSignOut, {})
    const policies = [refused, accepted, refusedAgain, signedOut].map(({ response }) =>
      response.headers.get('cache-control'),
    )
    expect(policies).toEqual([privately, privately, privately, privately])
    expect(resultOf(auth.useSignIn, refusedAgain)).toMatchObject({ failed: true })
  })

  it('F13: is left as it is for anonymous visitors, and sets them no cookie', async () => {
    const visitor = site.visitor()
    for (const path of ['/cached/', '/cached/q-data.json']) {
      const { response, setCookies } = await visitor.open(path)
      expect(response.headers.get('cache-control')).toContain('s-maxage=3600')
      expect(response.headers.get('cdn-cache-control')).toContain('s-maxage=86400')
      expect(response.headers.get('vary')).toBeNull()
      expect(setCookies).toEqual([])
    }
    for (const path of ['/', '/q-data.json', '/nowhere/']) {
      const { response, setCookies } = await visitor.open(path)
      expect(response.headers.get('cache-control')).toBeNull()
      expect(setCookies).toEqual([])
    }
  })
})

async function askAgain({ sharedMap, next, ...event }: RequestEvent): Promise<void> {
  expect(sharedMap.get('session')).toEqual(adasSession)
  await next()
  const { resolveValue } = event as unknown as RequestEventLoader
  expect(await resolveValue(auth.useSession)).toEqual(adasSession)
}

function refuse({ error }: RequestEventCommon): void {
  throw error(410, 'Gone')
}

function moveAway({ redirect }: RequestEventCommon): void {
  throw redirect(301, '/')
}

/** A `routeLoader$` of a page. */
function loader(load: (event: RequestEventLoader) => unknown): unknown {
  const qrl = { call: (_: unknown, event: RequestEventLoader) => Promise.resolve(load(event)) }
  return Object.assign(() => undefined, { __brand: 'server_loader', __id: 'stock', __qrl: qrl })
}

function countingSite(options: SiteOptions, overrides: Partial<FrameworkAuthConfig> = {}) {
  const session = vi.fn<NonNullable<NonNullable<FrameworkAuthConfig['callbacks']>['session']>>(
    ({ session: given }) => given,
  )
  const jwt = vi.fn<NonNullable<NonNullable<FrameworkAuthConfig['callbacks']>['jwt']>>(
    ({ token }) => token,
  )
  const app = makeApp({ callbacks: { session, jwt }, ...overrides })
  const config = vi.fn<() => FrameworkAuthConfig>(() => app.config)
  return { session, jwt, config, site: openSite({ ...options, config }) }
}

async function signIn(site: Site): Promise<Visitor> {
  const visitor = site.visitor()
  await visitor.post(auth.useSignIn, form)
  expect(visitor.cookie(sessionCookie)).toBeDefined()
  return visitor
}
