import { describe, expect, it } from 'vitest'
import type { OAuth2Config } from '../../src/model/oauth.js'
import type { Profile, TokenSet } from '../../src/model/records.js'
import { enter, enterAnew, makeAccountsApp, proven } from '../accounts/accounts-app.js'
import { makeOAuthApp, makeProvider, oauth, oidc, signIn, start } from '../oauth/sign-in.js'

async function makeSignIn(overrides: Partial<OAuth2Config<Profile>> = {}) {
  const fake = await makeProvider()
  const app = makeOAuthApp([oauth(fake, overrides)])
  const browser = app.browser()
  await signIn(browser, fake)
  return { app, browser, fake, event: app.signedIn[0] }
}

describe('CommonProviderOptions', () => {
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
  it('`account` keeps the standard tokens by default', async () => {
    const app = await makeAccountsApp()
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
    expect([...kept, ...keys]).toEqual(expect.arrayContaining(Object.keys(account ?? {})))
    expect(account?.access_token).toBeTruthy()
  })

  it('`account` receives the tokens and returns what is stored, or nothing', async () => {
    for (const kept of [{ scope: 'mine' }, undefined]) {
      const app = await makeAccountsApp({ opOptions: { account: () => kept } })
      await enterAnew(app)
      const account = await app.store.adapter.getAccount?.('subject-1', 'op')
      expect([account?.scope, account?.access_token]).toEqual([kept?.scope, undefined])
    }
  })

  it('`profile` keeps `id`, `email`, `name` and `image` by default', async () => {
    const { event } = await makeSignIn()
    expect(event?.user).toMatchObject({
      name: 'Ada',
      email: 'ada@example.test',
      image: 'https://img.example.test/ada.png',
    })
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
    await enter(app, app.browser(), { id: 'two', person: { ...proven, sub: 'other' } })
    const keys = { provider: 'two', providerAccountId: 'other' }
    expect(await app.store.adapter.getUserByAccount?.(keys)).toBeNull()
  })

  it.each([true, undefined])(
    '`allowDangerousEmailAccountLinking: true` links automatically when `email_verified` is %s',
    async (email_verified) => {
      const twoOptions = { allowDangerousEmailAccountLinking: true }
      const app = await makeAccountsApp({ twoOptions })
      await enterAnew(app)
      await enterAnew(app, { id: 'two', person: { ...proven, sub: 'other', email_verified } })
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

  it.each(['brandColor', 'bg'])('`style.%s` changes the button', async (name) => {
    const app = makeOAuthApp([oauth(await makeProvider(), { style: { [name]: '#abcdef' } })])
    expect(await (await app.browser().fetch('/auth/signin')).text()).toContain('#abcdef')
  })
})

describe('OIDCConfig', () => {
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

describe('Provider', () => {
  it('may be a function that returns a config', async () => {
    const provider = oidc(await makeProvider())
    const app = makeOAuthApp([() => provider])
    expect(await start(app.browser())).toContain('https://op.test/')
  })
})
