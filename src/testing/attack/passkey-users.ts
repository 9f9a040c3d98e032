import { expectEqual } from '../expectations.js'
import type { Browser } from './browser.js'
import { addApp, postToRoute, type AddedApp, type Answer } from './factor-users.js'
import { newAddress } from './password-users.js'
import { PasskeyDevice, type CeremonyOptions, type PasskeyAnswer } from './passkey-device.js'
import { listProviders, openBrowser, type AttackTarget } from './target.js'

/** A user who signs in with a passkey. The browser is signed in. */
export interface PasskeyUser {
  readonly browser: Browser
  readonly device: PasskeyDevice
}

/** Signs up a user with a passkey. */
export async function signUpWithPasskey(target: AttackTarget): Promise<PasskeyUser> {
  const browser = openBrowser(target)
  return { browser, device: await registerPasskey(browser) }
}

/** Makes a passkey for the signed-in user, or else for a new one. */
export async function registerPasskey(browser: Browser): Promise<PasskeyDevice> {
  const device = await PasskeyDevice.open(browser.origin)
  const { options } = await askForPasskey(browser, { action: 'register', email: newAddress() })
  const answer = options && (await device.create(options))
  const { error } = await sendPasskey(browser, 'register', answer)
  expectEqual(error, undefined, 'the error after a new passkey')
  return device
}

/** Signs up a user with a passkey and an authenticator app. */
export async function signUpWithPasskeyAndApp(
  target: AttackTarget,
): Promise<PasskeyUser & AddedApp> {
  const user = await signUpWithPasskey(target)
  return { ...user, ...(await addApp(user.browser)) }
}

/** Answers with a passkey as a script of the site does. Undefined if the app asks for none. */
export async function signWithPasskey(
  browser: Browser,
  device: PasskeyDevice,
  {
    isVerified = true,
    alter = (answer) => answer,
    ...query
  }: {
    readonly isVerified?: boolean
    readonly alter?: (answer: PasskeyAnswer) => PasskeyAnswer
    /** What the passkey is wanted for, if not for a sign-in of its own. */
    readonly for?: 'second-factor'
  } = {},
): Promise<Answer | undefined> {
  const { options } = await askForPasskey(browser, { action: 'authenticate', ...query })
  if (!options) return undefined
  const answer = alter(await device.sign(options, { isVerified }))
  return sendPasskey(browser, 'authenticate', answer)
}

async function askForPasskey(
  browser: Browser,
  query: Readonly<Record<string, string>>,
): Promise<{ readonly options?: CeremonyOptions | undefined }> {
  const route = `webauthn-options/${await findProvider(browser)}`
  const response = await browser.fetch(browser.route(`${route}?${new URLSearchParams(query)}`))
  return (await response.json()) as { readonly options?: CeremonyOptions }
}

async function sendPasskey(
  browser: Browser,
  action: 'register' | 'authenticate',
  data: PasskeyAnswer | undefined,
): Promise<Answer> {
  return postToRoute(browser, `callback/${await findProvider(browser)}`, { action, data })
}

async function findProvider(browser: Browser): Promise<string> {
  const found = (await listProviders(browser)).find(({ type }) => type === 'webauthn')
  if (!found) throw new Error('The application has no provider with passkeys.')
  return found.id
}
