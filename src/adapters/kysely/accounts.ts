import type { Adapter, AdapterAccount } from '../../model/adapter.js'
import { toAccount } from './rows.js'
import { sql } from './sql.js'
import type { Store } from './store.js'
import { changeAndRead, insert, matches, read, remove, toValues } from './write.js'
import type { Place } from './write.js'

type AccountMethods = Required<
  Pick<
    Adapter,
    'linkAccount' | 'unlinkAccount' | 'getAccount' | 'listAccountsByUserId' | 'updateAccount'
  >
>

/** The methods for accounts. */
export function accountMethods(store: Store): AccountMethods {
  const place = ({
    provider,
    providerAccountId,
  }: Pick<AdapterAccount, 'provider' | 'providerAccountId'>): Place => ({
    store,
    table: 'Account',
    condition: matches(store, { provider, providerAccountId }),
  })

  return {
    linkAccount: async (account) => {
      await store.run(await insert(store, 'Account', await toValues(store, 'Account', account)))
      return account
    },

    unlinkAccount: async (account) => remove(place(account)),

    getAccount: async (providerAccountId, provider) => {
      const row = await read(place({ provider, providerAccountId }), sql`*`)
      return row ? toAccount(row) : null
    },

    listAccountsByUserId: async (userId) => {
      const { rows } = await store.run(
        sql`select * from ${store.table('Account')} where ${matches(store, { userId })}`,
      )
      return rows.map(toAccount)
    },

    updateAccount: async ({ provider, providerAccountId, ...changes }) => {
      const values = await toValues(store, 'Account', changes)
      const row = await changeAndRead(place({ provider, providerAccountId }), values, sql`*`)
      return row ? toAccount(row) : null
    },
  }
}
