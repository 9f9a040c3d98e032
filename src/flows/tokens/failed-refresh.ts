import type { SignInContext } from '../../context/context.js'
import { isAuthError } from '../../errors/auth-error.js'
import { hiddenInLogs } from '../../errors/hidden-values.js'
import { OAuthCallbackError, OAuthResponseInvalid } from '../../errors/oauth-errors.js'
import { AdapterError } from '../../errors/runtime-errors.js'
import { ReauthRequired, TokenUnavailable } from '../../errors/token-errors.js'
import type { AdapterAccount } from '../../model/adapter.js'
import { RefreshDelayed } from '../../oauth/refresh.js'
import { countRefusals, failedHolder } from '../../store/account-tokens.js'
import { operationsOf } from '../../store/operations.js'
import type { RefreshLease } from './refresh-lease.js'
import { nameOf, remember } from './token-memory.js'
import { isReplaced, readInTime, type TokenOwner } from './token-owner.js'

/** Seconds until the next attempt, unless the provider asks for more. */
const shortestPause = 20
/** The next attempt begins after this time, even if the provider asks for a longer pause. */
const longestPause = 3600
/** The pause after so many refusals is the longest one. */
const mostDoublings = 8

/**
 * Error codes after which no refresh can succeed before the user has been at the provider. Every
 * other code says nothing about the grant.
 */
const refusalCodes: ReadonlySet<string | undefined> = new Set([
  // RFC 6749 §5.2.
  'invalid_grant',
  // GitHub and Slack have codes of their own.
  'bad_refresh_token',
  'invalid_refresh_token',
  // OpenID Connect Core §3.1.2.6. Microsoft answers with them to a refresh, too.
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'login_required',
])

/** OpenID Connect Core §12.2: a refresh brought the ID token of another user. */
export const otherUserCode = 'other_user'

/** Whether the grant has ended, or the user has to act at the provider. */
export function isRefusal(
  thrown: unknown,
): thrown is OAuthCallbackError & { readonly providerCode: string } {
  return thrown instanceof OAuthCallbackError && refusalCodes.has(thrown.providerCode)
}

/**
 * Turns the lease of a failed refresh into a pause for all processes. There is no pause if the
 * provider is not the reason.
 */
export async function endLease(
  owner: TokenOwner,
  account: AdapterAccount,
  lease: RefreshLease,
  thrown: unknown,
): Promise<void> {
  const { refusals } = lease
  const count = isAnswered(thrown) ? refusals + 1 : refusals
  const holder = lease.holder.replace(/^.*:/, `${failedHolder}${count}:`)
  const isOurs = thrown instanceof AdapterError || thrown instanceof TokenUnavailable
  try {
    // The refresh token may have been replaced before the failure.
    const current = await readInTime(owner, account)
    // The provider has said nothing about the tokens of a newer sign-in.
    if (isReplaced(account, current)) {
      await lease.end(current)
      return
    }
    const milliseconds = isOurs ? 0 : pauseOf(thrown, refusals) * 1000
    const isNoted = count > 0 || milliseconds > 0
    await lease.end(current, isNoted ? { holder, milliseconds } : undefined)
  } catch (error) {
    // The lease ends by itself.
    if (!(error instanceof ReauthRequired)) owner.ctx.log.error(error)
  }
}

/** Throws while this process waits after a failed refresh. */
export function requireNoPause({ ctx, provider }: TokenOwner, account: AdapterAccount): void {
  const until = operationsOf(ctx).accountTokens.memory.pauses.get(pauseName(ctx, account)) ?? 0
  const seconds = Math.ceil((until - ctx.config.runtime.clock()) / 1000)
  if (seconds > 0) {
    throw new TokenUnavailable(
      `The tokens of "${provider.id}" could not be refreshed a moment ago. Try again in ${seconds} seconds.`,
      seconds,
    )
  }
}

/** Logs why a refresh failed, pauses, and returns the error for the caller. */
export function explainFailure(
  { ctx, provider }: TokenOwner,
  account: AdapterAccount,
  thrown: unknown,
): unknown {
  const isKnown = thrown instanceof ReauthRequired || thrown instanceof TokenUnavailable
  if (isKnown || !isAuthError(thrown) || thrown.type.startsWith('Missing')) return thrown
  const log = ctx.log.hiding(hiddenInLogs(thrown))
  log.warn('token-refresh-failed', `The tokens of "${provider.id}" were not refreshed.`, thrown)
  // The database is needed for more than this, so it is asked again at once.
  const seconds = thrown instanceof AdapterError ? 1 : pauseOf(thrown, countRefusals(account))
  if (seconds > 1) {
    const { pauses } = operationsOf({ config: ctx.config }).accountTokens.memory
    remember(pauses, pauseName(ctx, account), ctx.config.runtime.clock() + seconds * 1000)
  }
  // The cause may repeat tokens, and the app may log the error. Our log has hidden them.
  return new TokenUnavailable(
    `The tokens of "${provider.id}" could not be refreshed. Try again in ${seconds} seconds.`,
    seconds,
  )
}

/** A sign-in ends the pause, also one that brings the same refresh token. */
function pauseName(ctx: SignInContext, account: AdapterAccount): string {
  const { access_token: accessToken, refresh_token: refreshToken } = account
  return `${nameOf(ctx, account)} ${accessToken ?? ''} ${refreshToken ?? ''}`
}

/** RFC 6749 §4.1.2.1. Some token endpoints answer with them, too. */
const outageCodes: ReadonlySet<string | undefined> = new Set([
  'server_error',
  'temporarily_unavailable',
])

/** Whether the provider answered. An outage ends by itself, but the same answer may come forever. */
export function isAnswered(thrown: unknown): boolean {
  if (thrown instanceof OAuthCallbackError) return !outageCodes.has(thrown.providerCode)
  return thrown instanceof OAuthResponseInvalid
}

/**
 * Returns how many seconds to wait after a failure. The pause doubles with each refusal in a row, so
 * that a provider which never accepts is asked once an hour. After an outage, it stays short.
 */
export function pauseOf(thrown: unknown, refusals = 0): number {
  const asked = thrown instanceof RefreshDelayed ? (thrown.retryAfter ?? 0) : 0
  const doublings = isAnswered(thrown) ? Math.min(refusals, mostDoublings) : 0
  return Math.min(Math.max(asked, shortestPause * 2 ** doublings), longestPause)
}
