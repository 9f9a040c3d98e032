import { expectThat } from '../expectations.js'
import type { Browser } from './browser.js'
import { openBrowser, type AttackTarget } from './target.js'

/** A target that attacks can sign up users of their own at. */
export type MailingTarget = AttackTarget & {
  readonly readMails: NonNullable<AttackTarget['readMails']>
}

/** A user that an attack has signed up. */
export interface PasswordUser {
  readonly email: string
  readonly password: string
  /** The id of the provider that stores passwords. */
  readonly providerId: string
  /** The browser in which the user has signed up. It is signed in. */
  readonly browser: Browser
}

/** Milliseconds to wait for a mail. Apps send them after the response. */
const longestDelivery = 10_000
const pollInterval = 20

/** More guesses than an app allows for one name by default. */
export const manyGuesses = 12

/** Creates an address of a domain that never receives mail. All have the same length. */
export function newAddress(): string {
  return `${crypto.randomUUID()}@attack.test`
}

/** Creates a password that every set of rules accepts. */
export function newPassword(): string {
  return crypto.randomUUID()
}

/** Signs up a user. */
export async function signUpUser(
  target: MailingTarget,
  password: string = newPassword(),
  email: string = newAddress(),
): Promise<PasswordUser> {
  const response = await postAddress(openBrowser(target), 'signup', email)
  const link = await nextLink(target, email)
  const browser = openBrowser(target)
  await choosePassword(browser, link, password)
  expectThat((await browser.session()) !== null, 'a new user to be signed in after the sign-up')
  return { email, password, providerId: providerIn(response), browser }
}

/** Posts an address to the page for sign-up or for a forgotten password. */
export async function postAddress(
  browser: Browser,
  route: 'signup' | 'forgot-password',
  email: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return postFields(browser, route, { email }, headers)
}

/** Posts fields to a route, with the CSRF token of the browser. */
export async function postFields(
  browser: Browser,
  route: string,
  fields: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const csrfToken = await browser.csrfToken()
  return browser.postJson(browser.route(route), { csrfToken, ...fields }, headers)
}

/** Asks for a mail to a user who forgot the password, and returns its link. */
export async function mailResetLink(target: MailingTarget, email: string): Promise<string> {
  const { length } = await readLinks(target, email)
  await postAddress(openBrowser(target), 'forgot-password', email)
  return nextLink(target, email, length)
}

/** Returns the link that follows the first `known` ones, and waits for its mail. */
export async function nextLink(target: MailingTarget, email: string, known = 0): Promise<string> {
  return nextOf(() => readLinks(target, email), known, `a mail with a link to ${email}`)
}

/** Returns the code that follows the first `known` ones, and waits for its mail. */
export async function nextCode(target: MailingTarget, email: string, known = 0): Promise<string> {
  return nextOf(() => readCodes(target, email), known, `a mail with a code to ${email}`)
}

async function nextOf(
  read: () => Promise<readonly string[]>,
  known: number,
  expected: string,
): Promise<string> {
  const deadline = performance.now() + longestDelivery
  for (;;) {
    const found = (await read())[known]
    if (found !== undefined) return found
    expectThat(performance.now() < deadline, expected)
    await new Promise((resolve) => setTimeout(resolve, pollInterval))
  }
}

/** Returns the codes that were mailed to an address so far. Each has a line of its own. */
export async function readCodes(
  { readMails }: MailingTarget,
  email: string,
): Promise<readonly string[]> {
  const mails = await readMails(email)
  return mails.flatMap(({ text }) => text.match(/^\d{6}$/m) ?? [])
}

/** Returns the links with a token that were mailed to an address so far. */
export async function readLinks(
  { readMails }: MailingTarget,
  email: string,
): Promise<readonly string[]> {
  const mails = await readMails(email)
  const urls = mails.flatMap(({ text }) => text.match(/https?:\/\/[^\s<>"]+/g) ?? [])
  return urls.filter((url) => new URL(url).searchParams.has('token'))
}

/**
 * Waits until the app has sent the mails that were requested before, as far as requests can tell: a
 * mail that is requested now has arrived.
 */
export async function awaitMails(target: MailingTarget): Promise<void> {
  const email = newAddress()
  await postAddress(openBrowser(target), 'signup', email)
  await nextLink(target, email)
}

/**
 * Waits until a sign-in counts as later than a new password or a restored address, which ended all
 * sessions of the user. A database may store that moment in whole seconds.
 */
export async function passSecond(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1100))
}

/**
 * Waits until a sign-in counts as later than the end of all sessions. An app that is attacked within
 * one process answers several requests in a millisecond.
 */
export async function passMoment(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 5))
}

/** Opens the link of a mail and chooses a password. Extra fields are posted with it. */
export async function choosePassword(
  browser: Browser,
  link: string,
  password: unknown,
  extra: Readonly<Record<string, unknown>> = {},
): Promise<Response> {
  const shown = await openForm(browser, link)
  const response = await postFields(browser, 'reset-password', { ...shown, ...extra, password })
  await passMoment()
  return response
}

/** Opens the link of a mail about an address, and confirms it. */
export async function confirmAddress(browser: Browser, link: string): Promise<Response> {
  return postFields(browser, 'verify-email', await openForm(browser, link))
}

/** Opens a link as a person does, and returns the hidden field by which the form behind it names it. */
export async function openForm(
  browser: Browser,
  link: string,
): Promise<{ readonly link?: string | undefined }> {
  const { forms } = await browser.fetchPage(link)
  return { link: forms.map(({ hidden }) => hidden['link']).find((name) => name !== undefined) }
}

/** Opens a link as a mail program does. Does not follow redirects. */
export async function openLink(browser: Browser, link: string): Promise<Response> {
  return (await browser.fetchPage(link, { follow: false })).response
}

/** Tries to sign in with a password, in a new browser unless one is given. */
export async function tryPassword(
  target: AttackTarget,
  { email, providerId }: Pick<PasswordUser, 'email' | 'providerId'>,
  password: unknown,
  browser: Browser = openBrowser(target),
): Promise<{ readonly browser: Browser; readonly response: Response }> {
  const response = await postFields(browser, `callback/${providerId}`, { email, password })
  return { browser, response }
}

/** Throws unless the password signs in. Returns the browser that is signed in. */
export async function expectAccepted(
  target: AttackTarget,
  user: Pick<PasswordUser, 'email' | 'providerId'>,
  password: string,
  after: string,
): Promise<Browser> {
  const { browser, response } = await tryPassword(target, user, password)
  const isIn = (await browser.session()) !== null
  expectThat(isIn, `the password to be accepted after ${after}, got ${response.status}`)
  return browser
}

/** Throws if the password signs in. */
export async function expectRefused(
  target: AttackTarget,
  user: Pick<PasswordUser, 'email' | 'providerId'>,
  password: unknown,
  after: string,
): Promise<void> {
  const { browser } = await tryPassword(target, user, password)
  expectThat((await browser.session()) === null, `the password to be refused after ${after}`)
}

/** The page after a request for a mail names the provider. */
function providerIn({ status, headers }: Response): string {
  const location = headers.get('location') ?? ''
  const id =
    location === '' ? null : new URL(location, 'https://x.test').searchParams.get('provider')
  if (id === null) throw new Error(`Expected a sign-up to send a mail, got ${status} ${location}.`)
  return id
}
