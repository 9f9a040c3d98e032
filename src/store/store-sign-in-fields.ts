import { storedTokensOf } from '../config/seal-tokens.js'
import type { Store } from '../config/store.js'
import { sha256Hex } from '../crypto/digest.js'
import type { AdapterAccount } from '../model/adapter.js'
import { missingScopes, splitScopes } from '../model/split-scopes.js'
import { isBound, proofKeyOf } from '../oauth/proof-key.js'
import type { AccountEvidence, StoredAccount } from './account-evidence.js'
import { keysOf, type AccountKeys, type NewAccount } from './account-keys.js'
import { countRefusals, failedHolder, manyRefusals } from './account-tokens.js'

/** Writes what a sign-in changes, and returns the row if the adapter does. */
export async function storeSignInFields(
  store: Store,
  stored: StoredAccount,
  evidence: AccountEvidence,
  now: number,
): Promise<StoredAccount> {
  const { account, isNew, tokensBefore } = evidence
  // The picture belongs to no token, so it is stored whichever tokens stay.
  const picture = account.image === undefined ? {} : { image: account.image }
  const fields = { ...fieldsToStore(store, stored, evidence, now), ...picture }
  const unchanged = { ...keysOf(account), type: account.type, ...picture }
  // A link has written the tokens, and a refresh may have replaced them since.
  if (tokensBefore === undefined) return store.call('updateAccount', isNew ? unchanged : fields)
  const mayReplace =
    stored && (stored.refreshFailed || (await digestTokens(stored)) === tokensBefore)
  const isSwapped = store.has('swapTokens')
  if (mayReplace && isSwapped) {
    const expected = storedTokensOf(stored)
    await store.call('swapTokens', { ...keysOf(account), expected, changes: columnsOf(fields) })
  }
  // This update waits for a transaction that removes the account.
  return store.call('updateAccount', mayReplace && !isSwapped ? fields : unchanged)
}

/** Returns a digest by which a sign-in that waits can see whether other tokens were stored since. */
export async function digestTokens({
  access_token,
  refresh_token,
}: AdapterAccount): Promise<string> {
  return sha256Hex(JSON.stringify([access_token ?? null, refresh_token ?? null]))
}

function columnsOf(fields: object): Record<string, string | number | null> {
  const columns = Object.entries(fields).filter(
    ([, value]) => value === null || typeof value === 'string' || typeof value === 'number',
  )
  return Object.fromEntries(columns)
}

/**
 * Returns what a sign-in changes. Tokens that may do more than its own stay. So does a refresh token
 * that works only with its own key, if the sign-in brings no other.
 */
function fieldsToStore(
  store: Store,
  stored: StoredAccount,
  evidence: AccountEvidence,
  now: number,
): AccountKeys & Readonly<Record<string, unknown>> {
  const { account } = evidence
  if (hasMoreScopes(stored, account, now)) return { ...keysOf(account), type: account.type }
  const { issuer: _compared, dpopKey, ...fields } = account
  const isNarrow = hasNarrowRefreshToken(stored, account)
  const isOfOtherKey = hasRefreshTokenOfOtherKey(stored, account)
  if (isOfOtherKey && !isNarrow && stored && proofKeyOf(stored) !== undefined) {
    return { ...keysOf(account), type: account.type }
  }
  return {
    ...fields,
    ...outdated(store, stored, evidence),
    ...((isNarrow || isOfOtherKey) && { refresh_token: null }),
    ...keyToStore(stored, { ...fields, dpopKey }),
  }
}

/** New tokens are bound to the key of their own sign-in, or to none. */
function keyToStore(
  stored: StoredAccount,
  { access_token, dpopKey }: NewAccount,
): { readonly dpopKey?: string | null } {
  if (typeof access_token !== 'string') return {}
  if (typeof dpopKey === 'string') return { dpopKey }
  return stored?.dpopKey ? { dpopKey: null } : {}
}

/**
 * Whether the stored tokens have scopes that those of a sign-in lack. Without a refresh token, or
 * when the provider has refused it, the stored tokens may be worthless, and a sign-in must help.
 */
function hasMoreScopes(stored: StoredAccount, { scope }: NewAccount, now: number): boolean {
  if (!stored?.refresh_token || stored.refreshFailed || typeof scope !== 'string') return false
  // The provider's code may be unknown to us. One refusal may have been a mistake in the config.
  if ((stored.expires_at ?? now) < now && countRefusals(stored) >= manyRefusals) return false
  return missingScopes(scope, splitScopes(stored.scope)).length > 0
}

/**
 * Whether a sign-in brings no refresh token, and the stored one was granted fewer scopes. A refresh
 * with it would bring a token that may do less than the account says.
 */
function hasNarrowRefreshToken(
  stored: StoredAccount,
  { access_token, refresh_token, scope }: NewAccount,
): boolean {
  if (typeof access_token !== 'string' || typeof refresh_token === 'string') return false
  if (!stored?.refresh_token || !stored.scope || typeof scope !== 'string') return false
  return missingScopes(stored.scope, splitScopes(scope)).length > 0
}

/**
 * Whether a sign-in brings no refresh token, and the stored one is bound to the key of its own
 * sign-in. With another key, the provider would refuse it (RFC 9449, section 5).
 */
function hasRefreshTokenOfOtherKey(
  stored: StoredAccount,
  { access_token, refresh_token }: NewAccount,
): boolean {
  if (typeof access_token !== 'string' || typeof refresh_token === 'string') return false
  if (!stored?.refresh_token || stored.refreshFailed) return false
  return isBound(stored) || proofKeyOf(stored) !== undefined
}

/** Empties what the stored account says about the tokens that this sign-in replaces. */
function outdated(
  store: Store,
  stored: StoredAccount,
  { account, isNew }: AccountEvidence,
): Record<string, null> {
  const { access_token, expires_at, refresh_token, scope } = account
  if (isNew || typeof access_token !== 'string') return {}
  const isOtherToken = typeof refresh_token === 'string' && refresh_token !== stored?.refresh_token
  // A refresh may be sending the same refresh token right now, and a second one would spend it twice.
  const endsLease =
    isOtherToken || (refresh_token && stored?.refreshLease?.startsWith(failedHolder))
  return {
    ...(expires_at === undefined && { expires_at: null }),
    ...(scope === undefined && { scope: null }),
    ...(store.has('leaseAccount') && { refreshFailed: null }),
    ...(store.has('leaseAccount') && endsLease && { refreshLease: null, refreshLeaseEnds: null }),
  }
}
