import { decodeJwt } from 'jose'
import { inspect } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { redact } from '../../../src/config/redact.js'
import { refreshTokens } from '../../../src/core.js'
import { sessionCookie } from '../../support/apps/app.js'
import { fakeKey, signClaims } from '../../support/oauth/fake-keys.js'
import {
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
  attempts,
} from '../../support/oauth/sign-in.js'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('odd answers and settings', () => {
  it('two people whose `profile` gives NaN are not the same person', async () => {
    const fake = await makeProvider({ openid: false })
    const app = makeOAuthApp([
      oauth(fake, { profile: (p) => ({ id: Number(p['uuid']) as never }) }),
    ])
    const browser = app.browser()
    await expectRefused(
      browser,
      await signIn(browser, fake, { person: { uuid: 'abc' } }),
      'OAuthProfileParseError',
    )
  })
  it('ids beyond the safe integers are not rounded into one another', async () => {
    const fake = await makeProvider({ openid: false })
    const app = makeOAuthApp([oauth(fake)])
    const browser = app.browser()
    await expectRefused(
      browser,
      await signIn(browser, fake, { person: { id: 2 ** 53 + 2 } }),
      'OAuthProfileParseError',
    )
  })
  it('unreserved characters of id and secret are not escaped in the Basic header', async () => {
    const fake = await makeProvider({ clientId: '12-ab.apps.example', clientSecret: 'GOCSPX-a_b' })
    const app = makeOAuthApp([
      oidc(fake, { clientId: '12-ab.apps.example', clientSecret: 'GOCSPX-a_b' }),
    ])
    const browser = app.browser()
    expectSignedIn(browser, await signIn(browser, fake))
    expect(atob(fake.last('token').headers.get('authorization')?.slice(6) ?? '')).toBe(
      '12-ab.apps.example:GOCSPX-a_b',
    )
  })
  it('a key set that answers 503 is an outage too', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const fake = await makeProvider()
    const app = makeOAuthApp([oidc(fake)])
    const first = app.browser()
    expectSignedIn(first, await signIn(first, fake))
    vi.setSystemTime(Date.now() + 11 * 60_000)
    fake.misbehaviour = { answer: { jwks: () => new Response('down', { status: 503 }) } }
    const second = app.browser()
    expectSignedIn(second, await signIn(second, fake))
  })
  it('a long return address does not make the attempt cookie too large', async () => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([oidc(fake)]).browser()
    const response = await signIn(browser, fake, { callbackUrl: `/search?q=${'x'.repeat(3000)}` })
    expect(response.headers.get('location')).toContain('https://app.test/')
    expect(browser.cookie(sessionCookie)).toBeDefined()
  })
  it('many scopes leave no room for a return address, so the browser gets to the base URL', async () => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([oidc(fake)]).browser()
    const scope = Array.from({ length: 55 }, (_, at) => `https://api.test/auth/scope-number-${at}`)
    const query = `?${new URLSearchParams({ scope: ['openid', ...scope].join(' ') })}`
    const response = await signIn(browser, fake, { query, callbackUrl: `/${'x'.repeat(900)}` })
    expect(response.headers.get('location')).toBe('https://app.test/')
    expect(browser.cookie(sessionCookie)).toBeDefined()
  })
  it('scopes that fit into no cookie are refused before the browser leaves', async () => {
    const app = makeOAuthApp([oidc(await makeProvider())])
    const browser = app.browser()
    const refused = await press(browser, { query: `?scope=openid+${'x'.repeat(5000)}` })
    expect(refused.status).toBe(400)
    expect(attempts(browser)).toEqual([])
    expect(app.codes('error')).toEqual([])
  })
  it('ten attempts with ordinary addresses stay below 8 KB of cookies', async () => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([oidc(fake)]).browser()
    for (let tab = 0; tab < 10; tab++) await start(browser, { callbackUrl: `/${'x'.repeat(80)}` })
    expect(browser.cookieHeader().length).toBeLessThan(8192)
  })
  it('an ID token that comes along with plain OAuth does not break the refresh', async () => {
    const fake = await makeProvider()
    const app = makeOAuthApp([
      oauth(fake, {
        authorization: { url: fake.address('authorization'), params: { scope: 'openid' } },
      }),
    ])
    const browser = app.browser()
    expectSignedIn(browser, await signIn(browser, fake))
    const account = app.signedIn[0]?.account
    if (!account) throw new Error()
    expect((await refreshTokens(app.config, account)).access_token).toBeDefined()
  })
  it('what a refused refresh repeats is not in the log of the session that wanted it', async () => {
    const fake = await makeProvider()
    const app = makeOAuthApp([oauth(fake)])
    const browser = app.browser()
    expectSignedIn(browser, await signIn(browser, fake))
    const account = { ...app.signedIn[0]?.account, provider: 'op', refresh_token: 'refresh-xyz' }
    const error_description = 'refresh-xyz is not known'
    fake.misbehaviour = {
      answer: {
        token: () => Response.json({ error: 'invalid_grant', error_description }, { status: 400 }),
      },
    }
    const thrown: unknown = await refreshTokens(app.config, account).catch(
      (error: unknown) => error,
    )
    const shown = inspect(redact(new Error('The jwt callback threw.', { cause: thrown }), []), {
      depth: 9,
    })
    expect(shown).toContain('is not known')
    expect(shown).not.toContain('refresh-xyz')
  })
  it('conform repairs the answer to a refresh too', async () => {
    const fake = await makeProvider({ openid: false })
    const conform = async (r: Response): Promise<Response> =>
      Response.json({ ...((await r.json()) as object), token_type: 'bearer' })
    const app = makeOAuthApp([oauth(fake, { token: { url: fake.address('token'), conform } })])
    fake.misbehaviour = { tokens: ({ token_type: _, ...rest }) => rest }
    const browser = app.browser()
    expectSignedIn(browser, await signIn(browser, fake))
    const account = app.signedIn[0]?.account
    if (!account) throw new Error()
    expect((await refreshTokens(app.config, account)).access_token).toBeDefined()
  })
  it('of an OpenID provider are sent', async () => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([
      oidc(fake, { idToken: false, userinfo: { params: { fields: 'id' } } }),
    ]).browser()
    await signIn(browser, fake)
    expect(fake.last('userinfo').url.searchParams.get('fields')).toBe('id')
  })
  it('a profile that gives nothing is told as such', async () => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([oidc(fake, { profile: (() => undefined) as never })]).browser()
    await expectRefused(browser, await signIn(browser, fake), 'OAuthProfileParseError')
  })
  it('an address that is no text does not break the sign-in (LK3)', async () => {
    const fake = await makeProvider()
    fake.misbehaviour = { claims: (c) => ({ ...c, email: ['a@x.test'] }) }
    const browser = makeOAuthApp([oidc(fake)]).browser()
    const response = await signIn(browser, fake)
    expect(response.headers.get('location')).not.toContain('Configuration')
  })
  it('a signed response without an attempt makes no token request (AR2)', async () => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([oidc(fake)]).browser()
    const honest = fake.authorize(await start(browser))
    const claims = {
      ...Object.fromEntries(honest.params),
      aud: 'client-1',
      exp: Math.floor(Date.now() / 1000) + 60,
    }
    const params = new URLSearchParams({ response: await signClaims(claims, fake.key) })
    await comeBack(browser, { ...honest, params })
    expect(fake.count('token')).toBe(0)
  })
  it('metadata that cannot be had when the browser comes back leaves no attempt behind', async () => {
    const one = await makeProvider()
    const browser = makeOAuthApp([oidc(one)]).browser()
    const honest = one.authorize(await start(browser))
    const two = await makeProvider()
    two.misbehaviour = { answer: { discovery: () => new Response('', { status: 503 }) } }
    const later = makeOAuthApp([oidc(two)]).browser()
    for (const { name, value } of browser.cookies) later.plant(name, value)
    const refused = await comeBack(later, honest)
    expect(new URL(refused.headers.get('location') ?? '').searchParams.get('callbackUrl')).toBe(
      'https://app.test/welcome',
    )
    expect(attempts(later)).toEqual([])
  })
  it('a bad address is told at the sign-in page, and leaves no attempt', async () => {
    const fake = await makeProvider({ openid: false })
    const browser = makeOAuthApp([
      oauth(fake, {
        authorization: { url: fake.address('authorization'), request: () => 'javascript:alert(1)' },
      }),
    ]).browser()
    const response = await press(browser)
    expect(attempts(browser)).toEqual([])
    expect(response.headers.get('location')).toContain('/auth/signin?error=OAuth')
  })
  it('a lifetime as text from token.request is a number of seconds', async () => {
    const fake = await makeProvider({ openid: false })
    const app = makeOAuthApp([
      oauth(fake, {
        token: {
          url: fake.address('token'),
          request: async () => ({ tokens: { access_token: 'x', expires_in: '60' as never } }),
        },
        userinfo: { request: async () => ({ sub: 'a' }) },
      }),
    ])
    const browser = app.browser()
    expectSignedIn(browser, await signIn(browser, fake))
    expect(typeof app.signedIn[0]?.account?.expires_at).toBe('number')
  })
  it('two providers with one wellKnown and two issuers: the wrong one is refused in any order', async () => {
    const fake = await makeProvider({ endpoints: { discovery: 'https://op.test/wk' } })
    const app = makeOAuthApp([
      oidc(fake, { wellKnown: 'https://op.test/wk' }),
      oidc(fake, { id: 'bad', issuer: 'https://evil.test', wellKnown: 'https://op.test/wk' }),
    ])
    const browser = app.browser()
    await start(browser)
    const response = await press(browser, { id: 'bad' })
    expect(response.headers.get('location')).toContain('error=OAuthMetadataInvalid')
  })

  it('an assertion for a server without an issuer is meant for its token endpoint', async () => {
    const { privateKey } = await fakeKey('client', 'ES256')
    const fake = await makeProvider({ openid: false })
    const app = makeOAuthApp([
      oauth(fake, {
        token: { url: fake.address('token'), clientPrivateKey: privateKey },
        client: { token_endpoint_auth_method: 'private_key_jwt' },
      }),
    ])
    await signIn(app.browser(), fake)
    const assertion = fake.last('token').form.get('client_assertion') ?? ''
    expect(decodeJwt(assertion).aud).toBe(fake.address('token'))
  })

  it('a max_age for plain OAuth is sent, and asks for no ID token', async () => {
    const fake = await makeProvider({ openid: false })
    const authorization = { url: fake.address('authorization'), params: { max_age: 60 } }
    const browser = makeOAuthApp([oauth(fake, { authorization })]).browser()
    expectSignedIn(browser, await signIn(browser, fake))
  })

  it('IT13: user info of plain OAuth that is refused is no profile, whatever its body says', async () => {
    const fake = await makeProvider({ openid: false })
    const browser = makeOAuthApp([oauth(fake)]).browser()
    const body = { id: 'somebody', sub: 'somebody', email: 'a@x.test' }
    fake.misbehaviour = { answer: { userinfo: () => Response.json(body, { status: 401 }) } }
    await expectRefused(browser, await signIn(browser, fake), 'OAuthResponseInvalid')
  })

  it.each<[string, unknown]>([
    ['a list', [{ id: 'somebody' }]],
    ['null', null],
    ['a text', 'somebody'],
  ])('IT13: user info of plain OAuth that is %s is no profile', async (_what, body) => {
    const fake = await makeProvider({ openid: false })
    const profile = (): { id: string } => ({ id: 'somebody' })
    const browser = makeOAuthApp([oauth(fake, { profile })]).browser()
    fake.misbehaviour = { userinfo: () => body }
    await expectRefused(browser, await signIn(browser, fake), 'OAuthResponseInvalid')
  })

  it('BC2: a request is not pushed over plain http, wherever the metadata points', async () => {
    const fake = await makeProvider()
    fake.misbehaviour = {
      metadata: (metadata) => ({
        ...metadata,
        pushed_authorization_request_endpoint: 'http://op.test/par',
      }),
    }
    const browser = makeOAuthApp([oidc(fake, { pushedRequests: true })]).browser()
    const response = await press(browser)
    expect(response.headers.get('location')).toContain('/auth/signin?error=OAuthRequestFailed')
    expect(attempts(browser)).toEqual([])
  })
})
