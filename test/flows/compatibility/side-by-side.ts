import { vi } from 'vitest'
import * as newestAuthJs from '@auth/core'
import type { AuthConfig as AuthJsConfig } from '@auth/core'
import type { Adapter as AuthJsAdapter } from '@auth/core/adapters'
import { Auth, type AuthConfig } from '../../../src/core.js'
import type { Adapter } from '../../../src/model/adapter.js'
import type { VerificationRequestParams } from '../../../src/model/email.js'
import type { DefaultSession } from '../../../src/model/records.js'
import { Browser } from '../../support/browser.js'
import { recordInto, secret, type LogLine } from '../../support/apps/app.js'
import type { FakeProvider } from '../../support/oauth/fake-provider.js'
import { clientSecret, comeBack, makeProvider } from '../../support/oauth/sign-in.js'

/** What the tests use of a version of `@auth/core`. */
export interface AuthJsVersion {
  /** The types of two versions differ, the configs of these tests do not. */
  readonly Auth: (request: Request, config: never) => Promise<Response>
  readonly customFetch: symbol
}

/** Which server answers: one with Auth.js or one with Latchkey. */
export type Server = 'old' | 'new'

export interface SharedOptions {
  readonly origin?: string
  /** Whether a proxy ends TLS, so that the old server sees requests by http. */
  readonly hasTlsProxy?: boolean
  readonly adapter?: Adapter | undefined
  readonly strategy?: 'jwt' | 'database' | undefined
  /** The checks that the provider lists for both servers. */
  readonly checks?: ('pkce' | 'state' | 'nonce')[] | undefined
  /** Parameters of the authorization request on both servers. */
  readonly params?: Record<string, string> | undefined
  /** Options of the mail provider on both servers. Default: links work for a day. */
  readonly mail?: { readonly maxAge?: number; generateVerificationToken?: () => string }
  /** Options of the new server only. */
  readonly ours?: Partial<AuthConfig>
  /** The version of the old server. Default: the newest. */
  readonly version?: AuthJsVersion
  /** Options of the old server only. */
  readonly theirs?: Partial<AuthJsConfig>
}

/** Two servers behind a balancer, with one browser in front of it. */
export interface Site {
  readonly browser: Browser
  readonly fake: FakeProvider
  readonly logs: LogLine[]
  /** Errors of the server with Auth.js. */
  readonly errors: Error[]
  /** The config of the new server. */
  readonly ours: AuthConfig
  /** The mails that either server has sent. */
  readonly mails: { readonly url: string; readonly identifier: string }[]
  /** Sends the next requests to this server. */
  turnTo(server: Server): void
  /** The name of the session cookie and its value. */
  sessionCookies(): readonly string[]
}

export async function openSite(options: SharedOptions = {}): Promise<Site> {
  const { origin = 'https://app.test', adapter, strategy, checks } = options
  const version: AuthJsVersion = options.version ?? newestAuthJs
  const fake = await makeProvider()
  const { issuer, clientId } = fake.options
  const logs: LogLine[] = []
  const errors: Error[] = []
  const mails: Site['mails'][number][] = []
  const provider = {
    ...({ id: 'op', name: 'OP', type: 'oidc', issuer, clientId, clientSecret } as const),
    ...(checks && { checks }),
    ...(options.params && { authorization: { params: options.params } }),
    [newestAuthJs.customFetch]: fake.fetch,
    // Each copy of the package has a symbol of its own.
    [version.customFetch]: fake.fetch,
  }
  const mail = {
    ...({ id: 'mail', name: 'Mail', type: 'email' } as const),
    ...(options.mail ?? { maxAge: 86_400 }),
    sendVerificationRequest: (params: Pick<VerificationRequestParams, 'url' | 'identifier'>) =>
      void mails.push(params),
  }
  const theirs: AuthJsConfig = {
    secret,
    trustHost: true,
    basePath: '/auth',
    // Both servers use one database. Only the declared types of the adapters differ.
    ...(adapter && { adapter: adapter as AuthJsAdapter }),
    ...(strategy && { session: { strategy } }),
    providers: adapter ? [provider, mail as never] : [provider],
    logger: { error: (error) => void errors.push(error) },
    ...options.theirs,
  }
  const ours: AuthConfig = {
    secret,
    trustHost: true,
    adapter,
    session: { strategy },
    providers: adapter ? [provider, mail] : [provider],
    logger: recordInto(logs),
    limits: false,
    compatibility: 'authjs',
    ...options.ours,
  }
  let server: Server = 'old'
  const browser = new Browser((request) => {
    if (server === 'new') return Auth(request, ours)
    const url = options.hasTlsProxy ? request.url.replace(/^https/, 'http') : request.url
    return version.Auth(new Request(url, request), { ...theirs } as never)
  }, origin)
  return {
    browser,
    fake,
    logs,
    errors,
    ours,
    mails,
    turnTo: (next) => void (server = next),
    sessionCookies: () =>
      browser.cookies.map(({ name }) => name).filter((name) => name.includes('session-token')),
  }
}

/** Starts a sign-in at one server and ends it at another. */
export async function signInAt(
  site: Site,
  first: Server,
  last: Server,
  claims?: Record<string, unknown>,
): Promise<Response> {
  const { browser, fake } = site
  site.turnTo(first)
  const csrfToken = await browser.csrfToken()
  const started = await postForm(site, '/auth/signin/op', { csrfToken, callbackUrl: '/welcome' })
  const sent = fake.authorize(started.headers.get('location') ?? '', claims)
  site.turnTo(last)
  return comeBack(browser, sent)
}

/** Sends a form to the server whose turn it is. */
export function postForm(
  site: Site,
  route: string,
  fields: Record<string, string>,
): Promise<Response> {
  return site.browser.fetch(route, { method: 'POST', body: new URLSearchParams(fields) })
}

/** Requests a mail from a server and returns the link in it. */
export async function requestLink(site: Site, server: Server, email: string): Promise<string> {
  site.turnTo(server)
  const csrfToken = await site.browser.csrfToken()
  await postForm(site, '/auth/signin/mail', { csrfToken, email, callbackUrl: '/welcome' })
  return site.mails.at(-1)?.url ?? ''
}

/** Opens a link, and confirms it where the server asks for that. */
export async function openLink(site: Site, link: string, server: Server): Promise<Response> {
  site.turnTo(server)
  const page = await site.browser.fetchPage(link, { follow: false })
  if (server === 'old') return page.response
  return page.forms.length > 0 ? (await site.browser.postForm(page)).response : page.response
}

/** Returns the session that a server reads for the browser. */
export async function sessionAt(site: Site, server: Server): Promise<DefaultSession | null> {
  site.turnTo(server)
  return site.browser.session()
}

/** The cookies of a browser, which a thief may have copied. */
export type Cookies = readonly (readonly [name: string, value: string])[]

export function copyCookies({ browser }: Site): Cookies {
  return browser.cookies.map(({ name, value }) => [name, value] as const)
}

/** Replaces all cookies of a site's browser. */
export function restore({ browser }: Site, cookies: Cookies): void {
  for (const { name } of browser.cookies) browser.forget(name)
  for (const [name, value] of cookies) browser.plant(name, value)
}

/** Lets seconds pass for both servers. The test must have replaced `Date`. */
export function pass(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000)
}
