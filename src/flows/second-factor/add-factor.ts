import type { ResolvedSecondFactor } from '../../config/second-factor.js'
import type { RouteContext } from '../../context/context.js'
import { provenAttempts } from '../../context/known-client.js'
import { countAttempt, countAttempts } from '../../context/limits.js'
import { redirectTo, type Outcome, type RedirectOutcome } from '../../context/outcome.js'
import { recordEvent } from '../../context/record-event.js'
import { pageUrl } from '../../context/redirects.js'
import { decodeBase64url } from '../../crypto/base64.js'
import { SessionRequired } from '../../errors/request-errors.js'
import { InvalidCode, PendingSignInLost } from '../../errors/second-factor-errors.js'
import { sealSecret } from '../../factors/sealed-secret.js'
import { findStep, stepAt } from '../../factors/totp.js'
import { isChecked } from '../../http/body.js'
import type { AdapterFactor } from '../../model/adapter.js'
import { twoFactors } from '../../session/authentication.js'
import { strategyOf } from '../../session/choose-strategy.js'
import { operationsOf } from '../../store/operations.js'
import { countChange } from '../count-change.js'
import { endOtherSessions } from '../end-sessions.js'
import { returnTo } from './factor-shell.js'
import { finishPendingSignIn } from './finish-pending.js'
import { requireFactorOwner, type FactorOwner } from './factor-owner.js'
import { replaceRecoveryCodes } from './make-recovery-codes.js'
import { mailAboutFactor } from './send-factor-mail.js'
import { dropSetUp, findSetUp, type SetUp } from './set-up-cookie.js'
import { showRecoveryCodes } from './show-factor-pages.js'
import { findFactors, isEnrolled, removeSubstitutes, type UserFactors } from './ways.js'

/** How many authenticator apps a user may have. */
const mostApps = 5

/** Stores an authenticator app after its first code was typed. */
export async function addFactor(
  ctx: RouteContext,
  _secondFactor: ResolvedSecondFactor,
): Promise<Outcome> {
  const owner = await requireFactorOwner(ctx)
  await countAttempts(ctx, provenAttempts(ctx, 'add factor', owner.key))
  const setUp = await findSetUp(ctx, owner.key)
  if (!setUp) throw new InvalidCode('The set-up has expired. Start it again.')
  const factor = await confirmSetUp(ctx, setUp)
  if (owner.factors.apps.filter(({ id }) => id !== factor.id).length >= mostApps) {
    throw new InvalidCode(`A user can have ${mostApps} authenticator apps.`)
  }
  const isStored = owner.factors.apps.some(({ id }) => id === factor.id)
  // A set-up whose answer was lost is completed by the next try, with a code that was not used yet.
  if (isStored && !(await useCode(ctx, factor))) throw new InvalidCode('The code was used before.')
  await countChange(ctx, 'new app', owner.user)
  const outcome = isStored ? await raiseLevel(ctx, owner) : await storeFactor(ctx, owner, factor)
  // The owner is notified before anything else can fail.
  mailAboutFactor(ctx, owner.user, { kind: 'added', factor: 'app' })
  dropSetUp(ctx)
  await removeSubstitutes(ctx, owner.factors)
  await recordEvent(ctx, { event: 'factor-added', userId: factor.userId })
  // If this fails, the page with the factors says that there are no codes, and makes new ones.
  const codes = (await needsCodes(ctx, owner.factors, factor))
    ? await replaceRecoveryCodes(ctx, factor.userId)
    : undefined
  return codes ? showRecoveryCodes(ctx, codes, outcome) : outcome
}

async function useCode(
  ctx: RouteContext,
  { id, lastStep: step, lastUsedAt }: AdapterFactor,
): Promise<boolean> {
  const usedAt = lastUsedAt ?? new Date(ctx.now * 1000)
  return operationsOf(ctx).factors.useStep(id, { step, lastUsedAt: usedAt })
}

/**
 * The first factor comes with recovery codes. It may have become the first one in the meantime, because
 * another request has removed the former ones with their codes.
 */
async function needsCodes(
  ctx: RouteContext,
  former: UserFactors,
  { id, userId }: AdapterFactor,
): Promise<boolean> {
  const factors = await findFactors(ctx, userId)
  if (factors.recoveryCodes.length === 0) return true
  return [former, factors].some(({ apps, passkeys }) => {
    const others = apps.filter((app) => app.id !== id)
    // Codes of a factor that was removed do not count.
    return others.length + passkeys.length === 0
  })
}

/**
 * Stores the factor and gives this browser a session with it. The factor is removed again if the
 * session or the sign-in that set it up has ended in the meantime.
 */
async function storeFactor(
  ctx: RouteContext,
  owner: FactorOwner,
  factor: AdapterFactor,
): Promise<RedirectOutcome> {
  const { factors } = operationsOf(ctx)
  const reportKept = async (error: unknown): Promise<void> => {
    ctx.log.error(error)
    // An app stays, so its owner must know of it.
    mailAboutFactor(ctx, owner.user, { kind: 'added', factor: 'app' })
    await recordEvent(ctx, { event: 'factor-added', userId: factor.userId })
  }
  await factors.create(factor).catch(async (thrown: unknown) => {
    const rows = await factors.list(factor.userId)
    // The form was sent twice, and the other request has used the code.
    if (rows.some(({ id }) => id === factor.id)) throw new InvalidCode('The code was used before.')
    throw thrown
  })
  try {
    const isFirst = await requireOnlyFactor(ctx, owner, factor)
    const outcome = await raiseLevel(ctx, owner)
    if (isFirst) await removeLostApps(ctx, factor).catch(reportKept)
    return outcome
  } catch (thrown) {
    await factors.remove(factor.id).catch(reportKept)
    throw thrown
  }
}

/** Returns the factor to store. Its first code is used up, so it cannot sign in as well. */
async function confirmSetUp(
  ctx: RouteContext,
  { id, userId, secret, expires }: SetUp,
): Promise<AdapterFactor> {
  await countAttempt(ctx, 'factor', `set-up:${id}`, { until: expires })
  const bytes = decodeBase64url(secret)
  const step = await findStep(bytes, ctx.fields['code'], stepAt(ctx.now), 0)
  if (step === undefined) {
    throw new InvalidCode('The code is wrong.', isChecked(ctx.fields['again']) ? 'again' : 'code')
  }
  const now = new Date(ctx.now * 1000)
  return {
    id,
    userId,
    type: 'totp',
    name: null,
    secret: await sealSecret(ctx.config.secrets, { userId, id, secret: bytes }),
    lastStep: step,
    createdAt: now,
    lastUsedAt: now,
    expires: null,
  }
}

/**
 * A user who sets up the first factor has proven one factor only, in a sign-in or in a session. If the
 * user has got another one in the meantime, that one decides. Returns whether it is the first one.
 */
async function requireOnlyFactor(
  ctx: RouteContext,
  { factors: former, pending, session }: FactorOwner,
  { id, userId }: AdapterFactor,
): Promise<boolean> {
  const proven = pending ?? (await session?.findAuthentication()) ?? { amr: [] }
  if (isEnrolled(former, proven)) return false
  const factors = await findFactors(ctx, userId)
  const others = { ...factors, apps: factors.apps.filter((app) => app.id !== id) }
  if (!isEnrolled(others, proven)) return true
  throw new PendingSignInLost('The user has set up another second factor in the meantime.')
}

/**
 * Removes the apps of set-ups that have lost against the first one. Each removes its own, unless its
 * process or the database has failed. No session could have set up another app since.
 */
async function removeLostApps(
  ctx: RouteContext,
  { id, userId }: Pick<AdapterFactor, 'id' | 'userId'>,
): Promise<void> {
  const { apps } = await findFactors(ctx, userId)
  const lost = apps.filter((app) => app.id !== id)
  for (const app of lost) await operationsOf(ctx).factors.remove(app.id)
}

/**
 * Gives the browser a session with two factors and ends all sessions with one. They began before
 * the factor existed.
 */
async function raiseLevel(
  ctx: RouteContext,
  { user, factors: { userId }, pending }: FactorOwner,
): Promise<RedirectOutcome> {
  if (pending) {
    const amr = ['otp', twoFactors]
    return finishPendingSignIn(ctx, pending, user, { amr, isFirstFactor: true })
  }
  const confirmed = await strategyOf(ctx).confirm(ctx, {
    amr: ['otp', twoFactors],
    start: { at: ctx.startedAt, refusal: (message) => new PendingSignInLost(message) },
  })
  if (!confirmed) throw new SessionRequired('The session ended while the factor was set up.')
  await endOtherSessions(ctx, userId, confirmed.sessionKey)
  const { callbackUrl } = await returnTo(ctx)
  return redirectTo(callbackUrl ?? pageUrl(ctx, 'factors', 'factors'))
}
