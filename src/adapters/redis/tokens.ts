import type { Adapter, AdapterAccount, AdapterStoredTokens } from '../../model/adapter.js'
import { untilUnchanged } from './belongings.js'
import { findClaim } from './claims.js'
import { readText } from './connection.js'
import { decodeRow, encodeRow } from './encoding.js'
import { encodeParts } from './keys.js'
import { leaseScript, swapScript } from './row-scripts.js'
import type { Store } from './store.js'

type Keys = Pick<AdapterAccount, 'provider' | 'providerAccountId'>

/** The methods for refreshing the tokens of accounts. */
export function tokenMethods(store: Store): Required<Pick<Adapter, 'leaseAccount' | 'swapTokens'>> {
  return {
    leaseAccount: ({ expected, holder, replaces, milliseconds, ...keys }) =>
      changeExpected(store, keys, expected, (account, [hash, field, old]) => {
        const { refreshLeaseEnds, refreshLease, ...row } = account
        const isReplaced = replaces !== undefined && refreshLease === replaces
        const held = isReplaced ? 0 : (refreshLeaseEnds ?? 0)
        const value = encodeRow({ ...row, refreshLease: holder, refreshLeaseEnds: 0 })
        // The script writes the end of the lease, because the server's clock decides.
        const args = [
          field,
          old,
          String(held),
          value.slice(0, -2),
          String(Math.round(milliseconds)),
        ]
        return store.connection.run(leaseScript, [hash], args)
      }),

    swapTokens: ({ expected, changes, ...keys }) =>
      changeExpected(store, keys, expected, (account, [hash, field, old]) => {
        const value = encodeRow({ ...account, ...changes })
        return store.connection.run(swapScript, [hash], [field, old, value])
      }),
  }
}

/** Runs a script that replaces an account's row, unless the row changes in the meantime. */
async function changeExpected(
  store: Store,
  { provider, providerAccountId }: Keys,
  expected: AdapterStoredTokens,
  replace: (account: AdapterAccount, row: readonly [string, string, string]) => Promise<unknown>,
): Promise<boolean> {
  const place = store.keys.account(encodeParts(provider, providerAccountId))
  const held = await findClaim(store, place)
  if (!held) return false
  const hash = store.keys.user(held.owner)[place.hash]
  return untilUnchanged(async () => {
    const old = readText(await store.connection.send('HGET', hash, place.field))
    const account = old === null ? null : (decodeRow(old) as AdapterAccount)
    if (old === null || !account || !hasTokens(account, expected)) return false
    const state = await replace(account, [hash, place.field, old])
    return state === 'changed' ? undefined : state === 'done'
  })
}

function hasTokens(account: AdapterAccount, expected: AdapterStoredTokens): boolean {
  return (
    (account.access_token ?? null) === expected.access_token &&
    (account.refresh_token ?? null) === expected.refresh_token
  )
}
