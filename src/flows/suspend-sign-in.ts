import type { Context, RouteContext, SignInContext } from '../context/context.js'
import { cookieCallbackUrl } from '../context/cookie-callback-url.js'
import { dropWaitingSignIns, endOf, type WaitingSignIn } from '../context/waiting-sign-in.js'
import { randomToken } from '../crypto/random.js'
import { PendingSignInLost } from '../errors/second-factor-errors.js'
import type { AdapterUser } from '../model/adapter.js'
import type { User } from '../model/records.js'
import type { AccountEvidence } from '../store/account-evidence.js'
import { operationsOf } from '../store/operations.js'
import type { ProvenSignIn } from './proven-sign-in.js'
import { spendOnce } from './spend-once.js'

/** A sign-in that has to wait. One that has not changed its user yet has no evidence of an account. */
export interface SuspendedSignIn extends Omit<ProvenSignIn, 'isNewUser' | 'evidence'> {
  readonly isNewUser?: boolean
  readonly evidence?: AccountEvidence | undefined
}

/** Whether `authorize` returned the user. The database knows the user of a stored password. */
export function isUserOfApp({ account, start }: SuspendedSignIn): boolean {
  return account.type === 'credentials' && start.passwordStamp === undefined
}

/** Returns what a browser must keep of a sign-in, so that {@link resumeSignIn} can go on with it. */
export async function suspendSignIn(
  ctx: SignInContext,
  userId: string,
  signIn: SuspendedSignIn,
): Promise<WaitingSignIn> {
  const { user, account, profile, isNewUser = false, providerSessionId, idToken } = signIn
  const { authentication, start, evidence, identifier, callbackUrl } = signIn
  // The issuer is checked now, because the functions for it cannot be kept. The tokens are stored when
  // the sign-in goes on. If they were stored now, a refresh could spend them in between.
  const inspected = evidence && (await operationsOf(ctx).inspectAccount(evidence))
  return {
    id: randomToken(32, ctx.config.runtime.random),
    userId,
    waitsSince: ctx.now,
    authenticatedAt: authentication.at,
    amr: authentication.amr,
    user: isUserOfApp(signIn) ? user : undefined,
    account,
    profile,
    isNewUser,
    providerSessionId,
    idToken,
    evidence: inspected && { ...inspected, issuer: undefined },
    start: {
      at: start.at,
      restartedAt: start.restartedAt,
      passwordStamp: start.passwordStamp,
      provedAddress: start.foundUser === null,
    },
    callbackUrl: cookieCallbackUrl(callbackUrl),
    identifier,
  }
}

/** Lets a sign-in go on, once. */
export async function spendWaiting(ctx: Context, waiting: WaitingSignIn): Promise<void> {
  dropWaitingSignIns(ctx)
  // A copy of the cookie stays valid.
  if (!(await spendOnce(ctx, `waiting sign-in:${waiting.id}`, endOf(waiting)))) {
    throw new PendingSignInLost('The sign-in was completed before.')
  }
}

/** Returns the user of a sign-in that waits, who may have been deleted since. */
export async function requireWaitingUser(
  ctx: Context,
  { userId, user }: WaitingSignIn,
): Promise<AdapterUser> {
  const stored = await operationsOf(ctx).findStored(userId)
  if (stored) return { ...stored, ...user, emailVerified: stored.emailVerified } as AdapterUser
  dropWaitingSignIns(ctx)
  throw new PendingSignInLost('The user of the sign-in does not exist any more.')
}

/** Returns the sign-in as it was, with the user as they are now. */
export function resumeSignIn(
  ctx: RouteContext,
  { start, authenticatedAt: at, amr, ...waiting }: WaitingSignIn,
  user: User,
): ProvenSignIn {
  const { account, profile, isNewUser, providerSessionId, idToken, identifier } = waiting
  return {
    user,
    account,
    profile,
    isNewUser,
    providerSessionId,
    idToken,
    identifier,
    authentication: { at, amr },
    // Only this library can encrypt the cookie that it was kept in.
    evidence: waiting.evidence as AccountEvidence | undefined,
    start: {
      at: start.at,
      restartedAt: start.restartedAt,
      passwordStamp: start.passwordStamp,
      ...(start.provedAddress && { foundUser: null }),
      refusal: (message) => new PendingSignInLost(message),
    },
    // A call of the app may choose another page than the sign-in that it completes.
    callbackUrl: (ctx.isCall ? ctx.callbackUrl : undefined) ?? waiting.callbackUrl,
  }
}
