import type { ResolvedOAuthProvider } from '../../config/oauth-provider.js'
import { storedTokensOf } from '../../config/seal-tokens.js'
import type { SignInContext } from '../../context/context.js'
import {
  TokenUnavailable,
  type ReauthReason,
  type ReauthRequired,
} from '../../errors/token-errors.js'
import type { AdapterAccount, AdapterUser } from '../../model/adapter.js'
import { hasKeys } from '../../store/account-keys.js'
import { operationsOf } from '../../store/operations.js'
import { requireInTime } from './database-limit.js'

/** Seconds for which a token must still be valid, unless the app asks for more. */
export const defaultValidity = 60

/** A call that needs a token of one provider. */
export interface TokenCall {
  readonly ctx: SignInContext
  readonly provider: ResolvedOAuthProvider
  /** Returns the error that leads the user to the provider. */
  readonly requireSignIn: (code: ReauthReason) => ReauthRequired
}

/** A call that needs a token, and the user whose tokens are refreshed. */
export interface TokenOwner extends TokenCall {
  readonly user: AdapterUser
}

/** Reads an account again. Throws if it was unlinked, or if the provider refused its token. */
export async function readAgain(
  { ctx, user, provider, requireSignIn }: TokenOwner,
  account: AdapterAccount,
): Promise<AdapterAccount> {
  const accounts = await operationsOf(ctx).accountTokens.list(user.id, provider.id)
  const current = accounts.find((row) => hasKeys(row, account))
  // A deletion removes the tokens before it removes the account.
  if (!current || !hasStoredTokens(current)) throw requireSignIn('no-account')
  if (!current.access_token && !current.refresh_token) throw requireSignIn('no-token')
  if (current.refreshFailed) throw requireSignIn('refused')
  return current
}

/** Like `readAgain`, after a request to the provider, when the call must not hang. */
export function readInTime(owner: TokenOwner, account: AdapterAccount): Promise<AdapterAccount> {
  return requireInTime(owner.ctx, 'listAccountsByUserId', readAgain(owner, account))
}

/** Whether an account has tokens, readable or not. */
function hasStoredTokens(account: AdapterAccount): boolean {
  const { access_token, refresh_token } = storedTokensOf(account)
  return Boolean(access_token) || Boolean(refresh_token)
}

/** Requires that another process has replaced the tokens of an account. Returns the account. */
export function requireReplaced(
  { provider }: TokenOwner,
  account: AdapterAccount,
  current: AdapterAccount,
): AdapterAccount {
  if (isReplaced(account, current)) return current
  throw new TokenUnavailable(
    `Another process is refreshing the tokens of "${provider.id}". Try again.`,
    1,
  )
}

/**
 * Whether an account has another access token than before, or the same one with another expiry. Some
 * providers extend a token instead of issuing another.
 */
export function isReplaced(
  before: AdapterAccount,
  { access_token, expires_at }: AdapterAccount,
): boolean {
  if (typeof access_token !== 'string') return false
  const isExtended = (expires_at ?? null) !== (before.expires_at ?? null)
  return access_token !== before.access_token || isExtended
}
