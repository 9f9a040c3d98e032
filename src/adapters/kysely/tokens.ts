import { MissingAdapterMethods } from '../../errors/config-errors.js'
import type { Adapter, AdapterAccount, AdapterStoredTokens } from '../../model/adapter.js'
import { join, sql } from './sql.js'
import type { Sql } from './sql.js'
import type { Store } from './store.js'
import { columnsOf, matches, toValues } from './write.js'

/** The methods for refreshing the tokens of accounts. */
export function tokenMethods(store: Store): Required<Pick<Adapter, 'leaseAccount' | 'swapTokens'>> {
  const { engine } = store
  const [lease, ends] = [engine.quote('refreshLease'), engine.quote('refreshLeaseEnds')]

  return {
    leaseAccount: async ({ expected, holder, replaces, milliseconds, ...keys }) => {
      await requireColumns(store)
      const isOver = sql`${ends} is null or ${ends} <= ${engine.now}`
      const isReplaced = replaces === undefined ? sql`1 = 0` : engine.equals(lease, replaces)
      const changes = sql`${lease} = ${holder}, ${ends} = ${engine.now} + ${Math.round(milliseconds)}`
      return change(
        store,
        changes,
        sql`${isExpected(store, keys, expected)} and (${isOver} or ${isReplaced})`,
      )
    },

    swapTokens: async ({ expected, changes, ...keys }) => {
      const values = await toValues(store, 'Account', changes)
      if (values.size === 0) return false
      const assignments = [...values].map(([name, value]) => sql`${engine.quote(name)} = ${value}`)
      return change(store, join(assignments), isExpected(store, keys, expected))
    },
  }
}

async function change(store: Store, changes: Sql, condition: Sql): Promise<boolean> {
  const { affected } = await store.run(
    sql`update ${store.table('Account')} set ${changes} where ${condition}`,
  )
  return affected > 0
}

function isExpected(
  store: Store,
  { provider, providerAccountId }: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  { access_token, refresh_token }: AdapterStoredTokens,
): Sql {
  const conditions = Object.entries({ access_token, refresh_token }).map(([name, value]) => {
    const column = store.engine.quote(name)
    return value === null ? sql`${column} is null` : store.engine.equals(column, value)
  })
  return join([matches(store, { provider, providerAccountId }), ...conditions], ' and ')
}

/** Tables that were made by an older version, or for Auth.js, lack the columns of leases. */
async function requireColumns(store: Store): Promise<void> {
  const columns = await columnsOf(store, 'Account')
  const missing = ['refreshLease', 'refreshLeaseEnds', 'refreshFailed'].filter(
    (name) => !columns.has(name),
  )
  if (missing.length === 0) return
  // Not an outage: nothing changes before the columns are there.
  throw new MissingAdapterMethods(
    `The table for Account lacks ${missing.join(', ')}; add them with migrate()`,
  )
}
