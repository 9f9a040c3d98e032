import { afterEach, describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { listAccounts, refreshTokens, type AuthConfig } from '../../../src/core.js'
import type { OAuth2Config, OIDCConfig } from '../../../src/model/oauth.js'
import type { Profile } from '../../../src/model/records.js'
import Google from '../../../src/providers/google.js'
import {
  fakeProvider,
  type FakeFailure,
  type FakeProvider,
  type FakeUser,
} from '../../../src/testing.js'
import type { Browser } from '../../support/browser.js'
import { makeApp, type App } from '../../support/apps/app.js'
import { press, start } from '../../support/oauth/sign-in.js'

const grace: FakeUser = { sub: 'grace', name: 'Grace Hopper', email: 'grace@example.com' }

interface Visit {
  readonly app: App
  readonly browser: Browser
  readonly fake: FakeProvider
}

function open(
  fake: FakeProvider,
  provider: AuthConfig['providers'][number] = fake.provider({ id: 'op' }),
): Visit {
  const app = makeApp({ providers: [provider] })
  return { app, browser: app.browser(), fake }
}

/** Signs in with the fake provider, and returns the error of the app if it refuses. */
async function signIn(
  { browser, fake }: Visit,
  user?: FakeUser | string | null,
): Promise<string | null> {
  const { url, form } = fake.authorize(await start(browser), user)
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  const posted = form && {
    method: 'POST',
    body: form,
    headers: { ...headers, origin: fake.issuer },
  }
  const response = await browser.send(url, posted ?? { headers })
  const location = new URL(response.headers.get('location') ?? '', browser.origin)
  return location.searchParams.get('error')
}

describe('a sign-in with a fake provider', () => {
  it('signs its first user in', async () => {
    const visit = open(fakeProvider())
    expect(await signIn(visit)).toBeNull()
    expect(await visit.browser.session()).toMatchObject({
      user: { name: 'Ada Lovelace', email: 'ada@example.com' },
    })
  })

  it.each<[string, Partial<OIDCConfig<Profile>>]>([
    ['client_secret_post', { client: { token_endpoint_auth_method: 'client_secret_post' } }],
    ['user info', { idToken: false }],
    ['a posted response', { authorization: { params: { response_mode: 'form_post' } } }],
    ['no PKCE', { checks: ['state', 'nonce'] }],
  ])('works with %s', async (_name, overrides) => {
    const fake = fakeProvider()
    const visit = open(fake, fake.provider({ id: 'op', ...overrides }))
    expect(await signIn(visit)).toBeNull()
    expect(await visit.browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
  })

  it('works for a public client with PKCE', async () => {
    const visit = open(fakeProvider({ clientSecret: null }))
    expect(await signIn(visit)).toBeNull()
  })

  it('stands in for a built-in provider', async () => {
    const fake = fakeProvider({ users: [grace] })
    const visit = open(fake, { ...Google(fake.client), id: 'op' })
    expect(await signIn(visit)).toBeNull()
    expect(await visit.browser.session()).toMatchObject({ user: { name: 'Grace Hopper' } })
  })

  it('stands in for a plain OAuth server', async () => {
    const fake = fakeProvider()
    const provider: OAuth2Config<Profile> = {
      ...fake.client,
      id: 'op',
      name: 'OP',
      type: 'oauth',
      authorization: fake.endpoint('authorization'),
      token: fake.endpoint('token'),
      userinfo: fake.endpoint('userinfo'),
      profile: ({ sub, name }) => ({ id: String(sub), name }),
    }
    const visit = open(fake, provider)
    expect(await signIn(visit)).toBeNull()
    expect(await visit.browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
  })

  it('gives only the claims that the scope asks for', async () => {
    const fake = fakeProvider()
    const authorization = { params: { scope: 'openid email' } }
    const visit = open(fake, fake.provider({ id: 'op', authorization }))
    await signIn(visit)
    const session = await visit.browser.session()
    expect(session?.user).toMatchObject({ email: 'ada@example.com' })
    expect(session?.user?.name).toBeFalsy()
  })

  it('refreshes tokens, and each refresh token works once', async () => {
    const fake = fakeProvider()
    const app = makeApp({ adapter: memoryAdapter(), providers: [fake.provider({ id: 'op' })] })
    const visit = { app, browser: app.browser(), fake }
    await signIn(visit)
    const request = new Request(visit.browser.origin, {
      headers: { cookie: visit.browser.cookieHeader() },
    })
    const [account] = await listAccounts(request, app.config)
    expect(account).toMatchObject({ provider: 'op', providerAccountId: 'ada' })
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'unknown' })
    const { clientId, clientSecret = '' } = fake.client
    const authorization = `Basic ${btoa(`${clientId}:${clientSecret}`)}`
    const init = { method: 'POST', body: form, headers: { authorization } }
    const refused = await fake.fetch(fake.endpoint('token'), init)
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: 'invalid_grant' }])
    const issued: string[] = []
    const observed = fake.provider({
      id: 'op',
      account: ({ refresh_token }) => void issued.push(String(refresh_token)),
    })
    const second = open(fake, observed)
    await signIn(second)
    const [refresh_token] = issued
    const tokens = await refreshTokens(second.app.config, { provider: 'op', refresh_token })
    expect(tokens.access_token).toMatch(/^access-/)
    const again = refreshTokens(second.app.config, { provider: 'op', refresh_token })
    await expect(again).rejects.toThrow()
  })
})

describe('the user who signs in', () => {
  it.each([
    ['by `sub`', 'grace'],
    ['by e-mail address', 'grace@example.com'],
    ['as a new user', { sub: 'new', name: 'Grace Hopper' }],
  ])('is chosen %s', async (_name, user) => {
    const fake = fakeProvider({ users: [{ sub: 'ada', name: 'Ada' }, grace] })
    fake.chooseUser(user)
    const visit = open(fake)
    await signIn(visit)
    expect(await visit.browser.session()).toMatchObject({ user: { name: 'Grace Hopper' } })
    const other = open(fake)
    await signIn(other, 'ada')
    expect(await other.browser.session()).toMatchObject({ user: { name: 'Ada' } })
  })

  it('can cancel', async () => {
    expect(await signIn(open(fakeProvider()), null)).toBe('OAuthCallbackError')
  })

  it('must exist', () => {
    expect(() => fakeProvider().chooseUser('nobody')).toThrow(
      'The fake provider has no user "nobody". It has "ada".',
    )
    expect(() => fakeProvider({ users: [] })).toThrow('needs at least one user')
  })
})

describe('a failure on demand', () => {
  const failures: readonly [
    'token' | 'userinfo' | 'jwks' | 'discovery',
    FakeFailure | undefined,
  ][] = [
    ['token', { error: 'invalid_grant' }],
    ['token', undefined],
    ['token', 'network'],
    ['userinfo', { status: 503, body: 'busy' }],
    ['jwks', 'network'],
  ]

  it.each(failures)(
    'of the %s endpoint (%j) is over after one sign-in',
    async (endpoint, failure) => {
      const fake = fakeProvider()
      const visit = open(fake, fake.provider({ id: 'op', idToken: endpoint !== 'userinfo' }))
      fake.failNext(endpoint, failure)
      expect(await signIn(visit)).not.toBeNull()
      expect(await visit.browser.session()).toBeNull()
      expect(await signIn(visit)).toBeNull()
    },
  )

  it('of the discovery stops a sign-in before it begins', async () => {
    const fake = fakeProvider()
    fake.fail('discovery')
    const { browser, app } = open(fake)
    const { status, headers } = await press(browser)
    expect([status, headers.get('location')]).not.toContain(fake.endpoint('authorization'))
    expect(app.codes('error')).not.toEqual([])
  })

  it('of the authorization reaches the app as its error', async () => {
    const fake = fakeProvider()
    fake.failNext('authorization', { error: 'access_denied' })
    expect(await signIn(open(fake))).toBe('OAuthCallbackError')
  })

  it.each<FakeFailure>(['network', { status: 503 }])(
    'of the authorization (%j) keeps the browser at the provider',
    async (failure) => {
      const fake = fakeProvider()
      fake.failNext('authorization', failure)
      await expect(signIn(open(fake))).rejects.toThrow('does not return to the app')
    },
  )

  it('lasts until the provider recovers', async () => {
    const fake = fakeProvider()
    const visit = open(fake)
    fake.fail('token')
    expect(await signIn(visit)).not.toBeNull()
    expect(await signIn(visit)).not.toBeNull()
    fake.recover()
    expect(await signIn(visit)).toBeNull()
  })

  it('can be a wrong claim in the ID token', async () => {
    const fake = fakeProvider()
    const visit = open(fake)
    fake.changeClaims((claims) => ({ ...claims, aud: 'another-client' }))
    expect(await signIn(visit)).toBe('OAuthResponseInvalid')
    fake.recover()
    expect(await signIn(visit)).toBeNull()
  })

  it('is not a new key, which the app finds by itself', async () => {
    const fake = fakeProvider()
    const visit = open(fake)
    await signIn(visit)
    fake.rotateKey()
    expect(await signIn(visit)).toBeNull()
    expect(fake.requests.filter(({ endpoint }) => endpoint === 'jwks')).toHaveLength(2)
  })
})

describe('a fake provider refuses', () => {
  const fake = fakeProvider({ redirectUris: ['https://app.test/cb'] })
  const { clientId, clientSecret = '' } = fake.client
  const redirect_uri = 'https://app.test/cb'
  const verifier = 'v'.repeat(43)

  async function challengeOf(text: string): Promise<string> {
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
    return Buffer.from(hash).toString('base64url')
  }

  async function request(overrides: Record<string, string> = {}): Promise<string> {
    const params = {
      client_id: clientId,
      redirect_uri,
      response_type: 'code',
      scope: 'openid',
      code_challenge: await challengeOf(verifier),
      code_challenge_method: 'S256',
      ...overrides,
    }
    return `${fake.endpoint('authorization')}?${new URLSearchParams(params)}`
  }

  async function redeem(
    overrides: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<unknown> {
    const { url } = fake.authorize(await request())
    const code = new URL(url).searchParams.get('code') ?? ''
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri,
      code_verifier: verifier,
      client_id: clientId,
      client_secret: clientSecret,
      ...overrides,
    }
    const body = new URLSearchParams(form)
    const response = await fake.fetch(fake.endpoint('token'), { method: 'POST', body, headers })
    const { error = 'none' } = (await response.json()) as { error?: string }
    return error
  }

  it.each([
    ['an unknown client', { client_id: 'other' }, 'Expected the client id'],
    ['an unregistered redirect URI', { redirect_uri: 'https://evil.test/' }, 'is not registered'],
    ['a missing redirect URI', { redirect_uri: '' }, 'missing or not a valid URL'],
  ])('%s, on its own page', async (_name, overrides, message) => {
    const url = await request(overrides)
    expect(() => fake.authorize(url)).toThrow(message)
    const response = await fake.fetch(url)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('This request cannot be answered')
  })

  it.each([
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
  ])('%s, with an error for the app', async (_name, overrides, error) => {
    const { url } = fake.authorize(await request(overrides))
    expect(new URL(url).searchParams.get('error')).toBe(error)
  })

  it.each([
    ['nothing that is right', {}, 'none'],
    ['a wrong secret', { client_secret: 'wrong' }, 'invalid_client'],
    ['a wrong verifier', { code_verifier: 'w'.repeat(43) }, 'invalid_grant'],
    ['another redirect URI', { redirect_uri: 'https://app.test/other' }, 'invalid_grant'],
    ['an unknown code', { code: 'code-unknown' }, 'invalid_grant'],
    ['another grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
  ])('%s at the token endpoint', async (_name, overrides, error) => {
    expect(await redeem(overrides)).toBe(error)
  })

  it('a client that authenticates twice', async () => {
    const authorization = `Basic ${btoa(`${clientId}:${clientSecret}`)}`
    expect(await redeem({}, { authorization })).toBe('invalid_client')
  })

  it('a code that was used', async () => {
    const { url } = fake.authorize(await request())
    const code = new URL(url).searchParams.get('code') ?? ''
    expect(await redeem({ code })).toBe('none')
    expect(await redeem({ code })).toBe('invalid_grant')
  })

  it('a public client without PKCE', () => {
    const open = fakeProvider({ clientSecret: null })
    const params = new URLSearchParams({ client_id: clientId, redirect_uri, response_type: 'code' })
    const { url } = open.authorize(`${open.endpoint('authorization')}?${params}`)
    expect(new URL(url).searchParams.get('error')).toBe('invalid_request')
  })

  it('an unknown access token', async () => {
    const headers = { authorization: 'Bearer access-unknown' }
    expect((await fake.fetch(fake.endpoint('userinfo'), { headers })).status).toBe(401)
  })

  it('a URL that is not its own', async () => {
    await expect(fake.fetch('https://api.github.com/user')).rejects.toThrow(
      'The fake provider https://provider.test has no endpoint at https://api.github.com/user.',
    )
    expect(() => fake.authorize('https://other.test/authorize')).toThrow('has no endpoint at')
  })
})

describe('a sign-out at a fake provider', () => {
  it('returns to the app', async () => {
    const fake = fakeProvider()
    const visit = open(fake, fake.provider({ id: 'op', endSession: true }))
    await signIn(visit)
    const page = await visit.browser.fetchPage('/auth/signout')
    const left = await visit.browser.send('/auth/signout', {
      method: 'POST',
      body: new URLSearchParams({ csrfToken: await visit.browser.csrfToken() }),
    })
    expect(page.status).toBe(200)
    const location = left.headers.get('location') ?? ''
    expect(location).toContain(fake.endpoint('endSession'))
    const back = await fake.fetch(location)
    expect(back.headers.get('location')).toMatch(/^https:\/\/app\.test\/auth\/signout\/op\?state=/)
  })

  it.each([
    ['nothing to recognise the client by', {}],
    ['another client', { client_id: 'other' }],
  ])('is refused with %s', async (_name, params) => {
    const fake = fakeProvider()
    const query = new URLSearchParams(params)
    expect((await fake.fetch(`${fake.endpoint('endSession')}?${query}`)).status).toBe(400)
  })
})

describe('a fake provider that listens', () => {
  let close: (() => Promise<void>) | undefined
  afterEach(() => close?.())

  it('answers over HTTP, and lets the tester choose a user on a page', async () => {
    const fake = fakeProvider({ users: [{ sub: 'ada', name: 'Ada <b>' }, grace] })
    fake.chooseUser(null)
    const listener = await fake.listen()
    close = listener.close
    expect(fake.issuer).toMatch(/^http:\/\/localhost:\d+$/)
    const app = makeApp({ providers: [{ ...fake.provider({ id: 'op' }) }] })
    const browser = app.browser()
    const address = await start(browser)
    const page = await (await fetch(address)).text()
    expect(page).toContain('Ada &lt;b&gt;')
    expect(page).toContain('Grace Hopper')
    const chosen = await fetch(`${address}&user=grace`, { redirect: 'manual' })
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    await browser.send(chosen.headers.get('location') ?? '', { headers })
    expect(await browser.session()).toMatchObject({ user: { name: 'Grace Hopper' } })
    const cancelled = await fetch(`${await start(browser)}&user=`, { redirect: 'manual' })
    expect(cancelled.headers.get('location')).toContain('error=access_denied')
  })

  it('posts the response with a form', async () => {
    const fake = fakeProvider()
    const listener = await fake.listen()
    close = listener.close
    const params = new URLSearchParams({
      client_id: fake.client.clientId,
      redirect_uri: 'https://app.test/cb',
      response_type: 'code',
      response_mode: 'form_post',
    })
    const page = await (await fetch(`${fake.endpoint('authorization')}?${params}`)).text()
    expect(page).toContain('<form method="post" action="https://app.test/cb">')
  })

  it('closes the connection of a failing endpoint, and gives its port back', async () => {
    const fake = fakeProvider()
    const listener = await fake.listen()
    close = listener.close
    fake.failNext('token', 'network')
    await expect(fetch(fake.endpoint('token'), { method: 'POST' })).rejects.toThrow()
    await listener.close()
    close = undefined
    await expect(fetch(`${listener.issuer}/jwks`)).rejects.toThrow()
    expect(fake.issuer).toBe('https://provider.test')
  })
})
