import { isAuthError } from '../../errors/auth-error.js'
import { hiddenInLogs } from '../../errors/hidden-values.js'
import { OAuthCallbackError } from '../../errors/oauth-errors.js'
import { AdapterError } from '../../errors/runtime-errors.js'
import { ReauthRequired, TokenUnavailable } from '../../errors/token-errors.js'
import type { AdapterAccount } from '../../model/adapter.js'
import { RefreshDelayed } from '../../oauth/refresh.js'
import { operationsOf } from '../../store/operations.js'
import { nameOf, rememberUntil } from './token-memory.js'
import { readAgain, type TokenOwner } from './token-owner.js'

/** The beginning of a lease that is held to keep all processes from trying again at once. */
export const failedHolder = 'failed:'

/** Seconds until the next attempt, unless the provider asks for more. */
const shortestPause = 20
/** A provider that asks for more is asked again all the same. */
const longestPause = 3600

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

/** Turns the lease of a failed refresh into a pause for all processes. */
export async function endLease(
  owner: TokenOwner,
  account: AdapterAccount,
  holder: string,
  thrown: unknown,
): Promise<void> {
  const { accountTokens } = operationsOf(owner.ctx)
  const pause = { holder: holder.replace(/^.*:/, failedHolder), replaces: holder }
  try {
    // The refresh token may have been replaced before the failure.
    const current = await readAgain(owner, account)
    await accountTokens.lease(current, { ...pause, milliseconds: pauseOf(thrown) * 1000 })
  } catch (error) {
    // The lease ends by itself.
    if (!(error instanceof ReauthRequired)) owner.ctx.log.error(error)
  }
}

/** Throws while this process waits after a failed refresh. */
export function requireNoPause({ ctx, provider }: TokenOwner, account: AdapterAccount): void {
  const until = operationsOf(ctx).accountTokens.memory.pauses.get(nameOf(account)) ?? 0
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
  const seconds = thrown instanceof AdapterError ? 1 : pauseOf(thrown)
  if (seconds > 1) {
    const { pauses } = operationsOf({ config: ctx.config }).accountTokens.memory
    rememberUntil(pauses, nameOf(account), ctx.config.runtime.clock() + seconds * 1000)
  }
  // The cause may repeat tokens, and the app may log the error. Our log has hidden them.
  return new TokenUnavailable(
    `The tokens of "${provider.id}" could not be refreshed. Try again in ${seconds} seconds.`,
    seconds,
  )
}

/** Returns how many seconds to wait after a failure. */
export function pauseOf(thrown: unknown): number {
  const asked = thrown instanceof RefreshDelayed ? (thrown.retryAfter ?? 0) : 0
  return Math.min(Math.max(asked, shortestPause), longestPause)
}
