import { createRuntime, setPassword, withRuntime, type AuthConfig } from '../../src/core.js'
import { authenticatorApp } from '../../src/factors.js'
import type { Adapter } from '../../src/model/adapter.js'
import type { VerificationRequestParams } from '../../src/model/email.js'
import type { LimitStore } from '../../src/model/limits.js'
import Password from '../../src/providers/password.js'
import { openBrowser, type Browser } from '../support/browser.js'
import { recordingProvider } from '../support/apps/mail-app.js'
import { makeApp } from '../support/apps/app.js'
import { cheap } from '../support/apps/password-app.js'
import { answer, setUp, type Authenticator } from '../support/apps/factor-app.js'

export const password = 'tide lantern gravel'
/** Has an authenticator app, recovery codes, and a browser that is remembered. */
export const ada = 'ada@example.test'
/** Has a password, and mails about it and about the address under way. */
export const bob = 'bob@example.test'
/** Has entered the right password, and must prove the address. */
export const carl = 'carl@example.test'
/** Has a passkey. */
const dora = 'dora@example.test'

/** An app whose users have everything that a database stores about ways to sign in. */
export interface Victims {
  readonly config: AuthConfig
  /** The same app with sessions in cookies. */
  readonly jwtConfig: AuthConfig
  readonly mails: readonly VerificationRequestParams[]
  /** Browsers of the users, with all their cookies. */
  readonly browsers: readonly Browser[]
  readonly authenticator: Authenticator
}

/** The attacker has all the time that it takes. */
const forgetful: LimitStore = {
  countAttempt: ({ expires }) => ({ count: 1, expires }),
}

export async function makeVictims(adapter: Adapter, advance: () => void): Promise<Victims> {
  const mails: VerificationRequestParams[] = []
  const open = (strategy: 'database' | 'jwt'): AuthConfig => {
    const { config } = makeApp({
      adapter,
      session: { strategy },
      providers: [Password({ hasher: cheap }), recordingProvider(mails)],
      secondFactor: { methods: [authenticatorApp()], rememberDevice: true },
      limits: { store: forgetful },
    })
    return withRuntime(config, createRuntime())
  }
  const config = open('database')
  const jwtConfig = open('jwt')
  await addUsers(adapter, config)
  const { authenticator, browser: remembered } = await enrol(config, advance)
  const browsers = [
    remembered,
    await signIn(jwtConfig, bob),
    await moveBob(config, mails),
    await signIn(config, carl),
  ]
  await askForMails(config)
  await waitFor(mails, ['newAddress', 'oldAddress', 'verify', 'reset', undefined])
  return { config, jwtConfig, mails, browsers, authenticator }
}

async function addUsers(adapter: Adapter, config: AuthConfig): Promise<void> {
  for (const email of [ada, bob, carl, dora]) {
    const emailVerified = email === carl ? null : new Date(0)
    const user = await adapter.createUser?.({ id: `user of ${email}`, email, emailVerified })
    if (user && email !== dora) await setPassword(config, user.id, password)
  }
  const userId = `user of ${dora}`
  const keys = { userId, provider: 'passkey', providerAccountId: 'ZG9yYXMtY3JlZGVudGlhbA==' }
  await adapter.linkAccount?.({ ...keys, type: 'webauthn' })
  await adapter.createAuthenticator?.({
    userId,
    credentialID: keys.providerAccountId,
    providerAccountId: keys.providerAccountId,
    credentialPublicKey: 'cHVibGljLWtleQ==',
    counter: 1,
    credentialDeviceType: 'singleDevice',
    credentialBackedUp: false,
  })
}

/** Posts fields as a script of the site does. */
export async function postFields(browser: Browser, url: string, fields: object): Promise<Response> {
  return browser.postJson(url, { csrfToken: await browser.csrfToken(), ...fields })
}

/** Signs in with the password, as far as that goes. */
export async function signIn(
  config: AuthConfig,
  email: string,
  browser: Browser = openBrowser(config),
  secret = password,
): Promise<Browser> {
  // What begins in the millisecond in which all sessions ended counts as begun before.
  await new Promise((resolve) => setTimeout(resolve, 2))
  await postFields(browser, '/auth/callback/password', { email, password: secret })
  return browser
}

/** Sets up the second factor, and lets the app remember a browser. */
async function enrol(
  config: AuthConfig,
  advance: () => void,
): Promise<{ readonly browser: Browser; readonly authenticator: Authenticator }> {
  const first = await signIn(config, ada)
  const { authenticator } = await setUp(first, await first.fetchPage('/auth/add-factor'))
  advance()
  const browser = await signIn(config, ada)
  await answer(browser, { code: await authenticator.code(), rememberDevice: 'on' })
  return { browser, authenticator }
}

/** Moves Bob to an address and back, so that there is a link to undo it, and asks for another one. */
async function moveBob(
  config: AuthConfig,
  mails: readonly VerificationRequestParams[],
): Promise<Browser> {
  const browser = await signIn(config, bob)
  await askForAddress(browser, 'moved@example.test')
  await waitFor(mails, ['newAddress'])
  const link = mails.find(({ purpose }) => purpose === 'newAddress')?.url ?? ''
  await browser.postForm(await browser.fetchPage(link))
  await waitFor(mails, ['oldAddress'])
  const again = await signIn(config, 'moved@example.test', browser)
  await askForAddress(again, 'next@example.test')
  return again
}

async function askForAddress(browser: Browser, email: string): Promise<void> {
  await postFields(browser, '/auth/change-email', { email, currentPassword: password })
}

async function askForMails(config: AuthConfig): Promise<void> {
  const browser = openBrowser(config)
  await postFields(browser, '/auth/forgot-password', { email: ada })
  await postFields(browser, '/auth/signin/mail', { email: ada })
}

/** Mails are sent after the answer. */
async function waitFor(
  mails: readonly VerificationRequestParams[],
  purposes: readonly (string | undefined)[],
): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    if (purposes.every((purpose) => mails.some((mail) => mail.purpose === purpose))) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`Of ${purposes.join(', ')}, only ${mails.map((m) => m.purpose).join(', ')}.`)
}
