import { isOAuth } from '../config/providers.js'
import type { SignInContext } from '../context/context.js'
import { requireStore } from '../context/require-store.js'
import { runLater } from '../context/run-later.js'
import type { AdapterAccount } from '../model/adapter.js'
import { hasKeys, type AccountKeys } from '../store/account-keys.js'
import { operationsOf } from '../store/operations.js'
import { loadOAuth } from './oauth/load-oauth.js'

/**
 * Reads the tokens that end with an account, or with all accounts of a user. An error is logged,
 * because it must not keep an account.
 */
export async function readGrants(
  ctx: SignInContext,
  userId: string,
  keys?: AccountKeys,
): Promise<readonly AdapterAccount[]> {
  const { providers } = ctx.config
  const mayHaveTokens = (provider: string): boolean => {
    const known = providers.get(provider)
    return known !== undefined && isOAuth(known)
  }
  if (!operationsOf(ctx).lists.accounts || (keys && !mayHaveTokens(keys.provider))) return []
  try {
    const accounts = await requireStore(ctx).call('listAccountsByUserId', userId)
    return accounts.filter(
      (account) =>
        mayHaveTokens(account.provider) &&
        (!keys || hasKeys(account, keys)) &&
        (account.access_token || account.refresh_token),
    )
  } catch (error) {
    ctx.log.error(error)
    return []
  }
}

/** Revokes tokens after the response, so that a provider which is down cannot keep the account. */
export function revokeLater(ctx: SignInContext, grants: readonly AdapterAccount[]): void {
  if (grants.length === 0) return
  runLater(ctx, async () => {
    const { revokeGrants } = await loadOAuth()
    await revokeGrants(ctx, grants)
  })
}
