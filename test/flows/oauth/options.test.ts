import { afterEach, describe, expect, it, vi } from 'vitest'
import { customFetch } from '../../../src/core.js'
import type { OAuth2Config, OIDCConfig } from '../../../src/model/oauth.js'
import type { Profile } from '../../../src/model/records.js'
import { sessionCookie } from '../../support/apps/app.js'
import { fakeKey, signClaims, type Claims } from '../../support/oauth/fake-keys.js'
import type { FakeProvider } from '../../support/oauth/fake-provider.js'
import {
  attemptCookie,
  attempts,
  comeBack,
  expectRefused,
  expectSignedIn,
  makeOAuthApp,
  makeProvider,
  oauth,
  oidc,
  press,
  signIn,
  start,
} from '../../support/oauth/sign-in.js'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function openOidc(config: Partial<OIDCConfig<Profile>> = {}) {
  const fake = await makeProvider()
  const app = makeOAuthApp([oidc(fake, config)])
  return { fake, app, browser: app.browser() }
}

async function openOAuth(config: Partial<OAuth2Config<Profile>> = {}) {
  const fake = await makeProvider({ openid: false })
  const app = makeOAuthApp([oauth(fake, config)])
  return { fake, app, browser: app.browser() }
}

const drop =
  (...names: string[]) =>
  (params: URLSearchParams): void =>
    names.forEach((name) => params.delete(name))

describe('checks', () => {
  const sent = (location: string): string[] =>
    ['state', 'nonce', 'code_challenge'].filter((name) => new URL(location).searchParams.has(name))

  it.each<[OIDCConfig<Profile>['checks'], string[]]>([
    [undefined, ['state', 'nonce', 'code_challenge']],
    [['pkce'], ['state', 'code_challenge']],
    [['state'], ['state']],
    [['nonce'], ['state', 'nonce']],
    [['none'], []],
    [['pkce', 'none'], []],
  ])(
    '%j of OpenID Connect sends what it says, and state to find the attempt by',
    async (checks, names) => {
      const { fake, browser } = await openOidc({ checks })
      const location = await start(browser)
      expect(sent(location)).toEqual(names)
      expectSignedIn(browser, await comeBack(browser, fake.authorize(location)))
    },
  )

  it('none still needs the attempt of this browser', async () => {
    const { fake, app } = await openOAuth({ checks: ['none'] })
    const stolen = fake.authorize(await start(app.browser()))
    const victim = app.browser()
    await expectRefused(victim, await comeBack(victim, stolen), 'OAuthAttemptLost')
    expect(fake.count('token')).toBe(0)
  })

  it('none of plain OAuth works', async () => {
    const { fake, browser } = await openOAuth({ checks: ['none'] })
    expectSignedIn(browser, await signIn(browser, fake))
    expect(fake.last('token').form.has('code_verifier')).toBe(false)
  })
})

describe('the endpoints of a provider', () => {
  it('are those of the `wellKnown` document', async () => {
    const fake = await makeProvider({ endpoints: { discovery: 'https://op.test/elsewhere' } })
    const wellKnown = 'https://op.test/elsewhere'
    for (const issuer of ['https://op.test', undefined]) {
      const browser = makeOAuthApp([oidc(fake, { wellKnown, issuer })]).browser()
      expectSignedIn(browser, await signIn(browser, fake))
    }
  })

  it("are those of the issuer's metadata, with its path", async () => {
    const fake = await makeProvider({ issuer: 'https://op.test/realms/one' })
    const browser = makeOAuthApp([oidc(fake)]).browser()
    expectSignedIn(browser, await signIn(browser, fake))
    expect(fake.received[0]?.url.pathname).toBe('/realms/one/.well-known/openid-configuration')
  })

  it('are those of the config, each on its own', async () => {
    const endpoints = {
      token: 'https://other.test/t',
      jwks: 'https://other.test/k',
      userinfo: 'https://other.test/u',
      authorization: 'https://other.test/a',
    }
    const fake = await makeProvider({ endpoints })
    fake.misbehaviour = {
      metadata: (given) => ({
        ...given,
        token_endpoint: 'https://op.test/no',
        jwks_uri: 'https://op.test/no',
        userinfo_endpoint: 'https://op.test/no',
        authorization_endpoint: 'https://op.test/no',
      }),
    }
    const config = {
      jwks_endpoint: endpoints.jwks,
      token: endpoints.token,
      userinfo: { url: endpoints.userinfo },
      authorization: `${endpoints.authorization}?audience=x`,
      idToken: false,
    }
    const browser = makeOAuthApp([oidc(fake, config)]).browser()
    const location = await start(browser)
    expect(new URL(location).searchParams.get('audience')).toBe('x')
    expectSignedIn(browser, await comeBack(browser, fake.authorize(location)))
    // All is configured: there was nothing to discover.
    expect(fake.count('discovery')).toBe(0)
  })
})

describe('profiles and accounts', () => {
  it('come from the ID token, and are stored under the id of the provider', async () => {
    const { fake, app, browser } = await openOidc()
    expectSignedIn(browser, await signIn(browser, fake))
    const [message] = app.signedIn
    expect(message?.user).toEqual({
      id: 'op:subject-1',
      name: 'Ada',
      email: 'ada@example.test',
      image: 'https://img.example.test/ada.png',
    })
    expect(message?.account).toMatchObject({
      provider: 'op',
      type: 'oidc',
      providerAccountId: 'subject-1',
      token_type: 'bearer',
      scope: 'openid profile email',
    })
    expect(message?.account?.expires_at).toBeGreaterThan(Date.now() / 1000 + 3500)
    expect(message?.profile).toMatchObject({ sub: 'subject-1', aud: 'client-1' })
    expect(fake.count('userinfo')).toBe(0)
  })

  it('come from user info with idToken: false, and an ID token must still come', async () => {
    const { fake, app, browser } = await openOidc({ idToken: false })
    fake.misbehaviour = { userinfo: (profile) => ({ ...profile, name: 'From user info' }) }
    expectSignedIn(browser, await signIn(browser, fake))
    expect(app.signedIn[0]?.user.name).toBe('From user info')
  })

  it('are what `profile` makes of them, with the tokens at hand', async () => {
    const profile = vi.fn(async ({ sub }: Profile) => ({ id: `${sub}!`, email: 'UP@Example.test' }))
    const { fake, app, browser } = await openOidc({ profile })
    expectSignedIn(browser, await signIn(browser, fake))
    expect(app.signedIn[0]?.user).toMatchObject({ id: 'op:subject-1!', email: 'up@example.test' })
    expect(profile).toHaveBeenCalledWith(
      expect.objectContaining({ name: 'Ada' }),
      expect.objectContaining({ access_token: expect.stringMatching(/^access/) }),
      expect.objectContaining({ params: expect.objectContaining({ iss: fake.options.issuer }) }),
    )
  })

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('boom')
      },
    ],
    ['gives no id', () => ({ name: 'Ada' })],
    ['gives an empty id', () => ({ id: '' })],
    ['gives an object for an id', () => ({ id: {} })],
    ['gives null for an id', () => ({ id: null })],
    ['gives NaN in a text', async () => ({ id: undefined })],
  ])('are refused when `profile` %s', async (_what, profile) => {
    const { fake, app, browser } = await openOidc({ profile: profile as never })
    await expectRefused(browser, await signIn(browser, fake), 'OAuthProfileParseError')
    expect(app.codes('error')).toEqual(['OAuthProfileParseError'])
  })

  it('take a number for an id', async () => {
    const { fake, app, browser } = await openOAuth({ profile: () => ({ id: 42 as never }) })
    expectSignedIn(browser, await signIn(browser, fake))
    expect(app.signedIn[0]?.account?.providerAccountId).toBe('42')
  })

  it('of plain OAuth keep an ID token that comes along, unread', async () => {
    const { fake, app, browser } = await openOAuth()
    fake.misbehaviour = { tokens: (given) => ({ ...given, id_token: 'unread' }) }
    expectSignedIn(browser, await signIn(browser, fake))
    expect(app.signedIn[0]?.account).toMatchObject({ type: 'oauth', id_token: 'unread' })
  })

  it('are asked about by the signIn callback, which can refuse', async () => {
    const fake = await makeProvider()
    const app = makeOAuthApp([oidc(fake)], {
      callbacks: { signIn: ({ profile }) => profile?.sub !== 'subject-1' },
    })
    const browser = app.browser()
    const response = await signIn(browser, fake)
    expect(response.headers.get('location')).toBe('https://app.test/auth/error?error=AccessDenied')
    expect(browser.cookie(sessionCookie)).toBeUndefined()
    expect(attempts(browser)).toEqual([])
  })
})

describe('the endpoints that an app sets itself', () => {
  it('authorization.params are sent, objects as JSON', async () => {
    const params = {
      scope: 'openid',
      prompt: 'login',
      claims: { a: 1 },
      max_age: 60,
      empty: undefined,
    }
    const { browser } = await openOidc({ authorization: { params } })
    const { searchParams } = new URL(await start(browser))
    expect(Object.fromEntries(searchParams)).toMatchObject({
      scope: 'openid',
      prompt: 'login',
      claims: '{"a":1}',
      max_age: '60',
    })
    expect(searchParams.has('empty')).toBe(false)
  })

  it('authorization.request says where to go', async () => {
    const { browser } = await openOAuth({
      authorization: {
        url: 'https://op.test/authorization',
        request: ({ params, provider }) =>
          `https://else.test/start?client=${String(params['client_id'])}&at=${provider.authorization?.url.host}`,
      },
    })
    expect(await start(browser)).toBe('https://else.test/start?client=client-1&at=op.test')
    expect(attempts(browser)).toHaveLength(1)
  })

  it.each(['javascript:alert(1)', 'nonsense', ''])(
    'authorization.request cannot lead to %j',
    async (url) => {
      const { browser } = await openOAuth({
        authorization: { url: 'https://op.test/authorization', request: () => url },
      })
      const response = await press(browser)
      expect(response.status).toBe(302)
      expect(response.headers.get('location')).toContain('https://app.test/auth/')
    },
  )

  it('token.params are sent along', async () => {
    const { fake, browser } = await openOidc({ token: { params: { audience: 'api', n: 1 } } })
    expectSignedIn(browser, await signIn(browser, fake))
    expect(fake.last('token').form.get('audience')).toBe('api')
    expect(fake.last('token').form.get('n')).toBe('1')
  })

  it('token.conform repairs what is broken', async () => {
    const conform = async (response: Response): Promise<Response | undefined> => {
      const body = (await response.json()) as Claims
      return Response.json({ ...body, token_type: 'bearer' })
    }
    const { fake, browser } = await openOidc({ token: { conform } })
    fake.misbehaviour = { tokens: ({ token_type: _, ...rest }) => rest }
    expectSignedIn(browser, await signIn(browser, fake))
    const idle = await openOidc({ token: { conform: () => undefined } })
    expectSignedIn(idle.browser, await signIn(idle.browser, idle.fake))
  })

  it('token.request exchanges the code, with the checks at hand', async () => {
    const request = vi.fn(async () => ({ tokens: { access_token: 'mine', expires_in: 60 } }))
    const userinfo = { request: async () => ({ sub: 'own', name: 'Own' }) }
    const { fake, app, browser } = await openOAuth({
      token: { url: 'https://op.test/token', request },
      userinfo,
    })
    const location = await start(browser)
    expectSignedIn(browser, await comeBack(browser, fake.authorize(location)))
    expect(request).toHaveBeenCalledWith(
      expect.objectContaining({
        params: expect.objectContaining({ code: expect.stringMatching(/^code-/) }),
        checks: expect.objectContaining({
          state: new URL(location).searchParams.get('state'),
          code_verifier: expect.stringMatching(/^[\w-]{43}$/),
        }),
        provider: expect.objectContaining({
          id: 'op',
          callbackUrl: 'https://app.test/auth/callback/op',
        }),
      }),
    )
    expect(app.signedIn[0]).toMatchObject({
      user: { id: 'op:own', name: 'Own' },
      account: { access_token: 'mine', expires_at: expect.any(Number) },
    })
    expect(fake.received).toEqual([])
  })

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('boom')
      },
    ],
    ['gives nothing', () => undefined],
    ['gives no tokens', () => ({})],
  ])('token.request that %s is refused', async (_what, request) => {
    const { fake, browser } = await openOAuth({
      token: { url: 'https://op.test/token', request: request as never },
    })
    await expectRefused(browser, await signIn(browser, fake))
  })

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('boom')
      },
    ],
    ['gives nothing', () => undefined],
    ['gives a list', () => []],
    ['gives a text', () => 'x'],
  ])('userinfo.request that %s is refused', async (_what, request) => {
    const { fake, browser } = await openOAuth({ userinfo: { request: request as never } })
    await expectRefused(browser, await signIn(browser, fake))
  })

  it('userinfo.params are sent along', async () => {
    const { fake, browser } = await openOAuth({
      userinfo: { url: 'https://op.test/userinfo?fields=id,name', params: { v: 2 } },
    })
    expectSignedIn(browser, await signIn(browser, fake))
    expect(fake.last('userinfo').url.search).toBe('?fields=id%2Cname&v=2')
    expect(fake.last('userinfo').headers.get('authorization')).toMatch(/^Bearer access/)
  })
})

describe('providers as they are listed', () => {
  it('may be functions', async () => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([() => oidc(fake)]).browser()
    expectSignedIn(browser, await signIn(browser, fake))
  })

  it('lay the options of a factory over its defaults: arrays replace, parameters add up', async () => {
    const fake = await makeProvider()
    const authorization = { params: { scope: 'openid', prompt: 'login' } }
    const options = {
      checks: ['state' as const],
      authorization: { params: { scope: 'openid email' } },
      clientId: 'client-1',
      name: undefined,
      [customFetch]: fake.fetch,
    }
    const config = oidc(fake, { authorization, checks: ['pkce', 'nonce'], clientId: 'x', options })
    delete config[customFetch]
    const browser = makeOAuthApp([config]).browser()
    const location = await start(browser)
    const { searchParams } = new URL(location)
    expect(searchParams.get('scope')).toBe('openid email')
    expect(searchParams.get('prompt')).toBe('login')
    expect(searchParams.has('code_challenge') || searchParams.has('nonce')).toBe(false)
    expectSignedIn(browser, await comeBack(browser, fake.authorize(location)))
  })

  it('lay an address as text over one with parameters', async () => {
    const fake = await makeProvider()
    const config = oidc(fake, {
      authorization: 'https://op.test/authorization?prompt=login',
      options: { authorization: { params: { scope: 'openid' } } },
    })
    const location = await start(makeOAuthApp([config]).browser())
    expect(new URL(location).searchParams.get('scope')).toBe('openid')
    expect(location).toContain('https://op.test/authorization?')
  })

  it('use the platform\u2019s fetch unless they bring one', async () => {
    const fake = await makeProvider()
    const { [customFetch]: _, ...config } = oidc(fake)
    vi.stubGlobal('fetch', fake.fetch)
    const browser = makeOAuthApp([config]).browser()
    expectSignedIn(browser, await signIn(browser, fake))
  })

  it('are shown with their address, and on the sign-in page', async () => {
    const { browser } = await openOidc()
    const list = await (await browser.fetch('/auth/providers')).json()
    expect(list).toEqual({
      op: {
        id: 'op',
        name: 'OP',
        type: 'oidc',
        signinUrl: 'https://app.test/auth/signin/op',
        callbackUrl: 'https://app.test/auth/callback/op',
      },
    })
    const page = await browser.fetchPage('/auth/signin?callbackUrl=/welcome')
    const sent = await browser.postForm(page)
    expect(sent.response.headers.get('location')).toContain('https://op.test/authorization?')
  })
})

describe('AR11: a response that is posted', () => {
  const authorization = { params: { response_mode: 'form_post' } }
  const sameSite = (
    browser: ReturnType<ReturnType<typeof makeOAuthApp>['browser']>,
    prefix: string,
  ) => browser.cookies.find(({ name }) => name.startsWith(prefix))?.sameSite?.toLowerCase()

  it('AR11: signs in from another site, and the session cookie stays Lax', async () => {
    const { fake, browser } = await openOidc({ authorization })
    const location = await start(browser)
    expect(sameSite(browser, attemptCookie)).toBe('none')
    const back = fake.authorize(location)
    expect(back.isPosted).toBe(true)
    expectSignedIn(browser, await comeBack(browser, back))
    expect(sameSite(browser, sessionCookie)).toBe('lax')
  })

  it('AR11: brings errors as well', async () => {
    const { fake, browser } = await openOidc({ authorization })
    fake.misbehaviour = {
      response: (params) => {
        params.delete('code')
        params.set('error', 'access_denied')
      },
    }
    const refused = await signIn(browser, fake)
    const location = await expectRefused(browser, refused, 'OAuthCallbackError')
    expect(location.searchParams.get('code')).toBe('access_denied')
  })

  it('AR11: is read as it came: a doubled code is seen', async () => {
    const { fake, browser } = await openOidc({ authorization })
    fake.misbehaviour = { response: (params) => params.append('code', 'x') }
    await expectRefused(browser, await signIn(browser, fake))
    expect(fake.count('token')).toBe(0)
  })

  it('AR11: is what the form says: the query of its address adds nothing', async () => {
    const { fake, browser } = await openOidc({ authorization })
    const { redirectUri, ...back } = fake.authorize(await start(browser))
    const response = { ...back, redirectUri: `${redirectUri}?code=another&error=access_denied` }
    expectSignedIn(browser, await comeBack(browser, response))
  })

  it('AR11: without an attempt does not sign the visitor in', async () => {
    const { fake, app } = await openOidc({ authorization })
    const stolen = fake.authorize(await start(app.browser()))
    const victim = app.browser()
    await expectRefused(victim, await comeBack(victim, stolen), 'OAuthAttemptLost')
  })
})

describe('a response that must be signed', () => {
  const claimsOf = (params: URLSearchParams): Claims => ({
    ...Object.fromEntries(params),
    aud: 'client-1',
    exp: Math.floor(Date.now() / 1000) + 60,
  })

  async function answer(change: (claims: Claims) => Claims, kid = 'first') {
    const { fake, browser } = await openOidc({ signedResponses: true })
    const location = await start(browser)
    expect(new URL(location).searchParams.get('response_mode')).toBe('jwt')
    const honest = fake.authorize(location)
    const key = { ...(await fakeKey(kid)), kid: 'first' }
    const response = await signClaims(change(claimsOf(honest.params)), key)
    const params = new URLSearchParams({ response })
    return { fake, browser, response: await comeBack(browser, { ...honest, params }) }
  }

  it('is accepted when it is', async () => {
    const { browser, response } = await answer((claims) => claims)
    expectSignedIn(browser, response)
  })

  it.each<[string, (claims: Claims) => Claims]>([
    ['for another client', (claims) => ({ ...claims, aud: 'client-2' })],
    ['by another issuer', (claims) => ({ ...claims, iss: 'https://evil.test' })],
    ['too long ago', (claims) => ({ ...claims, exp: 1 })],
    ['for ever', ({ exp: _, ...claims }) => claims],
  ])('is refused when it was signed %s', async (_what, change) => {
    const { fake, browser, response } = await answer(change)
    await expectRefused(browser, response)
    expect(fake.count('token')).toBe(0)
  })

  it('is refused when it is unsigned or signed with another key', async () => {
    const { fake, browser, response } = await answer((claims) => claims, 'other')
    await expectRefused(browser, response)
    expect(fake.count('token')).toBe(0)
    const plain = await openOidc({ signedResponses: true })
    await expectRefused(plain.browser, await signIn(plain.browser, plain.fake))
    expect(plain.fake.count('token')).toBe(0)
  })
})

describe('a look at the callback', () => {
  it('HEAD uses nothing up', async () => {
    const { fake, browser } = await openOidc()
    const honest = fake.authorize(await start(browser))
    const looked = await browser.send(`${honest.redirectUri}?${honest.params}`, { method: 'HEAD' })
    expect(looked.status).toBe(200)
    expect(attempts(browser)).toHaveLength(1)
    expect(fake.count('token')).toBe(0)
    expectSignedIn(browser, await comeBack(browser, honest))
  })
})

describe('a provider that is down', () => {
  const fail = (): never => {
    throw new TypeError('fetch failed')
  }

  it('is told at the sign-in page, which remembers where to go', async () => {
    const { fake, app, browser } = await openOidc()
    const honest = fake.authorize(await start(browser))
    fake.misbehaviour = { answer: { token: fail } }
    const refused = await comeBack(browser, honest)
    const location = await expectRefused(browser, refused, 'OAuthRequestFailed')
    expect(location.searchParams.get('callbackUrl')).toBe('https://app.test/welcome')
    expect(app.codes('error')).toEqual(['OAuthRequestFailed'])
  })

  it('is asked again after a failure', async () => {
    const { fake, browser } = await openOidc()
    fake.misbehaviour = { answer: { discovery: fail } }
    await expectRefused(browser, await press(browser), 'OAuthRequestFailed')
    fake.misbehaviour = {}
    expectSignedIn(browser, await signIn(browser, fake))
  })

  const signInAt = async (
    app: ReturnType<typeof makeOAuthApp>,
    fake: FakeProvider,
    after: number,
  ) => {
    vi.setSystemTime(Date.now() + after)
    const browser = app.browser()
    return { browser, response: await press(browser), fake }
  }

  it('lives on by its old metadata and keys, for a day', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { fake, app } = await openOidc()
    const first = app.browser()
    expectSignedIn(first, await signIn(first, fake))
    fake.misbehaviour = { answer: { discovery: fail, jwks: fail } }
    vi.setSystemTime(Date.now() + 2 * 3_600_000)
    const second = app.browser()
    expectSignedIn(second, await signIn(second, fake))
    expect(fake.count('discovery')).toBe(2)
    const third = app.browser()
    expectSignedIn(third, await signIn(third, fake))
    // A failing source is left alone for a while.
    expect(fake.count('discovery')).toBe(2)
    const { response } = await signInAt(app, fake, 25 * 3_600_000)
    expect(response.headers.get('location')).toContain('error=OAuthRequestFailed')
  })

  it('is asked for its metadata again after an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { fake, app } = await openOidc()
    await signInAt(app, fake, 0)
    await signInAt(app, fake, 59 * 60_000)
    expect(fake.count('discovery')).toBe(1)
    await signInAt(app, fake, 2 * 60_000)
    expect(fake.count('discovery')).toBe(2)
  })

  it('is asked once for its metadata by many at once', async () => {
    const { fake, app } = await openOidc()
    await Promise.all(Array.from({ length: 20 }, () => press(app.browser())))
    expect(fake.count('discovery')).toBe(1)
  })

  it('old keys are not used in place of an unknown one', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { fake, app } = await openOidc()
    const first = app.browser()
    expectSignedIn(first, await signIn(first, fake))
    vi.setSystemTime(Date.now() + 3_600_000)
    fake.misbehaviour = { answer: { jwks: fail }, signWith: await fakeKey('other') }
    const browser = app.browser()
    const refused = await signIn(browser, fake)
    expect(refused.headers.get('location')).toContain('/auth/signin?error=OAuth')
    expect(browser.cookie(sessionCookie)).toBeUndefined()
  })
})

describe('a response without an issuer', () => {
  it('is good at a plain OAuth server that has no name, and `iss` is not compared there', async () => {
    const { fake, browser } = await openOAuth()
    fake.misbehaviour = { response: drop('iss') }
    expectSignedIn(browser, await signIn(browser, fake))
    fake.misbehaviour = {}
    const { fake: named, browser: other } = await openOAuth()
    expectSignedIn(other, await signIn(other, named))
  })
})
