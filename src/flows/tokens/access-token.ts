import type { ResolvedOAuthProvider } from '../../config/oauth-provider.js'
import type { SignInContext } from '../../context/context.js'
import { InvalidConfig } from '../../errors/config-errors.js'
import { InvalidProvider } from '../../errors/request-errors.js'
import { AdapterError } from '../../errors/runtime-errors.js'
import { TokenUnavailable } from '../../errors/token-errors.js'
import type { AdapterAccount, AdapterUser } from '../../model/adapter.js'
import type { AccessTokenOptions } from '../../model/tokens.js'
import { countRefusals } from '../../store/account-tokens.js'
import { operationsOf } from '../../store/operations.js'
import { idOf } from '../../store/user-id.js'
import { isRefreshing } from './share-refresh.js'
import { refreshOnce, storeWaitingToken } from './refresh-account.js'
import { withCure } from './cure-url.js'
import { requireOwnIssuer } from './require-own-issuer.js'
import { nameOf, remember } from './token-memory.js'
import type { TokenOwner } from './token-owner.js'
import { type UsableToken, provideToken, wasRefused } from './provide-token.js'
import { createTokenCall } from './create-token-call.js'

/** Returns an access token of a user, and refreshes it when it is due. */
export async function findAccessToken(
  ctx: SignInContext,
  user: AdapterUser,
  provider: ResolvedOAuthProvider,
  options: AccessTokenOptions,
): Promise<UsableToken> {
  requireValidity(options)
  const owner: TokenOwner = { ...createTokenCall(ctx, provider), user }
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
