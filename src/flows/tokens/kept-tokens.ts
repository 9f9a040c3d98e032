import type { SignInContext } from '../../context/context.js'
import type { ResolvedOAuthProvider } from '../../config/oauth-provider.js'
import { SessionRequired } from '../../errors/request-errors.js'
import type { AdapterAccount } from '../../model/adapter.js'
import type { JWT } from '../../model/records.js'
import type { AccessTokenOptions } from '../../model/tokens.js'
import { currentClaims } from '../../session/jwt-strategy.js'
import { createTokenCall } from './create-token-call.js'
import { millisecondsBetweenReplacements, requireValidity } from './access-token.js'
import { provideToken, type UsableToken } from './provide-token.js'
import { startOf } from '../../session/session-start.js'
import { withCure } from './cure-url.js'
import { keepTokens, readTokens } from './kept-token-cookie.js'
import { requireOwnIssuer } from './require-own-issuer.js'
import { nameOf, remember } from './token-memory.js'
import type { TokenCall } from './token-owner.js'
import {
  type KeptTokenCall,
  exchangeKeptToken,
  exchangeName,
  findExchange,
  join,
  unavailable,
} from './exchange-kept-token.js'

/** Returns an access token that is kept in a cookie, and replaces the cookie when it is refreshed. */
export async function findKeptToken(
  ctx: SignInContext,
  provider: ResolvedOAuthProvider,
  options: AccessTokenOptions,
): Promise<UsableToken> {
  requireValidity(options)
  const claims = await currentClaims(ctx)
  if (!claims) throw new SessionRequired('The visitor is not signed in.')
  const call = { ...createTokenCall(ctx, provider), session: startOf(claims) }
  const kept = await readTokens(ctx, provider.id, claims)
  try {
    return await findIn(call, claims, kept, options)
  } catch (thrown) {
    const refusals = kept ? await countKeptRefusals(call, kept) : 0
    throw await withCure(call, claims.sub ?? '', options, thrown, {
      granted: kept?.scope,
      refusals,
    })
  }
}

async function findIn(
  call: KeptTokenCall,
  claims: JWT,
  kept: AdapterAccount | undefined,
  options: AccessTokenOptions,
): Promise<UsableToken> {
  const { ctx } = call
  const { accountId = kept?.providerAccountId } = options
  if (!kept || kept.providerAccountId !== accountId) throw call.requireSignIn('no-account')
  await requireOwnIssuer(call, kept)
  const account = await newestOf(call, kept)
  let current = account
  try {
    return await provideToken(call, account, options, {
      mayReplace: () => mayReplace(call, account),
      refresh: async () => {
        current = await exchangeKeptToken(call, account)
        if (current.refreshFailed) throw call.requireSignIn('refused')
        if (findExchange(call, current)?.state === 'failed')
          throw unavailable(call, pauseLeft(call, current))
        return current
      },
      noteReplaced: () => noteReplaced(call, account),
    })
  } finally {
    if (current !== kept) await keepTokens(ctx, claims, current)
  }
}

/** Follows refreshes whose cookie the browser did not have yet when it sent this request. */
async function newestOf(call: KeptTokenCall, kept: AdapterAccount): Promise<AdapterAccount> {
  let account = kept
  // A provider may return to a refresh token of before.
  const followed = new Set<string>()
  for (
    let name = exchangeName(call, account);
    !followed.has(name);
    name = exchangeName(call, account)
  ) {
    const known = findExchange(call, account)
    if (!known) return account
    followed.add(name)
    const current = account
    account = (await join(call, known).catch(() => current)) ?? current
  }
  return account
}

async function countKeptRefusals(call: KeptTokenCall, kept: AdapterAccount): Promise<number> {
  const { exchanges } = call.provider.party.memory
  return exchanges.get(exchangeName(call, await newestOf(call, kept)))?.refusals ?? 0
}

/** Seconds until a refresh token may be sent. */
function pauseLeft(call: KeptTokenCall, account: AdapterAccount): number {
  const until = findExchange(call, account)?.until ?? 0
  const seconds = Math.ceil((until - call.ctx.config.runtime.clock()) / 1000)
  return Math.max(seconds, 1)
}

function mayReplace(call: KeptTokenCall, account: AdapterAccount): boolean {
  // The other calls that met the same refusal share the refresh.
  if (findExchange(call, account)?.state === 'pending') return true
  const { ctx, provider } = call
  const { rejections } = provider.party.memory
  const now = ctx.config.runtime.clock()
  const name = nameOf(ctx, account)
  return (rejections.get(name) ?? 0) <= now
}

function noteReplaced({ ctx, provider }: TokenCall, account: AdapterAccount): void {
  const until = ctx.config.runtime.clock() + millisecondsBetweenReplacements
  remember(provider.party.memory.rejections, nameOf(ctx, account), until)
}
