import { memoryAdapter } from '../../../src/adapters/memory.js'
import type { AuthConfig } from '../../../src/core.js'
import type { Adapter } from '../../../src/model/adapter.js'
import type { WebAuthnUserConfig } from '../../../src/model/webauthn.js'
import Passkey from '../../../src/providers/passkey.js'
import type { Browser } from '../browser.js'
import { makeApp, passwordProvider, type App } from './app.js'
import type {
  Overrides,
  ResponseJson,
  SoftwareAuthenticator,
} from '../passkeys/software-authenticator.js'

/** An application where people sign in with passkeys. */
export interface PasskeyApp extends App {
  readonly store: Adapter
}

export interface PasskeyOptions extends Partial<AuthConfig> {
  readonly adapter?: Adapter
  readonly passkey?: WebAuthnUserConfig
}

export function makePasskeyApp({ passkey, ...overrides }: PasskeyOptions = {}): PasskeyApp {
  const store = overrides.adapter ?? memoryAdapter()
  const app = makeApp({
    providers: [Passkey(passkey), passwordProvider],
    experimental: { enableWebAuthn: true },
    ...overrides,
    adapter: store,
  })
  return { ...app, store }
}

/** What the server answered to the end of a ceremony. */
export interface Finished {
  readonly status: number
  /** Where to go, after a success. */
  readonly url: string | undefined
  readonly error: string | undefined
}

type Action = 'authenticate' | 'register'

/** Begins a ceremony as a script of the site does. */
export async function begin(
  browser: Browser,
  action: Action,
  fields: Readonly<Record<string, string>> = {},
  provider = 'passkey',
): Promise<Response> {
  const query = new URLSearchParams({ ...fields, action })
  return browser.fetch(`/auth/webauthn-options/${provider}?${query}`)
}

/** Ends a ceremony as a script of the site does. */
export async function end(
  browser: Browser,
  action: Action,
  data: unknown,
  { provider = 'passkey', callbackUrl = '/inside' } = {},
): Promise<Finished> {
  const { csrfToken } = (await (await browser.fetch('/auth/csrf')).json()) as { csrfToken: string }
  const body = { action, data, csrfToken, callbackUrl }
  const headers = { 'x-auth-return-redirect': '1' }
  const response = await browser.postJson(`/auth/callback/${provider}`, body, headers)
  const { url, error } = (await response.json()) as { url?: string; error?: string }
  return { status: response.status, url, error }
}

/** The options of a ceremony that was begun. */
export async function optionsOf<T>(response: Response): Promise<T> {
  return ((await response.json()) as { options: T }).options
}

/** Signs up with a passkey of the authenticator. */
export async function register(
  browser: Browser,
  authenticator: SoftwareAuthenticator,
  fields: Readonly<Record<string, string>> = { email: 'ada@example.test' },
  overrides: Overrides = {},
): Promise<Finished> {
  const options = await optionsOf<Parameters<SoftwareAuthenticator['create']>[0]>(
    await begin(browser, 'register', fields),
  )
  return end(browser, 'register', authenticator.create(options, overrides))
}

/** Signs in with a passkey of the authenticator. */
export async function authenticate(
  browser: Browser,
  authenticator: SoftwareAuthenticator,
  overrides: Overrides = {},
): Promise<Finished> {
  return end(browser, 'authenticate', await assertion(browser, authenticator, overrides))
}

/** What the authenticator answers to a sign-in that has just begun. */
export async function assertion(
  browser: Browser,
  authenticator: SoftwareAuthenticator,
  overrides: Overrides = {},
): Promise<ResponseJson> {
  const options = await optionsOf<Parameters<SoftwareAuthenticator['get']>[0]>(
    await begin(browser, 'authenticate'),
  )
  return authenticator.get(options, overrides)
}
