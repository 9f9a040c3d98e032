import { expect } from 'vitest'
import { customFetch, type AuthConfig } from '../../../src/core.js'
import type { SignInEvent } from '../../../src/model/events.js'
import type { OAuth2Config, OIDCConfig } from '../../../src/model/oauth.js'
import type { Profile } from '../../../src/model/records.js'
import type { Browser } from '../browser.js'
import { makeApp, sessionCookie, type App } from '../apps/app.js'
import { fakeKey, type Claims } from './fake-keys.js'
import type { AuthorizationResponse } from './fake-grants.js'
import { FakeProvider, type FakeProviderOptions } from './fake-provider.js'

export const attemptCookie = '__Host-authjs.attempt.'
export const clientSecret = 'c1ient-secret+with/odd:characters'

/** Who signs in, unless a test says otherwise. */
export const person: Claims = {
  sub: 'subject-1',
  name: 'Ada',
  email: 'ada@example.test',
  picture: 'https://img.example.test/ada.png',
}

/** A provider with a client of ours. */
export async function makeProvider(
  options: Partial<FakeProviderOptions> = {},
): Promise<FakeProvider> {
  return new FakeProvider({
    issuer: 'https://op.test',
    clientId: 'client-1',
    clientSecret,
    method: 'client_secret_basic',
    key: options.key ?? (await fakeKey()),
    person,
    ...options,
  })
}

/** The provider as an OpenID Connect provider of an application. */
export function oidc(
  fake: FakeProvider,
  overrides: Partial<OIDCConfig<Profile>> = {},
): OIDCConfig<Profile> {
  const { issuer, clientId } = fake.options
  const given = { id: 'op', name: 'OP', type: 'oidc', issuer, clientId, clientSecret } as const
  return { ...given, [customFetch]: fake.fetch, ...overrides }
}

/** The provider as a plain OAuth provider of an application. */
export function oauth(
  fake: FakeProvider,
  overrides: Partial<OAuth2Config<Profile>> = {},
): OAuth2Config<Profile> {
  const endpoints = {
    authorization: fake.address('authorization'),
    token: fake.address('token'),
    userinfo: fake.address('userinfo'),
  }
  const { clientId } = fake.options
  const given = { id: 'op', name: 'OP', type: 'oauth', clientId, clientSecret } as const
  return { ...given, ...endpoints, [customFetch]: fake.fetch, ...overrides }
}

/** An application, and who signed in there. */
export interface OAuthApp extends App {
  readonly signedIn: readonly SignInEvent[]
}

export function makeOAuthApp(
  providers: AuthConfig['providers'],
  overrides: Partial<AuthConfig> = {},
): OAuthApp {
  const signedIn: SignInEvent[] = []
  const events = { signIn: (message: SignInEvent): void => void signedIn.push(message) }
  return { ...makeApp({ providers, events, ...overrides }), signedIn }
}

/** What a sign-in is started with. */
export interface Start {
  readonly id?: string
  readonly callbackUrl?: string
  /** Parameters for the authorization request, in the address. */
  readonly query?: string
}

/** Presses the button; gives the address that the browser is sent to. */
export async function start(browser: Browser, options: Start = {}): Promise<string> {
  const response = await press(browser, options)
  expect(response.status).toBe(302)
  return response.headers.get('location') ?? ''
}

/** Presses the button. */
export async function press(
  browser: Browser,
  { id = 'op', callbackUrl = '/welcome', query = '' }: Start = {},
): Promise<Response> {
  const body = new URLSearchParams({ csrfToken: await browser.csrfToken(), callbackUrl })
  return browser.fetch(`/auth/signin/${id}${query}`, { method: 'POST', body })
}

/** Comes back from the provider, as a browser does: from another site. */
export async function comeBack(
  browser: Browser,
  { redirectUri, params, isPosted }: AuthorizationResponse,
): Promise<Response> {
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  if (!isPosted) return browser.send(`${redirectUri}?${params}`, { headers })
  const origin = 'https://op.test'
  return browser.send(redirectUri, {
    method: 'POST',
    headers: { ...headers, origin },
    body: params,
  })
}

/** A whole sign-in. */
export async function signIn(
  browser: Browser,
  fake: FakeProvider,
  options: Start & { readonly person?: Claims } = {},
): Promise<Response> {
  return comeBack(browser, fake.authorize(await start(browser, options), options.person))
}

/** The attempts that the browser keeps. */
export function attempts(browser: Browser): readonly string[] {
  return browser.cookies.map(({ name }) => name).filter((name) => name.startsWith(attemptCookie))
}

export function expectSignedIn(browser: Browser, response: Response): void {
  expect(response.headers.get('location')).toBe(`${browser.origin}/welcome`)
  expect(response.status).toBe(302)
  expect(browser.cookie(sessionCookie)).toBeDefined()
  expect(attempts(browser)).toEqual([])
}

/** No session, no attempt left, and back at the sign-in page with a reason. */
export async function expectRefused(
  browser: Browser,
  response: Response,
  error = 'OAuthResponseInvalid',
): Promise<URL> {
  const location = new URL(response.headers.get('location') ?? '', 'https://nowhere.test')
  expect([response.status, location.searchParams.get('error')]).toEqual([302, error])
  expect(location.origin + location.pathname).toBe(`${browser.origin}/auth/signin`)
  expect(browser.cookie(sessionCookie)).toBeUndefined()
  expect(await browser.session()).toBeNull()
  expect(attempts(browser)).toEqual([])
  return location
}
