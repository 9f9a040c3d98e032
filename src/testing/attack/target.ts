import type { Adapter } from '../../model/adapter.js'
import { expectThat } from '../expectations.js'
import type { FakeRangeService } from '../kit/fake-range-service.js'
import type { FakeProvider } from '../provider/fake-provider.js'
import { Browser } from './browser.js'

/** Form input, by field name. */
export type TypedFields = Readonly<Record<string, string>>

/**
 * The app to attack, and what the attacks may use. Attacks that need a missing member are skipped.
 */
export interface AttackTarget {
  /** The URL of the auth routes, as a visitor sees it, such as `https://app.example/auth`. */
  readonly url: string
  /** Sends a request without following redirects. Default: the platform's `fetch`. */
  readonly send?: ((request: Request) => Promise<Response>) | undefined
  /** The fields with which a user can sign in on the password form. */
  readonly user?: TypedFields | undefined
  /** The fields of a second user. */
  readonly otherUser?: TypedFields | undefined
  /**
   * Whether the app has an adapter. Without one, a copied session cookie stays valid after the
   * sign-out.
   */
  readonly hasAdapter?: true | undefined
  /** The path of a page with a `useSignIn` or `useSignOut` form, such as `/login`. */
  readonly page?: string | undefined
  /** Values that no response may contain, such as the secrets in the app's environment. */
  readonly secrets?: readonly string[] | undefined
  /** Whether the app has the `Password` provider. Default: `runAttacks` finds out. */
  readonly hasPasswords?: true | undefined
  /**
   * Whether visitors can sign up with an address and a password. Default: `runAttacks` finds out.
   */
  readonly hasSignUp?: true | undefined
  /** Whether users can sign in with a mailed link. Default: `runAttacks` finds out. */
  readonly hasMailedLinks?: true | undefined
  /** Whether users can sign up with a passkey and an address. Default: `runAttacks` finds out. */
  readonly hasPasskeys?: true | undefined
  /** Whether the app has second factors. Default: `runAttacks` finds out. */
  readonly hasSecondFactors?: true | undefined
  /**
   * Moves the clock of the app and of the attacks forward by a number of seconds, as the fake timers
   * of a test runner do if the app runs in the process of the test.
   */
  readonly moveClock?: ((seconds: number) => Promise<void>) | undefined
  /**
   * Returns the mails that the app has sent to an address so far, oldest first. Attacks on passwords
   * and second factors sign up users of their own with it.
   */
  readonly readMails?: ((address: string) => Promise<readonly SentMail[]>) | undefined
  /** An OpenID provider of the app that is a `fakeProvider`. The attacks choose what it says. */
  readonly openIdProvider?: AttackedProvider | undefined
  /** The same for a provider of the type `oauth`, which has no ID tokens. */
  readonly oauthProvider?: AttackedProvider | undefined
  /** Another process of the app, with the same secret and the same database. */
  readonly secondProcess?: Pick<AttackTarget, 'url' | 'send'> | undefined
  /** An adapter for the app's database. Attacks change rows of their own users with it. */
  readonly adapter?: Adapter | undefined
  /**
   * Whether the app limits attempts as it does by default. Attacks that guess need it. Default: they are
   * left out.
   */
  readonly hasLimits?: true | undefined
  /**
   * Sends a request as a client with another IP address does. Default: attacks that need several clients
   * are left out.
   */
  readonly sendFrom?: ((address: string, request: Request) => Promise<Response>) | undefined
  /** The service that the app asks for leaked passwords. `fakeRangeService` creates one. */
  readonly rangeService?: Pick<FakeRangeService, 'requests' | 'answerWith'> | undefined
  /**
   * Returns how many bytes of memory the app's process uses, such as `process.memoryUsage().rss`.
   * Default: the attack that floods the app does not look at its memory.
   */
  readonly readMemory?: (() => Promise<number>) | undefined
  /** Returns what the app has logged so far. */
  readonly readLog?: (() => Promise<string>) | undefined
}

/** A provider of the app whose users and claims the attacks choose. */
export interface AttackedProvider {
  /** The id of the provider in the app's config. */
  readonly id: string
  /** The service that users sign in at. `fakeProvider` creates one. */
  readonly service: Pick<FakeProvider, 'authorize' | 'changeClaims' | 'recover'>
}

/** A mail that the app has sent. */
export interface SentMail {
  /** The plain text, which contains the link. */
  readonly text: string
}

/** A provider in the app's list of providers. */
export interface ListedProvider {
  readonly id: string
  readonly type: string
}

/** Opens a new browser without cookies. */
export function openBrowser({ url, send = sendByFetch }: AttackTarget): Browser {
  const { origin, pathname } = new URL(url)
  return new Browser(send, origin, pathname.replace(/\/$/, ''))
}

/** Opens a browser at another process of the app, with the cookies that a browser has there. */
export function copyToProcess(
  { url, send }: Pick<AttackTarget, 'url' | 'send'>,
  browser: Browser,
): Browser {
  const copy = openBrowser({ url, send })
  for (const { name, value } of browser.cookies) copy.plant(name, value)
  return copy
}

/** Fetches the app's list of providers. */
export async function listProviders(browser: Browser): Promise<readonly ListedProvider[]> {
  const response = await browser.fetch(browser.route('providers'))
  return Object.values((await response.json()) as Record<string, ListedProvider>)
}

/** Returns the id of the password provider. Undefined if the app has none. */
export async function findPasswordProvider(browser: Browser): Promise<string | undefined> {
  return (await listProviders(browser)).find(({ type }) => type === 'credentials')?.id
}

/** Submits the password form, whatever page the app has for it. */
export async function postPassword(
  browser: Browser,
  fields: Readonly<Record<string, unknown>>,
  { query = '', headers = {} }: { query?: string; headers?: TypedFields } = {},
): Promise<Response> {
  const id = await findPasswordProvider(browser)
  if (id === undefined) throw new Error('The application has no provider with a password.')
  const csrfToken = await browser.csrfToken()
  const path = browser.route(`callback/${id}${query}`)
  return browser.postJson(path, { csrfToken, ...fields }, headers)
}

/** Opens a browser and signs in. */
export async function enter(target: AttackTarget, fields: TypedFields): Promise<Browser> {
  const browser = openBrowser(target)
  const { status, headers } = await postPassword(browser, fields)
  const answer = `${status} ${headers.get('location') ?? ''}`
  expectThat((await browser.session()) !== null, `the user to get in, but the answer was ${answer}`)
  return browser
}

const entered = new WeakMap<AttackTarget, Promise<Browser>>()

/**
 * Returns a signed-in browser for attacks that do not change the session. They share one sign-in,
 * because the app may limit attempts.
 */
export async function enterOnce(target: AttackTarget, fields: TypedFields): Promise<Browser> {
  const first = entered.get(target) ?? enter(target, fields)
  entered.set(target, first)
  // The next attack tries again, because a limit may be over by then.
  first.catch(() => entered.delete(target))
  return (await first).copy()
}

/** Sends a request with the platform's `fetch`. */
export const sendByFetch = (request: Request): Promise<Response> => fetch(request)
