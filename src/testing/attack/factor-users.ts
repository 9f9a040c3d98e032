import { expectEqual, expectThat } from '../expectations.js'
import { expectSignedOut } from './answers.js'
import { Authenticator } from './authenticator.js'
import type { Browser } from './browser.js'
import {
  passMoment,
  postFields,
  signUpUser,
  tryPassword,
  type MailingTarget,
  type PasswordUser,
} from './password-users.js'
import { openBrowser } from './target.js'

/** An authenticator app that a user has set up, and the recovery codes that came with it. */
export interface AddedApp {
  readonly authenticator: Authenticator
  readonly recoveryCodes: readonly string[]
}

/** A user with an authenticator app. The browser is signed in with two factors. */
export type FactorUser = PasswordUser & AddedApp

/** What the app answers to a script. */
export interface Answer {
  readonly status: number
  readonly url?: string | undefined
  readonly error?: string | undefined
  readonly recoveryCodes?: readonly string[] | undefined
}

type Fields = Readonly<Record<string, unknown>>

/** Posts fields to a route as a script does, which reads the answer instead of following it. */
export async function postToRoute(
  browser: Browser,
  route: string,
  fields: Fields,
): Promise<Answer> {
  const response = await postFields(browser, route, fields, { 'x-auth-return-redirect': '1' })
  const text = await response.text()
  const body = text.startsWith('{') ? (JSON.parse(text) as Omit<Answer, 'status'>) : {}
  return { ...body, status: response.status }
}

/** Signs up a user with an authenticator app. */
export async function signUpWithApp(target: MailingTarget): Promise<FactorUser> {
  const user = await signUpUser(target)
  return { ...user, ...(await addApp(user.browser)) }
}

/** Sets up an authenticator app for the signed-in user. */
export async function addApp(browser: Browser): Promise<AddedApp> {
  const authenticator = await beginSetUp(browser)
  const code = await authenticator.nextCode()
  const { error, recoveryCodes = [] } = await postToRoute(browser, 'add-factor', { code })
  expectEqual(error, undefined, 'the error after the first code of an authenticator app')
  // The first app of a user ends the other sessions.
  await passMoment()
  return { authenticator, recoveryCodes }
}

/** Opens the page that adds an authenticator app, and reads its key as a phone does. */
export async function beginSetUp(browser: Browser): Promise<Authenticator> {
  const { html, url } = await browser.fetchPage(browser.route('add-factor'))
  const [, key] = /otpauth:\/\/totp\/[^"]*?secret=([A-Z2-7]+)/.exec(html) ?? []
  if (key === undefined) throw new Error(`Expected the key of an authenticator app at ${url}.`)
  return new Authenticator(key)
}

/** Types the right password, and throws if that is enough. */
export async function beginSignIn(
  target: MailingTarget,
  user: PasswordUser,
  browser: Browser = openBrowser(target),
): Promise<Browser> {
  await tryPassword(target, user, user.password, browser)
  await expectSignedOut(browser, 'the password, before the second factor')
  return browser
}

/** Types a code or a recovery code on the page that a sign-in leads to. */
export async function typeFactor(browser: Browser, fields: Fields): Promise<Answer> {
  return postToRoute(browser, 'second-factor', fields)
}

/** Whether a browser is signed in. */
export async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await browser.session()) !== null
}

/** Counts the browsers that are signed in. */
export async function countSignedIn(browsers: readonly Browser[]): Promise<number> {
  const states = await Promise.all(browsers.map(isSignedIn))
  return states.filter(Boolean).length
}

/**
 * Whether the session may change second factors: its proof is recent, and has two factors if the user
 * has two. The request names a factor that does not exist, so it changes nothing.
 */
export async function mayChangeFactors(browser: Browser): Promise<boolean> {
  const { status, error } = await postToRoute(browser, 'remove-factor', { factor: 'none' })
  expectThat(status < 500, `an answer about second factors, got ${status}`)
  return status === 200 && error === undefined
}

/** Throws unless the user signs in with an authenticator app or a recovery code. */
export async function expectFactorWorks(
  target: MailingTarget,
  user: PasswordUser,
  fields: Fields,
  after: string,
): Promise<Browser> {
  const browser = await beginSignIn(target, user)
  const { error, status } = await typeFactor(browser, fields)
  const got = error ?? status
  expectThat(await isSignedIn(browser), `a second factor to work after ${after}, got ${got}`)
  return browser
}

/** Throws if the user signs in with a code or a recovery code. */
export async function expectFactorRefused(
  target: MailingTarget,
  user: PasswordUser,
  fields: Fields,
  after: string,
): Promise<void> {
  const browser = await beginSignIn(target, user)
  await typeFactor(browser, fields)
  await expectSignedOut(browser, after)
}
