import { expectThat } from '../expectations.js'
import { Browser } from './browser.js'

/** What someone types into a form, by the names of its fields. */
export type TypedFields = Readonly<Record<string, string>>

/** An application to attack, and what the attacks may use. What is left out leaves attacks out. */
export interface AttackTarget {
  /** Where the routes of the library begin, as a visitor sees it: `https://app.example/auth`. */
  readonly url: string
  /** Sends a request and follows no redirect; the platform's `fetch` unless given. */
  readonly send?: ((request: Request) => Promise<Response>) | undefined
  /** What someone types who may sign in with the form for passwords. */
  readonly user?: TypedFields | undefined
  /** What somebody else types there. */
  readonly otherUser?: TypedFields | undefined
  /** Whether there is an adapter: without one, a copy of a session outlives the sign-out. */
  readonly hasAdapter?: true | undefined
  /** The path of a page with a form of `useSignIn` or `useSignOut`, such as `/login`. */
  readonly page?: string | undefined
  /** Values that no answer may contain: the secrets of the app's environment. */
  readonly secrets?: readonly string[] | undefined
}

/** A provider as the application lists it. */
export interface ListedProvider {
  readonly id: string
  readonly type: string
}

/** A browser in front of the application, in which nobody has been yet. */
export function openBrowser({ url, send = sendByFetch }: AttackTarget): Browser {
  const { origin, pathname } = new URL(url)
  return new Browser(send, origin, pathname.replace(/\/$/, ''))
}

/** What the application says that one can sign in with. */
export async function listProviders(browser: Browser): Promise<readonly ListedProvider[]> {
  const response = await browser.fetch(browser.route('providers'))
  return Object.values((await response.json()) as Record<string, ListedProvider>)
}

/** The provider whose form asks for a password; undefined when there is none. */
export async function findPasswordProvider(browser: Browser): Promise<string | undefined> {
  return (await listProviders(browser)).find(({ type }) => type === 'credentials')?.id
}

/** Sends what someone typed, whatever page the application has for it. */
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

/** A browser in which someone has just signed in. */
export async function enter(target: AttackTarget, fields: TypedFields): Promise<Browser> {
  const browser = openBrowser(target)
  const { status, headers } = await postPassword(browser, fields)
  const answer = status === 429 ? tooOften : `${status} ${headers.get('location') ?? ''}`
  expectThat((await browser.session()) !== null, `the user to get in, but the answer was ${answer}`)
  return browser
}

const tooOften = '429: wait five minutes, or raise `limits` where you try this'

const entered = new WeakMap<AttackTarget, Promise<Browser>>()

/**
 * A browser in which someone is signed in, for attacks that leave the session alone: all of them
 * share one sign-in, because an application counts attempts.
 */
export async function enterOnce(target: AttackTarget, fields: TypedFields): Promise<Browser> {
  const first = entered.get(target) ?? enter(target, fields)
  entered.set(target, first)
  return (await first).copy()
}

const sendByFetch = (request: Request): Promise<Response> => fetch(request)
