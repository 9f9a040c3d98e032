import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { refreshTokens } from '../../../src/core.js'
import {
  expectRefused,
  expectSignedIn,
  makeOAuthApp,
  makeProvider,
  oidc,
  signIn,
  type OAuthApp,
} from '../../support/oauth/sign-in.js'

const print = ({ logs }: OAuthApp): string =>
  inspect(logs, { depth: 20, showHidden: true, maxStringLength: null })

describe('AR12, IT10: what a visitor adds', () => {
  it('cannot soften default_max_age', async () => {
    const fake = await makeProvider()
    const old = Math.floor(Date.now() / 1000) - 5000
    fake.misbehaviour = { claims: (claims) => ({ ...claims, auth_time: old }) }
    const browser = makeOAuthApp([oidc(fake, { client: { default_max_age: 60 } })]).browser()
    await expectRefused(browser, await signIn(browser, fake, { query: '?max_age=999999' }))
  })
})

describe('AR2: a response of the implicit flow', () => {
  it.each([
    ['an access token', 'access_token', 'x'],
    ['an empty error', 'error', ''],
  ])('with %s beside its code makes no token request', async (_what, name, value) => {
    const fake = await makeProvider()
    fake.misbehaviour = { response: (params) => params.set(name, value) }
    await signIn(makeOAuthApp([oidc(fake)]).browser(), fake)
    expect(fake.count('token')).toBe(0)
  })
})

describe('BC8: the log', () => {
  it('holds no code and no verifier when the provider repeats them in its words', async () => {
    const fake = await makeProvider()
    const app = makeOAuthApp([oidc(fake)], { debug: true })
    const answer = {
      token: ({ form }: { form: URLSearchParams }): Response => {
        const error_description = `${form.get('code')} with ${form.get('code_verifier')} is unknown`
        return Response.json({ error: 'invalid_grant', error_description }, { status: 400 })
      },
    }
    fake.misbehaviour = { answer }
    await signIn(app.browser(), fake)
    const { form } = fake.last('token')
    expect.soft(print(app)).not.toContain(form.get('code'))
    expect.soft(print(app)).not.toContain(form.get('code_verifier'))
  })

  it('holds no access token when user info repeats it in its challenge', async () => {
    const fake = await makeProvider()
    const app = makeOAuthApp([oidc(fake, { idToken: false })], { debug: true })
    let token = ''
    const answer = {
      userinfo: ({ headers }: { headers: Headers }): Response => {
        token = headers.get('authorization')?.slice('Bearer '.length) ?? 'none'
        const challenge = `Bearer error="invalid_token", error_description="Unknown: ${token}"`
        return new Response(null, { status: 401, headers: { 'www-authenticate': challenge } })
      },
    }
    fake.misbehaviour = { answer }
    await signIn(app.browser(), fake)
    expect(print(app)).not.toContain(token)
  })

  it.each<[string, (jwt: string) => string]>([
    ['of two parts', (jwt) => jwt.split('.').slice(0, 2).join('.')],
    ['of no parts', () => 'an-opaque-id-token-0123456789'],
  ])('holds no ID token %s', async (_what, change) => {
    const fake = await makeProvider()
    const app = makeOAuthApp([oidc(fake)], { debug: true })
    let said = ''
    fake.misbehaviour = { idToken: (jwt) => (said = change(jwt)) }
    await signIn(app.browser(), fake)
    expect(print(app)).not.toContain(said)
  })
})

describe('IT16: new tokens for old ones', () => {
  it('are refused with an error of the family when the old ID token is no JWT', async () => {
    const fake = await makeProvider()
    const app = makeOAuthApp([oidc(fake)])
    const browser = app.browser()
    expectSignedIn(browser, await signIn(browser, fake))
    const account = app.signedIn[0]?.account
    if (!account) throw new Error('There is no account.')
    await expect(
      refreshTokens(app.config, { ...account, id_token: 'nonsense' }),
    ).rejects.toMatchObject({ type: 'OAuthResponseInvalid' })
  })
})

describe('to decide: no row says it, but each is a weaker answer than was asked for', () => {
  it('IT13: `userinfo.request` of an OpenID provider about another person is refused', async () => {
    const fake = await makeProvider()
    const userinfo = {
      url: fake.address('userinfo'),
      request: async () => ({ sub: 'somebody-else' }),
    }
    const browser = makeOAuthApp([oidc(fake, { idToken: false, userinfo })]).browser()
    await expectRefused(browser, await signIn(browser, fake))
  })

  it('BC7: a Bearer token is refused where one that is bound to a key was asked for', async () => {
    const fake = await makeProvider()
    fake.misbehaviour = { tokens: (tokens) => ({ ...tokens, token_type: 'Bearer' }) }
    const browser = makeOAuthApp([oidc(fake, { dpop: true, id: 'bound' })]).browser()
    await expectRefused(browser, await signIn(browser, fake, { id: 'bound' }))
  })
})
