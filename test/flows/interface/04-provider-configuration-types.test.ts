import { describe, expect, expectTypeOf, it } from 'vitest'
import type {
  AccountCallback,
  OAuth2Config,
  OAuthConfig,
  OAuthEndpointType,
  OAuthProviderButtonStyles,
  OAuthUserConfig,
  OIDCConfig,
  OIDCUserConfig,
  ProfileCallback,
} from '../../../src/model/oauth.js'
import type {
  AuthorizationParameters,
  CallbackParamsType,
  OAuthChecks,
} from '../../../src/model/oauth-parameters.js'
import type {
  AuthorizationEndpointHandler,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from '../../../src/model/oauth-endpoints.js'
import type { OAuthProviderId } from '../../../src/model/built-in-ids.js'
import type {
  AppProvider,
  AppProviders,
  BuiltInProviderType,
  CommonProviderOptions,
  Provider,
  ProviderType,
  RedirectableProviderType,
} from '../../../src/model/provider.js'
import type { GetSessionResult } from '../../../src/model/results.js'
import type { Profile, Session, TokenSet } from '../../../src/model/records.js'
import Credentials from '../../../src/providers/credentials.js'
import Passkey from '../../../src/providers/passkey.js'
import WebAuthn from '../../../src/providers/webauthn.js'
import {
  enter,
  enterAnew,
  makeAccountsApp,
  verifiedClaims,
} from '../../support/apps/accounts-app.js'
import { recordingProvider } from '../../support/apps/mail-app.js'
import { ada, makeApp, passwordProvider } from '../../support/apps/app.js'
import {
  makeOAuthApp,
  makeProvider,
  oauth,
  oidc,
  signIn,
  start,
} from '../../support/oauth/sign-in.js'
import { begin, makePasskeyApp } from '../../support/apps/passkey-app.js'

async function makeSignIn(overrides: Partial<OAuth2Config<Profile>> = {}) {
  const fake = await makeProvider()
  const app = makeOAuthApp([oauth(fake, overrides)])
  const browser = app.browser()
  await signIn(browser, fake)
  return { app, browser, fake, event: app.signedIn[0] }
}

describe('Provider types', () => {
  it('`ProviderType` has five values', () => {
    expectTypeOf<ProviderType>().toEqualTypeOf<
      'oidc' | 'oauth' | 'email' | 'credentials' | 'webauthn'
    >()
  })

  it('`RedirectableProviderType` is e-mail or credentials', () => {
    expectTypeOf<RedirectableProviderType>().toEqualTypeOf<'email' | 'credentials'>()
  })

  it('`OAuthEndpointType` names three endpoints', () => {
    expectTypeOf<OAuthEndpointType>().toEqualTypeOf<'authorization' | 'token' | 'userinfo'>()
  })

  it('`BuiltInProviderType` unites the redirectable types, the OAuth ids and the WebAuthn type', () => {
    expectTypeOf<BuiltInProviderType>().toEqualTypeOf<
      RedirectableProviderType | OAuthProviderId | 'webauthn'
    >()
  })

  it('the OAuth provider ids are a fixed list of lowercase strings with `passkey` and `webauthn`', () => {
    expectTypeOf<'passkey' | 'webauthn' | 'github'>().toExtend<OAuthProviderId>()
    expectTypeOf<string>().not.toExtend<OAuthProviderId>()
    expectTypeOf<OAuthProviderId>().toEqualTypeOf<Lowercase<OAuthProviderId>>()
  })
})

describe('CommonProviderOptions', () => {
  it('`id`, `name` and `type` are shared by all provider types', () => {
    expectTypeOf<keyof CommonProviderOptions>().toEqualTypeOf<'id' | 'name' | 'type'>()
    expectTypeOf<OAuth2Config<Profile> | OIDCConfig<Profile>>().toExtend<CommonProviderOptions>()
  })

  it('`id` is unique: two providers cannot share one', async () => {
    const app = makeApp({ providers: [passwordProvider, passwordProvider] })
    expect((await app.browser().fetch('/auth/signin')).status).toBe(500)
    expect(app.codes('error')).toEqual(['DuplicateProvider'])
  })

  it('`id` is part of the URL', async () => {
    const app = makeOAuthApp([oauth(await makeProvider(), { id: 'mine' })])
    const { searchParams } = new URL(await start(app.browser(), { id: 'mine' }))
    expect(searchParams.get('redirect_uri')).toBe('https://app.test/auth/callback/mine')
  })

  it('`name` is on the button of the sign-in page', async () => {
    const app = makeOAuthApp([oauth(await makeProvider(), { name: 'Acme' })])
    const html = await (await app.browser().fetch('/auth/signin')).text()
    const [, button = ''] = /<button[^>]*>(.*?)<\/button>/s.exec(html) ?? []
    expect(button.replaceAll(/<[^>]*>/g, '').trim()).toBe('Sign in with Acme')
  })

  it.each([
    ['oauth', async () => oauth(await makeProvider())],
    ['oidc', async () => oidc(await makeProvider())],
    ['email', async () => recordingProvider([])],
    ['credentials', async () => passwordProvider],
    ['webauthn', async () => Passkey()],
  ])('`type` is %s for such a provider', async (type, make) => {
    const app = makePasskeyApp({ providers: [await make()] })
    const listed = await (await app.browser().fetch('/auth/providers')).json()
    expect(Object.values(Object(listed))).toMatchObject([{ type }])
  })

  it('an `AppProvider` needs `callbackUrl` and `signinUrl`', () => {
    expectTypeOf<AppProvider>().toExtend<
      CommonProviderOptions & { callbackUrl: string; signinUrl: string }
    >()
  })

  it('an `AppProvider` has `callbackUrl` and `signinUrl`', async () => {
    const app = makeOAuthApp([oauth(await makeProvider())])
    expect(await (await app.browser().fetch('/auth/providers')).json()).toEqual({
      op: {
        id: 'op',
        name: 'OP',
        type: 'oauth',
        callbackUrl: 'https://app.test/auth/callback/op',
        signinUrl: 'https://app.test/auth/signin/op',
      },
    })
  })
})

describe('OAuth2Config', () => {
  it('`id`, `name` and `type` are required', () => {
    type Needed = Pick<OAuth2Config<Profile>, 'id' | 'name' | 'type'>
    expectTypeOf<Needed>().toExtend<OAuth2Config<Profile>>()
    expectTypeOf<Omit<Needed, 'id'>>().not.toExtend<OAuth2Config<Profile>>()
    expectTypeOf<Omit<Needed, 'name'>>().not.toExtend<OAuth2Config<Profile>>()
    expectTypeOf<Omit<Needed, 'type'>>().not.toExtend<OAuth2Config<Profile>>()
    expectTypeOf<Needed['type']>().toEqualTypeOf<'oauth'>()
  })

  it('`account` keeps the standard tokens by default', async () => {
    const app = await makeAccountsApp()
    app.op.misbehaviour = {
      tokens: (tokens) => ({ ...tokens, session_state: 'state-1', not_standard: 'x' }),
    }
    await enterAnew(app)
    const account = await app.store.adapter.getAccount?.('subject-1', 'op')
    const kept = [
      'access_token',
      'id_token',
      'refresh_token',
      'expires_at',
      'scope',
      'token_type',
      'session_state',
    ]
    const keys = ['provider', 'providerAccountId', 'type', 'userId', 'issuer']
    expect(Object.keys(account ?? {}).toSorted()).toEqual([...kept, ...keys].toSorted())
    expect(kept.filter((name) => !account?.[name])).toEqual([])
  })

  it('`account` receives the tokens and returns what is stored, or nothing', async () => {
    for (const kept of [{ scope: 'mine' }, undefined]) {
      const seen: TokenSet[] = []
      const account: AccountCallback = (tokens) => (seen.push(tokens), kept)
      const app = await makeAccountsApp({ opOptions: { account } })
      await enterAnew(app)
      const stored = await app.store.adapter.getAccount?.('subject-1', 'op')
      expect([stored?.scope, stored?.access_token]).toEqual([kept?.scope, undefined])
      expect(seen).toMatchObject([{ access_token: expect.any(String) as string }])
    }
  })

  it('`profile` keeps `id`, `email`, `name` and `image` by default', async () => {
    const { event } = await makeSignIn()
    expect(event?.user).toMatchObject({
      name: 'Ada',
      email: 'ada@example.test',
      image: 'https://img.example.test/ada.png',
    })
    expect(event?.account?.providerAccountId).toBe('subject-1')
  })

  it('`profile` receives the profile and the tokens, and may be async', async () => {
    const seen: [Profile, TokenSet][] = []
    const { browser } = await makeSignIn({
      profile: async (profile, tokens) => {
        seen.push([profile, tokens])
        return { id: 'x', name: 'Mapped' }
      },
    })
    expect((await browser.session())?.user).toMatchObject({ name: 'Mapped' })
    expect(seen[0]?.[0].sub).toBe('subject-1')
    expect(seen[0]?.[1].access_token).toBeTruthy()
  })

  it('`allowDangerousEmailAccountLinking` is off by default: accounts are not linked', async () => {
    const app = await makeAccountsApp()
    await enterAnew(app)
    await enter(app, app.browser(), { id: 'two', person: { ...verifiedClaims, sub: 'other' } })
    const keys = { provider: 'two', providerAccountId: 'other' }
    expect(await app.store.adapter.getUserByAccount?.(keys)).toBeNull()
  })

  it.each([true, undefined])(
    '`allowDangerousEmailAccountLinking: true` links automatically when `email_verified` is %s',
    async (email_verified) => {
      const twoOptions = { allowDangerousEmailAccountLinking: true }
      const app = await makeAccountsApp({ twoOptions })
      await enterAnew(app)
      await enterAnew(app, {
        id: 'two',
        person: { ...verifiedClaims, sub: 'other', email_verified },
      })
      expect(await app.store.countUsers()).toBe(1)
    },
  )

  it('`authorization`, `token` and `userinfo` are URLs', async () => {
    const { browser, fake } = await makeSignIn()
    expect(await browser.session()).not.toBeNull()
    expect([fake.count('token'), fake.count('userinfo'), fake.count('discovery')]).toEqual([
      1, 1, 0,
    ])
  })

  it('`authorization`, `token` and `userinfo` are handlers', async () => {
    const url = 'https://op.test/authorization?mine=1'
    const { event } = await makeSignIn({
      userinfo: { request: ({ tokens }) => ({ sub: 'own', name: String(tokens.access_token) }) },
      token: { request: async () => ({ tokens: { access_token: 'own-token' } }) },
    })
    expect(event?.profile).toEqual({ sub: 'own', name: 'own-token' })
    const app = makeOAuthApp([
      oauth(await makeProvider(), { authorization: { request: () => url } }),
    ])
    expect(await start(app.browser())).toBe(url)
  })

  it('`wellKnown` replaces the endpoints', async () => {
    const wellKnown = 'https://op.test/.well-known/openid-configuration'
    const endpoints = { authorization: undefined, token: undefined, userinfo: undefined }
    const { browser, fake } = await makeSignIn({ ...endpoints, wellKnown })
    expect(await browser.session()).not.toBeNull()
    expect(fake.count('discovery')).toBe(1)
  })

  it.each(['authorization', 'token', 'userinfo'] as const)(
    '`%s` remains available beside `wellKnown`',
    async (endpoint) => {
      const wellKnown = 'https://op.test/.well-known/openid-configuration'
      const own = `https://op.test/own/${endpoint}`
      const fake = await makeProvider({ endpoints: { [endpoint]: own } })
      const announced = await makeProvider()
      fake.misbehaviour = { answer: { discovery: () => announced.fetch(wellKnown) } }
      const none = { authorization: undefined, token: undefined, userinfo: undefined }
      const browser = makeOAuthApp([oauth(fake, { ...none, wellKnown, [endpoint]: own })]).browser()
      await signIn(browser, fake)
      expect(await browser.session()).not.toBeNull()
    },
  )

  it('`issuer` is who must have sent the answer', async () => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([oauth(fake, { issuer: 'https://op.test' })]).browser()
    await signIn(browser, fake)
    expect(await browser.session()).not.toBeNull()
    const other = makeOAuthApp([oauth(fake, { issuer: 'https://other.test' })]).browser()
    await signIn(other, fake)
    expect(await other.session()).toBeNull()
  })

  it('`jwks_endpoint` is where the keys are', async () => {
    const fake = await makeProvider({ endpoints: { jwks: 'https://op.test/own/keys' } })
    const announced = await makeProvider()
    const { url: wellKnown } = new Request(announced.address('discovery'))
    fake.misbehaviour = { answer: { discovery: () => announced.fetch(wellKnown) } }
    for (const jwks_endpoint of [fake.address('jwks'), undefined]) {
      const browser = makeOAuthApp([oidc(fake, { jwks_endpoint })]).browser()
      await signIn(browser, fake)
      expect((await browser.session()) !== null).toBe(jwks_endpoint !== undefined)
    }
  })

  it('`checks` has `pkce` by default', async () => {
    const { searchParams } = new URL(
      await start(makeOAuthApp([oauth(await makeProvider())]).browser()),
    )
    expect(searchParams.get('code_challenge_method')).toBe('S256')
  })

  it('`checks` gains `state` with a `redirectProxyUrl`', async () => {
    const proxy = {
      redirectProxyUrl: 'https://proxy.test/auth',
      redirectProxyOrigins: ['https://app.test'],
    }
    const provider = oauth(await makeProvider(), { checks: ['pkce'] })
    const url = new URL(await start(makeOAuthApp([provider], proxy).browser()))
    expect(url.searchParams.get('state')).toBeTruthy()
  })

  it('`checks: ["state"]` has no PKCE', async () => {
    const app = makeOAuthApp([oauth(await makeProvider(), { checks: ['state'] })])
    const { searchParams } = new URL(await start(app.browser()))
    expect(searchParams.get('state')).toBeTruthy()
    expect(searchParams.get('code_challenge')).toBeNull()
  })

  it('`checks` are `none`, `state` and `pkce`', () => {
    type Check = NonNullable<OAuth2Config<Profile>['checks']>[number]
    expectTypeOf<Check>().toEqualTypeOf<'none' | 'state' | 'pkce'>()
  })

  it('`checks: ["none"]` has no check', async () => {
    const app = makeOAuthApp([oauth(await makeProvider(), { checks: ['none'] })])
    const { searchParams } = new URL(await start(app.browser()))
    expect([searchParams.get('state'), searchParams.get('code_challenge')]).toEqual([null, null])
  })

  it('`client` overrides what the OAuth client does', async () => {
    const fake = await makeProvider({ method: 'client_secret_post' })
    const client = { token_endpoint_auth_method: 'client_secret_post' }
    const browser = makeOAuthApp([oauth(fake, { client })]).browser()
    await signIn(browser, fake)
    expect(await browser.session()).not.toBeNull()
  })

  it('`clientId` names the app at the provider', async () => {
    const app = makeOAuthApp([oauth(await makeProvider(), { clientId: 'mine' })])
    const url = new URL(await start(app.browser()))
    expect(url.searchParams.get('client_id')).toBe('mine')
  })

  it('`clientSecret` authenticates the app at the provider', async () => {
    const { browser } = await makeSignIn({ clientSecret: 'another secret' })
    expect(await browser.session()).toBeNull()
    expect(await (await makeSignIn()).browser.session()).not.toBeNull()
  })

  it('`redirectProxyUrl` overrides that of the config', async () => {
    const provider = oauth(await makeProvider(), { redirectProxyUrl: 'https://own.test/auth' })
    const app = makeOAuthApp([provider], {
      redirectProxyUrl: 'https://proxy.test/auth',
      redirectProxyOrigins: ['https://app.test'],
    })
    const { searchParams } = new URL(await start(app.browser()))
    expect(searchParams.get('redirect_uri')).toBe('https://own.test/auth/callback/op')
  })

  it('`style` has four texts, all of them optional', () => {
    type Texts = Partial<Record<'brandColor' | 'logo' | 'text' | 'bg', string>>
    expectTypeOf<Texts>().toExtend<OAuthProviderButtonStyles>()
    expectTypeOf<keyof Texts>().toExtend<keyof OAuthProviderButtonStyles>()
  })

  it('`style.logo` is the picture on the button', async () => {
    const logo = 'https://app.test/acme.svg'
    const app = makeOAuthApp([oauth(await makeProvider(), { style: { logo } })])
    expect(await (await app.browser().fetch('/auth/signin')).text()).toContain(`src="${logo}"`)
  })

  it('`style.text` is deprecated and still accepted', async () => {
    const app = makeOAuthApp([oauth(await makeProvider(), { style: { text: '#fff' } })])
    expect((await app.browser().fetch('/auth/signin')).status).toBe(200)
    expect(app.logs).toEqual([])
  })

  it.each(['brandColor', 'bg'])('`style.%s` changes the button', async (name) => {
    const app = makeOAuthApp([oauth(await makeProvider(), { style: { [name]: '#abcdef' } })])
    expect(await (await app.browser().fetch('/auth/signin')).text()).toContain('#abcdef')
  })
})

describe('OIDCConfig', () => {
  it('has the fields of `OAuth2Config`', () => {
    expectTypeOf<keyof OAuth2Config<Profile>>().toExtend<keyof OIDCConfig<Profile>>()
    expectTypeOf<OIDCConfig<Profile>['type']>().toEqualTypeOf<'oidc'>()
  })

  it('`checks` are `none`, `state`, `nonce` and `pkce`', () => {
    type Check = NonNullable<OIDCConfig<Profile>['checks']>[number]
    expectTypeOf<Check>().toEqualTypeOf<'none' | 'state' | 'nonce' | 'pkce'>()
  })

  it('`checks` may have `nonce`', async () => {
    const app = makeOAuthApp([oidc(await makeProvider(), { checks: ['nonce'] })])
    expect(new URL(await start(app.browser())).searchParams.get('nonce')).toBeTruthy()
  })

  it('`idToken: false` fetches the user info', async () => {
    for (const idToken of [undefined, false]) {
      const fake = await makeProvider()
      await signIn(makeOAuthApp([oidc(fake, { idToken })]).browser(), fake)
      expect(fake.count('userinfo')).toBe(idToken === false ? 1 : 0)
    }
  })

  it('`idToken: false` still needs an ID token', async () => {
    const fake = await makeProvider()
    fake.misbehaviour = { tokens: ({ id_token: _, ...rest }) => rest }
    const browser = makeOAuthApp([oidc(fake, { idToken: false })]).browser()
    await signIn(browser, fake)
    expect(await browser.session()).toBeNull()
  })
})

describe('Handler and helper types', () => {
  it('an `AccountCallback` takes the tokens and returns some of them, or nothing', () => {
    expectTypeOf<Parameters<AccountCallback>>().toEqualTypeOf<[tokens: TokenSet]>()
    expectTypeOf<ReturnType<AccountCallback>>().toEqualTypeOf<TokenSet | undefined | void>()
  })

  it('a `ProfileCallback` takes the profile and the tokens', () => {
    expectTypeOf<(profile: Profile, tokens: TokenSet) => { id: string }>().toExtend<
      ProfileCallback<Profile>
    >()
    expectTypeOf<(profile: Profile, tokens: TokenSet) => Promise<{ id: string }>>().toExtend<
      ProfileCallback<Profile>
    >()
  })

  it('an `AuthorizationEndpointHandler` takes `AuthorizationParameters`', async () => {
    expectTypeOf<AuthorizationEndpointHandler['params']>().toEqualTypeOf<
      AuthorizationParameters | undefined
    >()
    const authorization = { url: 'https://op.test/authorization', params: { prompt: 'login' } }
    const app = makeOAuthApp([oauth(await makeProvider(), { authorization })])
    expect(new URL(await start(app.browser())).searchParams.get('prompt')).toBe('login')
  })

  it('a `TokenEndpointHandler` takes `checks` and `params`, and returns `tokens`', async () => {
    type Handler = Parameters<NonNullable<TokenEndpointHandler['request']>>[0]
    expectTypeOf<Handler>().toExtend<{ checks: OAuthChecks; params: CallbackParamsType }>()
    const seen: Handler[] = []
    const request = (input: Handler) => {
      seen.push(input)
      return { tokens: { access_token: 'own-token' } }
    }
    const userinfo = { request: () => ({ sub: 'own' }) }
    const { event } = await makeSignIn({ token: { request }, userinfo })
    expect(seen[0]).toMatchObject({
      params: { code: expect.any(String) as string },
      checks: { code_verifier: expect.any(String) as string, state: expect.any(String) as string },
    })
    expect(event?.account).toMatchObject({ access_token: 'own-token' })
  })

  it('a `UserinfoEndpointHandler` takes `tokens` and returns the profile', () => {
    type Request = NonNullable<UserinfoEndpointHandler['request']>
    expectTypeOf<Parameters<Request>[0]>().toExtend<{ tokens: TokenSet }>()
    expectTypeOf<Awaited<ReturnType<Request>>>().toEqualTypeOf<Profile>()
  })

  it('an `OAuthConfig` is an `OIDCConfig` or an `OAuth2Config`', () => {
    expectTypeOf<OAuthConfig<Profile>>().toEqualTypeOf<
      OIDCConfig<Profile> | OAuth2Config<Profile>
    >()
  })

  it('`OAuthUserConfig` and `OIDCUserConfig` have only optional fields, without `options` and `type`', () => {
    expectTypeOf<Record<never, never>>().toExtend<OAuthUserConfig<Profile>>()
    expectTypeOf<Record<never, never>>().toExtend<OIDCUserConfig<Profile>>()
    type Keys = keyof OAuthUserConfig<Profile> | keyof OIDCUserConfig<Profile>
    expectTypeOf<'options' | 'type'>().not.toExtend<Keys>()
    expectTypeOf<'idToken'>().toExtend<keyof OIDCUserConfig<Profile>>()
  })

  it('`AppProviders` is a list of providers, built in or not', () => {
    expectTypeOf<Provider[]>().toExtend<AppProviders>()
    expectTypeOf<ReturnType<typeof WebAuthn>[]>().toExtend<AppProviders>()
  })

  it('`GetSessionResult` is a promise of `cookie` and `data`', () => {
    expectTypeOf<Awaited<GetSessionResult>['data']>().toEqualTypeOf<Session | null>()
    expectTypeOf<Awaited<GetSessionResult>['cookie']>().toBeAny()
  })
})

describe('Provider', () => {
  it.each([
    ['oauth', async () => oauth(await makeProvider())],
    ['oidc', async () => oidc(await makeProvider())],
    ['email', async () => recordingProvider([])],
    ['credentials', async () => Credentials({ authorize: () => ada })],
    ['webauthn', async () => Passkey()],
  ])('may be a config for %s, or a function that returns one', async (_, make) => {
    const config = await make()
    for (const provider of [config, () => config]) {
      const app = makePasskeyApp({ providers: [provider] })
      const listed = await (await app.browser().fetch('/auth/providers')).json()
      expect(Object.keys(Object(listed))).toEqual([config.id])
    }
  })

  it.each([
    ['passkey', Passkey],
    ['webauthn', WebAuthn],
  ])('for WebAuthn may have the id `%s`', async (id, provider) => {
    const app = makePasskeyApp({ providers: [provider] })
    const response = await begin(app.browser(), 'register', { email: 'ada@example.test' }, id)
    expect(response.status).toBe(200)
  })

  it('may be a function that returns a config', async () => {
    const provider = oidc(await makeProvider())
    const app = makeOAuthApp([() => provider])
    expect(await start(app.browser())).toContain('https://op.test/')
  })
})
