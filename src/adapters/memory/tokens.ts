import type { Adapter, AdapterAccount, AdapterStoredTokens } from '../../model/adapter.js'
import type { Table } from './table.js'

/** Runs one operation when its turn has come. */
type Run = <T>(operation: (store: { readonly accounts: Table<AdapterAccount> }) => T) => Promise<T>

/** The methods for refreshing the tokens of accounts. */
export function tokenMethods(run: Run): Required<Pick<Adapter, 'leaseAccount' | 'swapTokens'>> {
  return {
    leaseAccount: ({ expected, holder, replaces, milliseconds, ...keys }) =>
      run(({ accounts }) => {
        const account = accounts.get(accountKey(keys))
        const now = Date.now()
        if (!account || !hasTokens(account, expected)) return false
        const { refreshLease, refreshLeaseEnds } = account
        const isReplaced = replaces !== undefined && refreshLease === replaces
        if ((refreshLeaseEnds ?? 0) > now && !isReplaced) return false
        const lease = { refreshLease: holder, refreshLeaseEnds: now + milliseconds }
        return accounts.update(accountKey(keys), lease) !== null
      }),

    swapTokens: ({ expected, changes, ...keys }) =>
      run(({ accounts }) => {
        const account = accounts.get(accountKey(keys))
        if (!account || !hasTokens(account, expected)) return false
        return accounts.update(accountKey(keys), changes) !== null
      }),
  }
}

export function accountKey(
  account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
): string {
  return JSON.stringify([account.provider, account.providerAccountId])
}

function hasTokens(account: AdapterAccount, expected: AdapterStoredTokens): boolean {
  return (
    (account.access_token ?? null) === expected.access_token &&
    (account.refresh_token ?? null) === expected.refresh_token
  )
}
