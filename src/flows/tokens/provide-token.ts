import type { SignInContext } from '../../context/context.js'
import { ScopeMissing, TokenUnavailable } from '../../errors/token-errors.js'
import type { AdapterAccount } from '../../model/adapter.js'
import { missingScopes } from '../../model/split-scopes.js'
import type { AccessToken, AccessTokenOptions } from '../../model/tokens.js'
import type { BoundToken } from '../../oauth/dpop.js'
import { loadDpop } from '../../oauth/load-dpop.js'
import { isBound, proofKeyOf } from '../../oauth/proof-key.js'
import { defaultValidity, type TokenCall } from './token-owner.js'
import { signInUrl } from './create-token-call.js'

/** An access token, and how it is sent if it is bound to a key. */
export interface UsableToken extends AccessToken {
  readonly dpop?: BoundToken | undefined
}

/** How the tokens of an account are replaced. */
export interface TokenSource {
  /** Whether tokens may be replaced now that an API has refused them. */
  readonly mayReplace: () => boolean
  readonly refresh: () => Promise<AdapterAccount>
  /** Called after a refresh that has replaced tokens which an API refused. */
  readonly noteReplaced: () => void
}

/** Returns the access token of an account. Refreshes it first if it is due. */
export async function provideToken(
  call: TokenCall,
  account: AdapterAccount,
  options: AccessTokenOptions,
  source: TokenSource,
): Promise<UsableToken> {
  const { ctx } = call
  requireProvable(call, account)
  requireScopes(call, account, options)
  if (!isDue(call, account, options, source)) return toAccessToken(call, account)
  const isRefused = wasRefused(account, options)
  try {
    const refreshed = await source.refresh()
    if (isRefused) source.noteReplaced()
    return await toAccessToken(call, refreshed)
  } catch (thrown) {
    // The reason may be gone before the token expires.
    if (thrown instanceof TokenUnavailable && !isRefused && isAlive(ctx, account))
      return toAccessToken(call, account)
    throw ownError(thrown)
  }
}

/** Callers that share a refresh do not share the error, which has the stack of one of them. */
function ownError(thrown: unknown): unknown {
  return thrown instanceof TokenUnavailable
    ? new TokenUnavailable(thrown.message, thrown.retryAfter)
    : thrown
}

function requireScopes(
  { ctx, provider }: TokenCall,
  account: AdapterAccount,
  options: AccessTokenOptions,
): void {
  const missing = missingScopes(account.scope, options.scopes ?? [])
  if (missing.length === 0) return
  throw new ScopeMissing(
    `The user has not granted ${missing.join(', ')} at "${options.provider}".`,
    missing,
    signInUrl(ctx, provider),
  )
}

/** Whether a token has to be refreshed. If it cannot be, throws as soon as the token is useless. */
function isDue(
  { ctx, requireSignIn }: TokenCall,
  account: AdapterAccount,
  options: AccessTokenOptions,
  { mayReplace }: TokenSource,
): boolean {
  const { minValidity = defaultValidity } = options
  const { access_token: token, refresh_token: refreshToken, refreshFailed } = account
  const isRejected = wasRefused(account, options)
  const isEnough = isAlive(ctx, account, minValidity) && !isRejected
  if (isEnough) return false
  if (refreshToken && !refreshFailed) {
    return isRejected && isAlive(ctx, account) ? mayReplace() : true
  }
  if (isAlive(ctx, account) && !isRejected) return false
  if (refreshFailed) throw requireSignIn('refused')
  throw requireSignIn(typeof token === 'string' ? 'no-refresh-token' : 'no-token')
}

/** Whether the API has refused the access token of the account. */
export function wasRefused(
  { access_token: token }: AdapterAccount,
  { rejected }: AccessTokenOptions,
): boolean {
  return rejected !== undefined && token === rejected
}

/**
 * Whether the account has an access token that is valid for so many seconds more. A refresh may take
 * half a minute, so the start of the request does not count.
 */
function isAlive(
  { config }: SignInContext,
  { access_token: token, expires_at: expiresAt }: AdapterAccount,
  seconds = 0,
): boolean {
  if (typeof token !== 'string') return false
  return typeof expiresAt !== 'number' || expiresAt - seconds > config.runtime.clock() / 1000
}

/**
 * A token whose key is lost would be refused, or accepted by an API that does not check the key. A
 * refresh would be refused as well.
 */
function requireProvable(
  { ctx, provider, requireSignIn }: TokenCall,
  account: AdapterAccount,
): void {
  if (!isBound(account) || proofKeyOf(account) !== undefined) return
  ctx.log.warn(
    'dpop-key-missing',
    `The tokens of an account at "${provider.id}" are bound to a key that is not stored or cannot be decrypted. The user has to sign in there again.`,
  )
  throw requireSignIn('no-token')
}

async function toAccessToken(call: TokenCall, account: AdapterAccount): Promise<UsableToken> {
  const { access_token: accessToken, expires_at: expiresAt, scope, token_type: type } = account
  if (typeof accessToken !== 'string') throw call.requireSignIn('no-token')
  requireProvable(call, account)
  const key = proofKeyOf(account)
  const { memory } = call.provider.party
  return {
    accessToken,
    expiresAt: typeof expiresAt === 'number' ? new Date(expiresAt * 1000) : undefined,
    scope: scope ?? undefined,
    tokenType: key === undefined ? (type?.toLowerCase() ?? 'bearer') : 'dpop',
    ...(key !== undefined && { dpop: (await loadDpop()).bindToken(memory, key, accessToken) }),
  }
}
