import type { AuthConfig } from '../../../src/core.js'
import type { Adapter, AdapterUser } from '../../../src/model/adapter.js'
import type { EventCallbacks } from '../../../src/model/events.js'
import type { OIDCConfig } from '../../../src/model/oauth.js'
import type { Account, Profile, User } from '../../../src/model/records.js'
import { expect } from 'vitest'
import type { Browser } from '../browser.js'
import { ada, login, makeApp, passwordProvider, sessionCookie, type App } from './app.js'
import type { Claims } from '../oauth/fake-keys.js'
import type { FakeProvider } from '../oauth/fake-provider.js'
import { comeBack, makeProvider, oidc, start, type Start } from '../oauth/sign-in.js'
import { watch, type Watched } from '../adapters/watched-adapter.js'

/** Something that the application was told. */
export interface Told {
  readonly name: keyof EventCallbacks
  readonly message: {
    readonly user?: User
    readonly account?: Account
    readonly profile?: User
    readonly isNewUser?: boolean
    readonly session?: unknown
    readonly token?: unknown
  }
}

/** An application with two identity services, a password form and a database. */
export interface AccountsApp extends App {
  readonly store: Watched
  /** Services with the ids `op` and `two`. */
  readonly op: FakeProvider
  readonly two: FakeProvider
  /** The events so far, but for `session`. */
  readonly told: Told[]
}

export interface AccountsOptions extends Partial<AuthConfig> {
  readonly adapter?: Adapter
  /** Settings of the service `op`. */
  readonly opOptions?: Partial<OIDCConfig<Profile>>
  /** Settings of the service `two`. */
  readonly twoOptions?: Partial<OIDCConfig<Profile>>
}

/** Who signs in, with an address that the service vouches for. */
export const verifiedClaims: Claims = {
  sub: 'subject-1',
  name: 'Ada',
  email: 'ada@example.test',
  picture: 'https://img.example.test/ada.png',
  email_verified: true,
}

export async function makeAccountsApp(options: AccountsOptions = {}): Promise<AccountsApp> {
  const { adapter, opOptions, twoOptions, ...overrides } = options
  const store = watch(adapter)
  const op = await makeProvider({ person: verifiedClaims })
  const two = await makeProvider({ issuer: 'https://two.test', person: verifiedClaims })
  const told: Told[] = []
  const tell =
    (name: Told['name']) =>
    (message: object): void =>
      void told.push({ name, message: { ...message } })
  const events: EventCallbacks = {
    createUser: tell('createUser'),
    updateUser: tell('updateUser'),
    linkAccount: tell('linkAccount'),
    signIn: tell('signIn'),
    signOut: tell('signOut'),
  }
  const app = makeApp({
    providers: [oidc(op, opOptions), oidc(two, { id: 'two', ...twoOptions }), passwordProvider],
    adapter: store.adapter,
    // In some tests every timer fires at once.
    adapterTimeout: 0,
    events,
    ...overrides,
  })
  return { ...app, store, op, two, told }
}

/** The names of the events so far, which are forgotten. */
export function takeTold({ told }: AccountsApp): readonly string[] {
  return told.splice(0).map(({ name }) => name)
}

/** A whole sign-in at one of the services. */
export async function enter(
  app: AccountsApp,
  browser: Browser,
  options: Start & { readonly person?: Claims } = {},
): Promise<Response> {
  const fake = options.id === 'two' ? app.two : app.op
  return comeBack(browser, fake.authorize(await start(browser, options), options.person))
}

/** A browser in which someone has signed in. */
export async function enterAnew(
  app: AccountsApp,
  options: Start & { readonly person?: Claims } = {},
): Promise<Browser> {
  const browser = app.browser()
  const response = await enter(app, browser, options)
  expect(response.headers.get('location')).toBe('https://app.test/welcome')
  return browser
}

/** Signs Ada in by password. */
export async function enterByPassword(app: AccountsApp): Promise<Browser> {
  const browser = app.browser()
  const page = await browser.fetchPage('/auth/signin')
  const form = page.forms.findIndex(({ fields }) => fields.includes('password'))
  await browser.postForm(page, login, { form })
  return browser
}

/** Presses a button that asks to link; gives where the browser is sent to. */
export async function pressLink(browser: Browser, id = 'two', link = 'true'): Promise<Response> {
  const csrfToken = await browser.csrfToken()
  const body = new URLSearchParams({ csrfToken, callbackUrl: '/welcome', link })
  return browser.fetch(`/auth/signin/${id}`, { method: 'POST', body })
}

/** Puts Ada, who has a password, into the database. */
export async function storeAda(
  { store }: Pick<AccountsApp, 'store'>,
  overrides: Partial<AdapterUser> = {},
): Promise<AdapterUser> {
  const row = { ...ada, emailVerified: null, ...overrides } as AdapterUser
  const user = await store.adapter.createUser?.(row)
  store.take()
  if (!user) throw new Error('There is no createUser.')
  return user
}

/** The error that a browser is sent to a page with. */
export function errorOf(response: Response): string | null {
  const location = response.headers.get('location') ?? ''
  return new URL(location, 'https://nowhere.test').searchParams.get('error')
}

/** The token in the browser. */
export function tokenOf(browser: Browser): string {
  return decodeURIComponent(browser.cookie(sessionCookie) ?? '')
}

/** What the database has for a token of ours. */
export async function hashOf(token: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return `sha256:${Buffer.from(bytes).toString('hex')}`
}

/** A request of a script or form of the site, with the browser's cookies. */
export function requestFrom(browser: Browser, headers: Record<string, string> = {}): Request {
  return new Request('https://app.test/account', {
    method: 'POST',
    headers: {
      cookie: browser.cookieHeader(),
      origin: browser.origin,
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
  })
}

/** Everything that was logged, as one text. */
export function logText({ logs }: Pick<App, 'logs'>): string {
  return logs.map(({ level, code, message }) => `${level} ${code} ${showAll(message)}`).join('\n')
}

function showAll(values: readonly unknown[]): string {
  return values.map(show).join(' ')
}

function show(value: unknown): string {
  if (!(value instanceof Error)) return JSON.stringify(value) ?? ''
  return `${value.message} ${JSON.stringify(Object.entries(value))} ${value.stack} ${show(value.cause ?? null)}`
}
