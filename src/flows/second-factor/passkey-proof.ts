import type { ResolvedSecondFactor } from '../../config/second-factor.js'
import type { RouteContext, SignInContext } from '../../context/context.js'
import type { RedirectOutcome } from '../../context/outcome.js'
import { endOf } from '../../context/waiting-sign-in.js'
import { InvalidCode, PendingSignInLost } from '../../errors/second-factor-errors.js'
import { isChecked } from '../../http/body.js'
import type { AdapterUser } from '../../model/adapter.js'
import { twoFactors, type Authentication } from '../../session/authentication.js'
import { strategyOf } from '../../session/choose-strategy.js'
import type { CurrentUser } from '../../session/strategy.js'
import type { PasskeyPurpose } from '../../webauthn/ceremony.js'
import { replaceSession, requireCurrentUser } from '../confirm/confirm.js'
import { endOtherSessions } from '../end-sessions.js'
import { requireWaitingUser } from '../suspend-sign-in.js'
import type { Challenge } from './check-code.js'
import { finishPendingSignIn, requirePendingSignIn } from './finish-pending.js'
import { completeRemoval, finishRemoval } from './finish-removal.js'
import { removeCodes, type FormerCodes } from './former-codes.js'
import type { AskedPasskey, ProvenPasskey } from './load-flows.js'
import { challengeOf } from './prove-again.js'
import { rememberAfter } from './remembered-device.js'
import { mailAboutFactor } from './send-factor-mail.js'
import { countsPasskeys, findFactors, removeSubstitutes, type UserFactors } from './ways.js'

/** The user whose passkey is wanted, and what it is wanted for. */
interface Asked {
  readonly factors: UserFactors
  readonly proven: Pick<Authentication, 'amr'>
  readonly challenge: Challenge
}

/** Begins to ask for a passkey of the user who is signing in, or of the signed-in user. */
export async function askPasskey(
  ctx: RouteContext,
  purpose: PasskeyPurpose,
): Promise<AskedPasskey> {
  const { factors, challenge } = await findAsked(ctx, purpose)
  const rememberDevice = isChecked(ctx.query.get('rememberDevice') ?? undefined)
  return {
    userId: factors.userId,
    passkeys: factors.passkeys,
    challenge: { purpose, ...challenge, rememberDevice },
  }
}

/**
 * Accepts a passkey for the pending sign-in or the session that asked for it. The ceremony named the
 * user of that one, so the passkey belongs to the same user.
 */
export async function acceptPasskey(
  ctx: RouteContext,
  secondFactor: ResolvedSecondFactor,
  { challenge, isUserVerified, recordUse }: ProvenPasskey,
): Promise<RedirectOutcome> {
  const { factors, challenge: current } = await findAsked(ctx, challenge.purpose)
  if (current.id !== challenge.id) {
    throw new PendingSignInLost('The passkey was asked for by another sign-in.')
  }
  await recordUse()
  const amr = isUserVerified ? ['pop', 'user', twoFactors] : ['pop', twoFactors]
  if (challenge.purpose === 'confirm') return replaceSession(ctx, factors.userId, amr)
  const pending = await requirePendingSignIn(ctx)
  const user = await requireWaitingUser(ctx, pending)
  const outcome = await finishPendingSignIn(ctx, pending, user, { amr })
  if (challenge.rememberDevice) await rememberAfter(ctx, secondFactor, { user, factors, pending })
  return outcome
}

async function findAsked(ctx: RouteContext, purpose: PasskeyPurpose): Promise<Asked> {
  const asked = purpose === 'confirm' ? await askedBySession(ctx) : await askedBySignIn(ctx)
  if (countsPasskeys(asked.factors, asked.proven)) return asked
  throw new InvalidCode('The user has no passkey that could be a second factor.')
}

async function askedBySignIn(ctx: RouteContext): Promise<Asked> {
  const pending = await requirePendingSignIn(ctx)
  const factors = await findFactors(ctx, pending.userId)
  return { factors, proven: pending, challenge: { id: pending.id, expires: endOf(pending) } }
}

async function askedBySession(ctx: RouteContext): Promise<Asked> {
  const current = await requireCurrentUser(ctx)
  const factors = await findFactors(ctx, current.user.id)
  const proven = await current.findAuthentication()
  return { factors, proven, challenge: challengeOf(ctx, current) }
}

/** Another person may have added the passkey. */
export function notifyPasskeyAdded(ctx: SignInContext, user: AdapterUser): void {
  mailAboutFactor(ctx, user, { kind: 'added', factor: 'passkey' })
}

/**
 * A new passkey is two factors if it verifies its user, also in an app that does not ask for it. The
 * other sessions of its user began without it, so they end.
 */
export async function passkeyAdded(ctx: RouteContext, formerCodes: FormerCodes): Promise<void> {
  const current = await strategyOf(ctx).currentUser(ctx)
  if (!current) return
  const endOthers = (): Promise<void> => endOtherSessions(ctx, current.user.id, current.sessionKey)
  // The passkey is stored, and the visitor cannot try this again.
  await endOthers().catch(endOthers)
  const factors = await findFactors(ctx, current.user.id)
  // Codes of factors that were removed must not open the account together with the first new one.
  const isFirst = factors.apps.length === 0 && factors.passkeys.length === 1
  if (isFirst) await removeCodes(ctx, formerCodes)
  if (factors.passkeys.length > 0) await removeSubstitutes(ctx, factors)
}

/** Tells the owner of a passkey that was just removed, and ends what depended on it. */
export async function passkeyRemoved(
  ctx: SignInContext,
  current: CurrentUser,
  formerCodes: FormerCodes,
): Promise<void> {
  if (isFactor(ctx)) return finishRemoval(ctx, current, { factor: 'passkey', formerCodes })
  // It was a way to sign in, and a second factor if the app has dropped the method since.
  mailAboutFactor(ctx, current.user, { kind: 'removed', factor: 'passkey' })
}

/** Completes the removal of a passkey that is already gone, if that has failed before its end. */
export async function passkeyMissing(ctx: SignInContext, current: CurrentUser): Promise<void> {
  if (isFactor(ctx)) await completeRemoval(ctx, current)
}

function isFactor({ config }: SignInContext): boolean {
  return config.secondFactor?.types.has('passkey') ?? false
}
