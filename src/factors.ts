import type { SecondFactorMethod } from './model/second-factor.js'

export type {
  SecondFactorMethod,
  SecondFactorOptions,
  SecondFactorType,
} from './model/second-factor.js'

/**
 * Lets users confirm a sign-in with the code of an authenticator app (TOTP, RFC 6238).
 *
 * @example
 * ```ts
 * import { authenticatorApp } from 'latchkey/factors'
 *
 * export const secondFactor = { methods: [authenticatorApp()], rememberDevice: true }
 * ```
 */
export function authenticatorApp(): SecondFactorMethod {
  return { type: 'totp', loadFlows }
}

/**
 * Lets users confirm a sign-in with a passkey or a security key. Users who have a passkey are asked
 * for it after a password, a provider or a mail. The app needs a passkey provider.
 *
 * @example
 * ```ts
 * import { authenticatorApp, passkey } from 'latchkey/factors'
 *
 * export const secondFactor = { methods: [authenticatorApp(), passkey()] }
 * ```
 */
export function passkey(): SecondFactorMethod {
  return { type: 'passkey', loadFlows }
}

/**
 * Mails a code to users who must have a second factor and have set up none. It is weak, because a
 * mailbox is often protected by the same password. It is never offered beside another factor or after
 * a mailed link, and it does not count where your app asks for two factors. The app needs an e-mail
 * provider.
 *
 * @example
 * ```ts
 * import { authenticatorApp, emailCode } from 'latchkey/factors'
 *
 * export const secondFactor = { methods: [authenticatorApp(), emailCode()], required: () => true }
 * ```
 */
export function emailCode(): SecondFactorMethod {
  return { type: 'email-code', loadFlows }
}

async function loadFlows(): Promise<unknown> {
  const { secondFactorFlows } = await import('./flows/second-factor/second-factor-flows.js')
  return secondFactorFlows
}
