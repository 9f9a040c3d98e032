export const flowNames = [
  'first sign-in',
  'rival sign-in',
  'returning sign-in',
  'link',
  'unlink',
  'e-mail proof',
  'passkey registration',
  'session read',
  'session update',
  'sign-out',
  'sign-out everywhere',
  'back-channel logout',
  'token redemption',
  'deletion',
  'read at another tenant',
] as const

/** Flows of an app with passwords. */
export const passwordFlowNames = [
  'password sign-in',
  'password reset',
  'password reset by another mail',
  'password change',
  'password sign-up',
  'password sign-up by another mail',
  'address change',
  'address undo',
  'password removal',
] as const

/** Flows of an app with passwords that begin in a state of their own: see {@link PasswordState}. */
export const heldPasswordFlowNames = [
  'sign-up at once',
  'sign-up with a name',
  'forced change',
  'address proof',
  'first password',
  'passkey removal',
] as const

/**
 * What an app with passwords is like before a schedule begins.
 *
 * - `at once`: visitors choose the password before the address is proven.
 * - `names`: users have names.
 * - `must change`: the user must change the password, and has entered it.
 * - `unproven`: the user has never proven the address, has entered the password, and opened the mail.
 * - `no password`: the user has no password, and has opened a mail to choose one.
 * - `one way`: beside the password, the user has a passkey only, and has never proven the address.
 */
export type PasswordState =
  'plain' | 'at once' | 'names' | 'must change' | 'unproven' | 'no password' | 'one way'

const states: Readonly<Record<HeldPasswordFlowName, PasswordState>> = {
  'sign-up at once': 'at once',
  'sign-up with a name': 'names',
  'forced change': 'must change',
  'address proof': 'unproven',
  'first password': 'no password',
  'passkey removal': 'one way',
}

export function passwordStateFor(flows: readonly FlowName[]): PasswordState {
  const held = flows.find((flow) => isHeldPasswordFlow(flow))
  return held ? states[held] : 'plain'
}

/**
 * Flows of an app with second factors. The user has an authenticator app, except before the first
 * set-up, in a session or in a sign-in that needs one.
 */
export const factorFlowNames = [
  'sign-in by code',
  'sign-in by recovery code',
  'sign-in that is remembered',
  'sign-in of a remembered browser',
  'confirmation',
  'set-up of another app',
  'first set-up',
  'set-up in a sign-in',
  'set-up in a sign-in by mail',
  'removal of the app',
  'new recovery codes',
  'reset of factors',
] as const

/**
 * Flows about the proof of a session's user. The user of `mailed confirmation` has neither a second
 * factor nor a password.
 */
export const confirmationFlowNames = ['mailed confirmation'] as const

/** Ends the session of the laptop on the phone. Its pairs are those in which another flow replaces it. */
export const singleRevocationFlowNames = ['revocation of one session'] as const

/** A sign-in at `hub` that waits for the second factor, and whose tokens wait with it. */
export const pendingTokenFlowNames = ['sign-in with pending tokens'] as const

/** Flows of an app whose users can keep a deleted account for a while. */
export const graceFlowNames = [
  'deletion request',
  'keeping',
  'keeping in another browser',
  'due deletion',
] as const

/**
 * Whether an app has a grace period. `asked`: the user has asked for the deletion, is signed out, and has
 * signed in twice since, without a decision.
 */
export type GraceState = 'none' | 'offered' | 'asked'

export function graceStateFor(flows: readonly FlowName[]): GraceState {
  const own = flows.filter((flow) => isGraceFlow(flow))
  if (own.length === 0) return 'none'
  return own.includes('deletion request') ? 'offered' : 'asked'
}

/** Flows about the user's tokens at `hub`. The access token has expired. */
export const tokenFlowNames = ['token refresh', 'sign-in without a refresh token'] as const

export type TokenFlowName = (typeof tokenFlowNames)[number]
/** Flows that remove a way to sign in. */
export type RemovalFlowName = 'password removal' | 'passkey removal'
export type GraceFlowName = (typeof graceFlowNames)[number]
export type PasswordFlowName = (typeof passwordFlowNames)[number]
export type HeldPasswordFlowName = (typeof heldPasswordFlowNames)[number]
export type FactorFlowName =
  | (typeof factorFlowNames)[number]
  | (typeof confirmationFlowNames)[number]
  | (typeof pendingTokenFlowNames)[number]
export type SingleRevocationFlowName = (typeof singleRevocationFlowNames)[number]
export type FlowName =
  | (typeof flowNames)[number]
  | PasswordFlowName
  | HeldPasswordFlowName
  | FactorFlowName
  | TokenFlowName
  | GraceFlowName
  | SingleRevocationFlowName

export function isPasswordFlow(name: FlowName): name is PasswordFlowName {
  return passwordFlowNames.some((one) => one === name)
}

export function isHeldPasswordFlow(name: FlowName): name is HeldPasswordFlowName {
  return heldPasswordFlowNames.some((one) => one === name)
}

export function isGraceFlow(name: FlowName): name is GraceFlowName {
  return graceFlowNames.some((one) => one === name)
}

export function isRemovalFlow(name: FlowName): name is RemovalFlowName {
  return name === 'password removal' || name === 'passkey removal'
}

export function isFactorFlow(name: FlowName): name is FactorFlowName {
  const names = [...factorFlowNames, ...confirmationFlowNames, ...pendingTokenFlowNames]
  return names.some((one) => one === name)
}
