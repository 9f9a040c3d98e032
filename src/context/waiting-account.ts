import type { Account, Profile } from '../model/records.js'
import type { Context } from './context.js'
import { keepSealed, type LargeCookie } from './large-sealed-cookie.js'

/** What a sign-in that waits in a cookie says about its account. */
export interface WaitingAccount {
  readonly account: Account
  readonly profile?: Profile | undefined
  readonly idToken?: string | undefined
  /** The account that must still exist. It is passed on as it is. */
  readonly evidence?: unknown
  /** What is written when the sign-in continues. It is passed on as it is. */
  readonly change?: unknown
}

/**
 * Encrypts a waiting sign-in for the browser. A large profile is left out, because the callbacks that
 * need one have already run or are rare. Tokens that are too large are left out, too, because the user
 * must be able to continue. Returns false if the rest does not fit either.
 */
export async function keepWaiting(
  ctx: Context,
  cookie: LargeCookie,
  waiting: WaitingAccount,
): Promise<boolean> {
  const { profile: _profile, ...smaller } = waiting
  if ((await keepSealed(ctx, cookie, waiting)) || (await keepSealed(ctx, cookie, smaller)))
    return true
  if (!(await keepSealed(ctx, cookie, withoutTokens(smaller)))) return false
  const { provider } = waiting.account
  ctx.log.warnOnce(
    'provider-tokens-too-large',
    `The tokens of "${provider}" do not fit into the cookies of a sign-in that waits for its user, so they are not stored. Earlier tokens stay. Ask the provider for fewer scopes or claims.`,
  )
  return true
}

/** The account of a sign-in without new tokens keeps the stored ones. */
function withoutTokens({
  account,
  idToken: _idToken,
  evidence,
  change,
  ...rest
}: WaitingAccount): WaitingAccount {
  return {
    ...rest,
    account: onlyKeys(account),
    evidence: withBareAccount(evidence),
    change: withBareAccount(change),
  }
}

function withBareAccount(holder: unknown): unknown {
  if (typeof holder !== 'object' || holder === null || !('account' in holder)) return holder
  // Only evidence and an account to link have this field.
  return { ...holder, account: onlyKeys(holder.account as Account) }
}

function onlyKeys(account: Account): Account {
  const { type, provider, providerAccountId, userId } = account
  const { issuer, image } = account
  return { type, provider, providerAccountId, userId, issuer, image }
}
