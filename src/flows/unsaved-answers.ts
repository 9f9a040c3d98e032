import type { UnsavedAnswer } from '../config/store-memory.js'
import type { SignInContext } from '../context/context.js'
import { requireStore } from '../context/require-store.js'
import type { AdapterAccount } from '../model/adapter.js'
import { hasKeys, type AccountKeys } from '../store/account-keys.js'
import { placeOf } from '../session/place.js'
import { operationsOf } from '../store/operations.js'
import { idOf } from '../store/user-id.js'
import { isReplaced } from './tokens/token-owner.js'

/** Milliseconds. Sessions need the database as well, so an outage that lasts longer is rare. */
const longestKept = 60 * 60 * 1000
const mostAnswers = 1000
/** After so many attempts with a lease, the database is unlikely to take the tokens later. */
const mostFailures = 5

/** An answer that was not kept before. */
export type NewAnswer = Omit<UnsavedAnswer, 'until'>

/** Keeps a provider's answer until the database has taken it. It is lost after too many attempts. */
export function keepAnswer(ctx: SignInContext, answer: NewAnswer): void {
  const unsaved = openAnswers(ctx)
  const { account, tokens, failures } = answer
  const name = nameOf(ctx, account)
  const known = unsaved.get(name)
  unsaved.delete(name)
  if (failures >= mostFailures) {
    const cure = 'Check that its columns hold long texts.'
    logLost(ctx, answer, `The database has refused them ${failures} times. ${cure}`)
    return
  }
  for (const [oldest, lost] of unsaved) {
    if (unsaved.size < mostAnswers) break
    unsaved.delete(oldest)
    logLost(ctx, lost, `More than ${mostAnswers} answers wait for the database.`)
  }
  // Without a new refresh token, the answer is worth as much as its access token.
  const usefulUntil = isRotated(answer) ? Infinity : (tokens.expires_at ?? Infinity) * 1000
  // A later attempt does not extend the time.
  const isSame = known?.tokens === tokens
  const until = isSame
    ? known.until
    : Math.min(ctx.config.runtime.clock() + longestKept, usefulUntil)
  unsaved.set(name, { ...answer, until })
}

/**
 * Counts an attempt to store an answer, if it is still kept. While the database is away, only the first
 * attempt counts: the others do not get the lease, so they do not begin.
 */
export function countFailure(ctx: SignInContext, { account, tokens }: NewAnswer): void {
  const known = openAnswers(ctx).get(nameOf(ctx, account))
  if (known?.tokens === tokens) keepAnswer(ctx, { ...known, failures: known.failures + 1 })
}

/**
 * Returns the answer to the refresh token that an account has now. If a sign-in without a refresh token
 * has replaced the other tokens since, the answer has the account as it was when the token was sent.
 */
export function findAnswer(ctx: SignInContext, account: AdapterAccount): UnsavedAnswer | undefined {
  const known = openAnswers(ctx).get(nameOf(ctx, account))
  if (known && isReplaced(known.account, account)) return isRotated(known) ? known : undefined
  // The row may have the same tokens encrypted anew, and is compared with what was read last.
  return known && { ...known, account }
}

/** Notes who may have the lease now, so that the next call of this process can take it over. */
export function noteHolders(
  ctx: SignInContext,
  account: AdapterAccount,
  holders: readonly string[],
): void {
  const unsaved = openAnswers(ctx)
  const name = nameOf(ctx, account)
  const known = unsaved.get(name)
  if (known) unsaved.set(name, { ...known, holders })
}

/** Forgets an answer that is stored, or that the account cannot use because it has other tokens. */
export function forgetAnswer(ctx: SignInContext, account: AdapterAccount): void {
  openAnswers(ctx).delete(nameOf(ctx, account))
}

/**
 * Forgets the answers for an account that is removed, or for all accounts of a user, and returns their
 * tokens, which no row will ever know.
 */
export function takeAnswers(
  ctx: SignInContext,
  userId: string,
  keys?: AccountKeys,
): readonly AdapterAccount[] {
  const unsaved = openAnswers(ctx)
  const taken: AdapterAccount[] = []
  for (const [name, { account, tokens }] of unsaved) {
    // Another app with the same memory may have a user with the same id.
    const isOfApp = name === nameOf(ctx, account)
    const isOfUser = idOf({ id: account.userId }) === userId
    if (!isOfApp || !isOfUser || (keys && !hasKeys(account, keys))) continue
    unsaved.delete(name)
    const { access_token, refresh_token } = tokens
    taken.push({ ...account, access_token, refresh_token })
  }
  return taken
}

/** Returns the answers of this process, without those that are too old. */
function openAnswers(ctx: SignInContext): Map<string, UnsavedAnswer> {
  const { unsaved } = operationsOf(ctx).accountTokens.memory
  const now = ctx.config.runtime.clock()
  for (const [name, answer] of unsaved) {
    if (answer.until > now) continue
    unsaved.delete(name)
    logLost(ctx, answer, 'The database did not take them in time.')
  }
  return unsaved
}

function logLost({ log }: SignInContext, answer: NewAnswer, reason: string): void {
  // The refresh token that was sent still works.
  if (!isRotated(answer)) return
  log.warn(
    'token-answer-lost',
    `New tokens of "${answer.account.provider}" could not be stored. ${reason} The user may have to sign in there again.`,
  )
}

function isRotated({ account, tokens }: Pick<UnsavedAnswer, 'account' | 'tokens'>): boolean {
  return tokens.refresh_token !== undefined && tokens.refresh_token !== account.refresh_token
}

/** Names the app, the user and the token that was sent. */
function nameOf(ctx: SignInContext, account: AdapterAccount): string {
  const { userId, provider, providerAccountId, refresh_token } = account
  const place = placeOf(ctx, requireStore(ctx))
  return JSON.stringify([place, userId, provider, providerAccountId, refresh_token])
}
