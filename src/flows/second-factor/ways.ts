import type { Context } from '../../context/context.js'
import type { AdapterAuthenticator, AdapterFactor } from '../../model/adapter.js'
import type { ProofWay } from '../../pages/proof-way.js'
import { hasTwoFactors, type Authentication } from '../../session/authentication.js'
import type { CurrentUser } from '../../session/strategy.js'
import { operationsOf } from '../../store/operations.js'

/** What a user has set up, as the database says it at this moment. */
export interface UserFactors {
  readonly userId: string
  /** The authenticator apps. */
  readonly apps: readonly AdapterFactor[]
  /**
   * Apps without a secret. The undo of a change of address leaves one in place of a lost factor, so that
   * sign-ins keep asking. It is not a factor of the user.
   */
  readonly substitutes: readonly AdapterFactor[]
  /** The passkeys. Empty if they are not a second factor in this app. */
  readonly passkeys: readonly AdapterAuthenticator[]
  /** Whether the user has a password that can follow a passkey, and whether it must be changed. */
  readonly password: 'none' | 'usable' | 'must-change'
  readonly recoveryCodes: readonly AdapterFactor[]
  /** The browsers that are not asked again. */
  readonly devices: readonly AdapterFactor[]
}

/** The methods of what the user has proven so far, as RFC 8176 names them. */
type ProvenMethods = Pick<Authentication, 'amr'>

/** Reads what a user has set up. Expired rows are left out. */
export async function findFactors(ctx: Context, userId: string): Promise<UserFactors> {
  const operations = operationsOf(ctx)
  const rows = await operations.factors.list(userId)
  const living = rows.filter(({ expires }) => !expires || expires.getTime() > ctx.now * 1000)
  const ofType = (type: AdapterFactor['type']): readonly AdapterFactor[] =>
    living.filter((row) => row.type === type)
  const types = ctx.config.secondFactor?.types
  if (types && !types.has('totp') && ofType('totp').length > 0) warnOfUnaskedApps(ctx)
  const apps = types?.has('totp') ? ofType('totp') : []
  const passkeys = types?.has('passkey') ? await operations.listPasskeys(userId) : []
  return {
    userId,
    apps: apps.filter(({ secret }) => secret !== null),
    substitutes: apps.filter(({ secret }) => secret === null),
    passkeys,
    // Without passkeys, nothing asks.
    password: passkeys.length > 0 ? await findPassword(ctx, userId) : 'none',
    recoveryCodes: ofType('recovery-code'),
    devices: ofType('device'),
  }
}

function warnOfUnaskedApps({ log }: Context): void {
  log.warnOnce(
    'factor-not-asked',
    'A user has an authenticator app, and no sign-in asks for it, because `secondFactor.methods` has no `authenticatorApp()`. Add it, also if users should set up no new ones.',
  )
}

/** An adapter without passwords has no stamp, and a password that was removed has only that. */
async function findPassword(ctx: Context, userId: string): Promise<UserFactors['password']> {
  const { passwords } = operationsOf(ctx)
  if ((await passwords.findStamp(userId)) === null) return 'none'
  const stored = await passwords.find(userId)
  if (!stored) return 'none'
  return stored.mustChange ? 'must-change' : 'usable'
}

/**
 * Whether a user has a second factor besides what is proven. Recovery codes alone do not count,
 * because they only replace a factor that is lost.
 */
export function isEnrolled(factors: UserFactors, proven: ProvenMethods): boolean {
  return asksForCode(factors) || countsPasskeys(factors, proven) || countsPassword(factors, proven)
}

/** Whether a sign-in asks for a code, also if none is right. */
function asksForCode({ apps, substitutes }: UserFactors): boolean {
  return apps.length + substitutes.length > 0
}

/**
 * Whether a user has set up a second factor, whatever the sign-in or the session has proven. One that
 * was lost by the undo of a change of address counts.
 */
export function hasSetUp(factors: UserFactors): boolean {
  return asksForCode(factors) || factors.passkeys.length > 0
}

/** Whether a user has no second factor left that can be proven. */
export function hasNone({ apps, passkeys }: UserFactors): boolean {
  return apps.length + passkeys.length === 0
}

/** The ways in which a user can prove a second factor, the strongest first. Empty for a user without factors. */
export function waysOf(factors: UserFactors, proven: ProvenMethods): readonly ProofWay[] {
  if (!isEnrolled(factors, proven)) return []
  return [
    ...(countsPasskeys(factors, proven) ? (['passkey'] as const) : []),
    ...(asksForCode(factors) ? (['code'] as const) : []),
    ...(countsPassword(factors, proven) ? (['password'] as const) : []),
    ...(factors.recoveryCodes.length > 0 ? (['recovery-code'] as const) : []),
  ]
}

/**
 * A passkey that did not verify its user proves only that the user has it. It is not two factors
 * because it was used twice.
 */
export function countsPasskeys({ passkeys }: UserFactors, proven: ProvenMethods): boolean {
  return passkeys.length > 0 && !isTouched(proven)
}

/**
 * After such a passkey, which the user has, the password is what the user knows. One that must be changed
 * is asked for too. Otherwise the passkey alone would sign in.
 */
function countsPassword({ passkeys, password }: UserFactors, proven: ProvenMethods): boolean {
  return passkeys.length > 0 && password !== 'none' && isTouched(proven)
}

/** Whether all that is proven is a passkey that did not verify its user. */
export function isTouched(proven: ProvenMethods): boolean {
  return proven.amr.includes('pop') && !hasTwoFactors(proven)
}

/** Whether the user of a session has a second factor. */
export async function hasFactor(ctx: Context, { user }: CurrentUser): Promise<boolean> {
  return hasSetUp(await findFactors(ctx, user.id))
}

/**
 * Returns the ways in which the user of a session can prove a second factor, the strongest first. A
 * password that must be changed is changed at a sign-in.
 */
export async function findWays(
  ctx: Context,
  { user, findAuthentication }: CurrentUser,
): Promise<readonly ProofWay[]> {
  const factors = await findFactors(ctx, user.id)
  const ways = waysOf(factors, await findAuthentication())
  return factors.password === 'must-change' ? ways.filter((way) => way !== 'password') : ways
}

/** Removes what stands for a lost factor, after the user has set up another one. */
export async function removeSubstitutes(ctx: Context, { substitutes }: UserFactors): Promise<void> {
  for (const { id } of substitutes) await operationsOf(ctx).factors.remove(id)
}
