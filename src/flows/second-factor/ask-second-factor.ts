import type { ResolvedSecondFactor } from '../../config/second-factor.js'
import type { Context } from '../../context/context.js'
import { logAuthentication } from '../../context/log-authentication.js'
import { redirectTo, type RedirectOutcome } from '../../context/outcome.js'
import { keepPendingSignIn } from '../../context/pending-sign-in.js'
import { pageUrl } from '../../context/redirects.js'
import { randomToken } from '../../crypto/random.js'
import { hasTwoFactors, mergeMethods, type Authentication } from '../../session/authentication.js'
import { strategyOf } from '../../session/choose-strategy.js'
import { operationsOf } from '../../store/operations.js'
import { idOf } from '../../store/user-id.js'
import { isProven } from '../confirm/require-proof.js'
import { finishSignIn, type ProvenSignIn } from '../finish-sign-in.js'
import type { Gate } from './load-flows.js'
import { isRememberedDevice } from './remembered-device.js'
import { findFactors, isEnrolled } from './ways.js'

/** The session that this browser had when the sign-in arrived. */
interface FormerSession {
  readonly userId: string
  readonly authentication: Authentication
}

/** Opens the gate that every sign-in of an app with second factors passes. */
export async function openGate(ctx: Context, secondFactor: ResolvedSecondFactor): Promise<Gate> {
  const current = await strategyOf(ctx).currentUser(ctx)
  const former = current && {
    userId: idOf(current.user),
    authentication: await current.findAuthentication(),
  }
  return (signIn) => passGate(ctx, secondFactor, signIn, former)
}

async function passGate(
  ctx: Context,
  secondFactor: ResolvedSecondFactor,
  signIn: ProvenSignIn,
  former: FormerSession | undefined,
): Promise<RedirectOutcome> {
  const { user, authentication, start, isLink } = signIn
  // A link only continues the session that asked for it, with what that session has proven.
  if (isLink || secondFactor.required === 'never' || hasTwoFactors(authentication)) {
    return finishSignIn(ctx, signIn)
  }
  const userId = await findUserId(ctx, signIn)
  const factors = await findFactors(ctx, userId)
  if (isEnrolled(factors, authentication)) {
    if (former?.userId === userId && isProven(ctx, former.authentication, { factors: 2 })) {
      return finishSignIn(ctx, { ...signIn, authentication: carryOver(former, authentication) })
    }
    const isRemembered =
      secondFactor.deviceDays !== undefined &&
      (await isRememberedDevice(ctx, user, factors, start.restartedAt ?? start.at))
    return isRemembered ? finishSignIn(ctx, signIn) : wait(ctx, signIn, userId, false)
  }
  const { required } = secondFactor
  const mustSetUp = typeof required === 'function' && (await required(user))
  return mustSetUp ? wait(ctx, signIn, userId, true) : finishSignIn(ctx, signIn)
}

/**
 * Returns the id that the user has in the database. `authorize` may return a user without one, whose
 * address then decides whose factors are asked for.
 */
async function findUserId(ctx: Context, { user, account }: ProvenSignIn): Promise<string> {
  const id = idOf(user)
  if (account.type !== 'credentials' || !user.email) return id
  const operations = operationsOf(ctx)
  if (await operations.findStored(id)) return id
  const owner = await operations.findUserByEmail(user.email)
  return owner ? idOf(owner) : id
}

/**
 * A user who has just proven two factors and proves the first one again, for example to change the
 * password, keeps both. The older proof decides how old the session's proof is.
 */
function carryOver({ authentication: former }: FormerSession, now: Authentication): Authentication {
  return { at: former.at, amr: mergeMethods(now.amr, former.amr) }
}

/** Stores the sign-in in this browser and leads to the page with the next step. */
async function wait(
  ctx: Context,
  signIn: ProvenSignIn,
  userId: string,
  mustSetUp: boolean,
): Promise<RedirectOutcome> {
  const { user, account, start, authentication, callbackUrl, evidence, ...rest } = signIn
  const { profile, isNewUser, providerSessionId, idToken, identifier } = rest
  // The issuer is checked now, because the functions for it cannot be kept.
  if (evidence) await operationsOf(ctx).confirmAccount(evidence)
  await keepPendingSignIn(ctx, {
    id: randomToken(32, ctx.config.runtime.random),
    userId,
    provenAt: ctx.now,
    amr: authentication.amr,
    mustSetUp,
    user: account.type === 'credentials' ? user : undefined,
    account,
    profile,
    isNewUser,
    providerSessionId,
    idToken,
    evidence: evidence && { ...evidence, issuer: undefined },
    start: {
      at: start.at,
      restartedAt: start.restartedAt,
      passwordStamp: start.passwordStamp,
      provedAddress: start.foundUser === null,
    },
    callbackUrl: typeof callbackUrl === 'string' ? callbackUrl : undefined,
    identifier,
  })
  logAuthentication(ctx, {
    provider: account.provider,
    outcome: mustSetUp ? 'second-factor-missing' : 'second-factor-asked',
    userId: user.id,
  })
  const to = mustSetUp
    ? pageUrl(ctx, 'addFactor', 'add-factor')
    : pageUrl(ctx, 'secondFactor', 'second-factor')
  return { ...redirectTo(to), needs: 'second-factor' }
}
