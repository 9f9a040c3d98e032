import type { ResolvedOAuthProvider } from '../../config/oauth-provider.js'
import type { SignInContext } from '../../context/context.js'
import { routeUrl } from '../../context/redirects.js'
import { InvalidConfig } from '../../errors/config-errors.js'
import { InvalidProvider } from '../../errors/request-errors.js'
import { AdapterError } from '../../errors/runtime-errors.js'
import {
  ReauthRequired,
  ScopeMissing,
  TokenUnavailable,
  type ReauthReason,
} from '../../errors/token-errors.js'
import type { AdapterAccount, AdapterUser } from '../../model/adapter.js'
import { missingScopes } from '../../model/split-scopes.js'
import type { AccessToken, AccessTokenOptions } from '../../model/tokens.js'
import type { BoundToken } from '../../oauth/dpop.js'
import { loadDpop } from '../../oauth/load-dpop.js'
import { isBound, proofKeyOf } from '../../oauth/proof-key.js'
import { countRefusals } from '../../store/account-tokens.js'
import { operationsOf } from '../../store/operations.js'
import { idOf } from '../../store/user-id.js'
import { isRefreshing, refreshOnce, storeWaitingToken } from './refresh-account.js'
import { withCure } from './cure-url.js'
import { requireOwnIssuer } from './require-own-issuer.js'
import { nameOf, remember } from './token-memory.js'
import { defaultValidity, type TokenAsker, type TokenOwner } from './token-owner.js'

/** An access token, and how it is sent if it is bound to a key. */
export interface UsableToken extends AccessToken {
  readonly dpop?: BoundToken | undefined
}

/** Returns an access token of a user, and refreshes it when it is due. */
export async function findAccessToken(
  ctx: SignInContext,
  user: AdapterUser,
  provider: ResolvedOAuthProvider,
  options: AccessTokenOptions,
): Promise<UsableToken> {
  requireValidity(options)
  const owner: TokenOwner = { ...askerOf(ctx, provider), user }
  let refusals = 0
  try {
    const account = await storeWaitingToken(owner, await readAccount(owner, options))
    refusals = countRefusals(account)
    await requireOwnIssuer(owner, account)
    return await provideToken(owner, account, options, {
      mayReplace: () => mayReplace(owner, account),
      refresh: () => refreshOnce(owner, account),
      noteReplaced: () => noteReplaced(owner, account),
    })
  } catch (thrown) {
    throw await withCure(owner, idOf(user), options, thrown, { refusals })
  }
}

/** Returns who asks for a token, with the error that leads the user to the provider. */
export function askerOf(ctx: SignInContext, provider: ResolvedOAuthProvider): TokenAsker {
  const requireSignIn = (code: ReauthReason): ReauthRequired =>
    new ReauthRequired(explain(provider.id, code), code, signInUrl(ctx, provider))
  return { ctx, provider, requireSignIn }
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
  owner: TokenAsker,
  account: AdapterAccount,
  options: AccessTokenOptions,
  source: TokenSource,
): Promise<UsableToken> {
  const { ctx } = owner
  requireProvable(owner, account)
  requireScopes(owner, account, options)
  if (!isDue(owner, account, options, source)) return toAccessToken(owner, account)
  const isRefused = wasRefused(account, options)
  try {
    const refreshed = await source.refresh()
    if (isRefused) source.noteReplaced()
    return await toAccessToken(owner, refreshed)
  } catch (thrown) {
    // The reason may be gone before the token expires.
    if (thrown instanceof TokenUnavailable && !isRefused && isAlive(ctx, account))
      return toAccessToken(owner, account)
    throw ownError(thrown)
  }
}

/** Callers that share a refresh do not share the error, which has the stack of one of them. */
function ownError(thrown: unknown): unknown {
  return thrown instanceof TokenUnavailable
    ? new TokenUnavailable(thrown.message, thrown.retryAfter)
    : thrown
}

export function requireValidity({ minValidity }: AccessTokenOptions): void {
  if (minValidity === undefined || (Number.isFinite(minValidity) && minValidity >= 0)) return
  throw new InvalidConfig(
    `Expected \`minValidity\` to be a number of seconds, got ${String(minValidity)}.`,
  )
}

/** Reads the account of a call. An outage of the database ends soon, so the call can be repeated. */
async function readAccount(
  owner: TokenOwner,
  options: AccessTokenOptions,
): Promise<AdapterAccount> {
  try {
    const account = await chooseAccount(owner, options)
    const isRefused = wasRefused(account, options)
    // Its tokens may have been replaced since they were read.
    if (isRefused && !mayReplace(owner, account)) return await chooseAccount(owner, options)
    return account
  } catch (thrown) {
    if (!(thrown instanceof AdapterError)) throw thrown
    owner.ctx.log.error(thrown)
    throw new TokenUnavailable(
      `The tokens of "${owner.provider.id}" could not be read. Try again in a second.`,
      1,
    )
  }
}

/** Finds the account by the session's user alone, so that no input can choose another user's. */
async function chooseAccount(
  { ctx, user, provider, requireSignIn }: TokenOwner,
  { accountId }: AccessTokenOptions,
): Promise<AdapterAccount> {
  const accounts = await operationsOf(ctx).accountTokens.list(user.id, provider.id)
  const chosen =
    accountId === undefined
      ? accounts
      : accounts.filter(({ providerAccountId }) => providerAccountId === accountId)
  const [account] = chosen
  if (!account) throw requireSignIn('no-account')
  if (chosen.length === 1) return account
  const ids = chosen.map(({ providerAccountId }) => `"${providerAccountId}"`).join(', ')
  throw new InvalidProvider(
    `The user has several accounts at "${provider.id}". Pass one of their ids as \`accountId\`: ${ids}.`,
  )
}

function requireScopes(
  { ctx, provider }: TokenAsker,
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
  { ctx, requireSignIn }: TokenAsker,
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
function wasRefused(
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

/** An API that refuses every token must not cause a refresh at every call. */
export const millisecondsBetweenReplacements = 60_000

/**
 * Whether a token that an API refused may be replaced. An API that refuses every token must not
 * cause a refresh at every call.
 */
function mayReplace({ ctx }: TokenOwner, account: AdapterAccount): boolean {
  // The other calls that met the same refusal share the refresh.
  if (isRefreshing(ctx, account)) return true
  const { rejections } = operationsOf(ctx).accountTokens.memory
  const now = ctx.config.runtime.clock()
  const name = nameOf(ctx, account)
  return (rejections.get(name) ?? 0) <= now
}

function noteReplaced({ ctx }: TokenOwner, account: AdapterAccount): void {
  const { rejections } = operationsOf(ctx).accountTokens.memory
  const until = ctx.config.runtime.clock() + millisecondsBetweenReplacements
  remember(rejections, nameOf(ctx, account), until)
}

/**
 * A token whose key is lost would be refused, or accepted by an API that does not check the key. A
 * refresh would be refused as well.
 */
function requireProvable(
  { ctx, provider, requireSignIn }: TokenAsker,
  account: AdapterAccount,
): void {
  if (!isBound(account) || proofKeyOf(account) !== undefined) return
  ctx.log.warn(
    'dpop-key-missing',
    `The tokens of an account at "${provider.id}" are bound to a key that is not stored or cannot be decrypted. The user has to sign in there again.`,
  )
  throw requireSignIn('no-token')
}

async function toAccessToken(owner: TokenAsker, account: AdapterAccount): Promise<UsableToken> {
  const { access_token: accessToken, expires_at: expiresAt, scope, token_type: type } = account
  if (typeof accessToken !== 'string') throw owner.requireSignIn('no-token')
  requireProvable(owner, account)
  const key = proofKeyOf(account)
  const { memory } = owner.provider.party
  return {
    accessToken,
    expiresAt: typeof expiresAt === 'number' ? new Date(expiresAt * 1000) : undefined,
    scope: scope ?? undefined,
    tokenType: key === undefined ? (type?.toLowerCase() ?? 'bearer') : 'dpop',
    ...(key !== undefined && { dpop: (await loadDpop()).bindToken(memory, key, accessToken) }),
  }
}

/** `withCure` adds what the call asks for. */
function signInUrl(ctx: SignInContext, { id }: ResolvedOAuthProvider): string {
  return routeUrl(ctx, `signin/${id}`)
}

function explain(provider: string, code: ReauthReason): string {
  const cure = `The user has to sign in at "${provider}" again.`
  switch (code) {
    case 'no-account':
      return `The user has no such account at "${provider}". Let them link one.`
    case 'no-refresh-token':
      return `The access token of "${provider}" cannot be used any more, and there is no refresh token. ${cure}`
    case 'refused':
      return `The provider "${provider}" has ended the grant. ${cure}`
    case 'no-token':
      return `There is no readable token of "${provider}". ${cure}`
    case 'other-issuer':
      return `The account at "${provider}" belongs to another issuer, so its tokens are not used. Let the user link an account of the current issuer.`
  }
}
