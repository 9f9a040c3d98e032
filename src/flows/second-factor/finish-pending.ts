import type { Context, RouteContext } from '../../context/context.js'
import type { RedirectOutcome } from '../../context/outcome.js'
import {
  dropPendingSignIn,
  findPendingSignIn,
  pendingLifetime,
  type PendingSignIn,
} from '../../context/pending-sign-in.js'
import { PendingSignInLost } from '../../errors/second-factor-errors.js'
import type { AdapterUser } from '../../model/adapter.js'
import type { User } from '../../model/records.js'
import { mergeMethods } from '../../session/authentication.js'
import type { AccountEvidence } from '../../store/confirm-account.js'
import { operationsOf } from '../../store/operations.js'
import { finishSignIn } from '../finish-sign-in.js'
import { applyChange } from './apply-change.js'
import { spendOnce } from '../spend-once.js'

/** Returns the sign-in of this browser that waits for a second factor. */
export async function requirePendingSignIn(ctx: Context): Promise<PendingSignIn> {
  const pending = await findPendingSignIn(ctx)
  if (!pending) throw new PendingSignInLost('No sign-in waits for a second factor in this browser.')
  ctx.notes.userId = pending.userId
  return pending
}

/** Returns when a pending sign-in ends, in seconds since the epoch. */
export function endOf({ waitsSince }: PendingSignIn): number {
  return waitsSince + pendingLifetime
}

/** Returns the user of a pending sign-in, who may have been deleted since. */
export async function requirePendingUser(
  ctx: Context,
  pending: PendingSignIn,
): Promise<AdapterUser> {
  const stored = await operationsOf(ctx).findStored(pending.userId)
  if (stored)
    return { ...stored, ...pending.user, emailVerified: stored.emailVerified } as AdapterUser
  dropPendingSignIn(ctx)
  throw new PendingSignInLost('The user of the sign-in does not exist any more.')
}

/**
 * Makes the change that a pending sign-in waited with and issues its session, after its second factor
 * was proven. The first factor of a user ends the user's other sessions, because they began without
 * it.
 */
export async function finishPendingSignIn(
  ctx: RouteContext,
  pending: PendingSignIn,
  user: User,
  { amr, isFirstFactor = false }: ProvenMethods,
): Promise<RedirectOutcome> {
  dropPendingSignIn(ctx)
  if (!(await spendOnce(ctx, `pending sign-in:${pending.id}`, endOf(pending)))) {
    throw new PendingSignInLost('The sign-in was completed before.')
  }
  const changed = await applyChange(ctx, pending)
  const { start, account, profile, isNewUser, providerSessionId, idToken, identifier } = pending
  return finishSignIn(ctx, {
    user: changed?.user ?? user,
    account,
    profile,
    isNewUser,
    providerSessionId,
    idToken,
    identifier,
    // Only this library can encrypt the cookie that it was kept in.
    evidence: changed?.evidence ?? (pending.evidence as AccountEvidence | undefined),
    start: {
      at: start.at,
      restartedAt: changed?.restartedAt ?? start.restartedAt,
      passwordStamp: start.passwordStamp,
      ...(start.provedAddress && { foundUser: null }),
      refusal: (message) => new PendingSignInLost(message),
    },
    authentication: {
      // The code of a factor that was just set up proves nothing about the user.
      at: isFirstFactor ? pending.authenticatedAt : ctx.now,
      amr: mergeMethods(pending.amr, amr),
    },
    // A call of the app may choose another page than the sign-in that it completes.
    callbackUrl: (ctx.isCall ? ctx.callbackUrl : undefined) ?? pending.callbackUrl,
    endsOthersOf: isFirstFactor ? pending.userId : undefined,
  })
}

/** What the user of a pending sign-in has just proven. */
interface ProvenMethods {
  /** How RFC 8176 names it. */
  readonly amr: readonly string[]
  /** Whether the user has set up the first second factor in this sign-in. */
  readonly isFirstFactor?: boolean
}
