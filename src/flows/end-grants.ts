import { isOAuth } from '../config/providers.js'
import type { SignInContext } from '../context/context.js'
import { requireStore } from '../context/require-store.js'
import { runLater } from '../context/run-later.js'
import type { AdapterAccount } from '../model/adapter.js'
import { hasKeys, type AccountKeys } from '../store/account-keys.js'
import { operationsOf } from '../store/operations.js'
import { loadTokens } from './tokens/load-tokens.js'
import { takeAnswers } from './unsaved-answers.js'

/** Returns the accounts that have tokens of a provider of this config. */
export function grantsAmong(
  ctx: SignInContext,
  accounts: readonly AdapterAccount[],
): readonly AdapterAccount[] {
  return accounts.filter(
    ({ provider, access_token, refresh_token }) =>
      mayHaveTokens(ctx, provider) && (access_token || refresh_token),
  )
}

function mayHaveTokens({ config }: SignInContext, provider: string): boolean {
  const known = config.providers.get(provider)
  return known !== undefined && isOAuth(known)
}

/**
 * Reads the tokens that end with an account, or with all accounts of a user. An error is logged,
 * because it must not keep an account.
 */
export async function readGrants(
  ctx: SignInContext,
  userId: string,
  keys?: AccountKeys,
): Promise<readonly AdapterAccount[]> {
  if (!operationsOf(ctx).lists.accounts || (keys && !mayHaveTokens(ctx, keys.provider))) return []
  try {
    const accounts = await requireStore(ctx).call('listAccountsByUserId', userId)
    return grantsAmong(ctx, keys ? accounts.filter((one) => hasKeys(one, keys)) : accounts)
  } catch (error) {
    ctx.log.error(error)
    return []
  }
}

/** More refreshes cannot end while a few rows are written. */
const mostAttempts = 5

/**
 * Removes the tokens of a user's accounts from the database and returns them. A refresh that ends later finds none,
 * and revokes its own.
 */
export async function takeGrants(
  ctx: SignInContext,
  userId: string,
): Promise<readonly AdapterAccount[]> {
  let left = await readGrants(ctx, userId)
  const { accountTokens } = operationsOf(ctx)
  if (!accountTokens.swaps) return left
  const taken: AdapterAccount[] = []
  for (let attempt = 0; left.length > 0 && attempt < mostAttempts; attempt += 1) {
    try {
      for (const grant of left)
        if (await accountTokens.swap(grant, { access_token: null, refresh_token: null }))
          taken.push(grant)
    } catch (error) {
      ctx.log.error(error)
      left = left.filter((grant) => !taken.includes(grant))
      break
    }
    // A refresh has replaced the tokens of the others since they were read.
    left = await readGrants(ctx, userId)
  }
  return [...taken, ...left, ...takeAnswers(ctx, userId)]
}

/** Revokes tokens after the response, so that a provider which is down cannot keep the account. */
export function revokeLater(ctx: SignInContext, grants: readonly AdapterAccount[]): void {
  if (grants.length === 0) return
  runLater(ctx, async () => {
    const { revokeGrants } = await loadTokens()
    await revokeGrants(ctx, grants)
  })
}
