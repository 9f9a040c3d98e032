import type { Adapter } from '../../model/adapter.js'
import { dates, toAuthenticator } from './rows.js'
import { join, sql } from './sql.js'
import type { Sql } from './sql.js'
import type { Store } from './store.js'
import {
  change,
  changeAndRead,
  columnsOf,
  insert,
  matches,
  read,
  remove,
  toValues,
} from './write.js'
import type { Place } from './write.js'

type AuthenticatorMethods = Required<
  Pick<
    Adapter,
    | 'getAuthenticator'
    | 'createAuthenticator'
    | 'listAuthenticatorsByUserId'
    | 'updateAuthenticatorCounter'
    | 'updateAuthenticator'
    | 'deleteAuthenticator'
  >
>

/** The methods for authenticators. */
export function authenticatorMethods(store: Store): AuthenticatorMethods {
  const place = (credentialID: string): Place => ({
    store,
    table: 'Authenticator',
    condition: matches(store, { credentialID }),
  })

  return {
    getAuthenticator: async (credentialID) => {
      const row = await read(place(credentialID), await selected(store))
      return row ? toAuthenticator(row) : null
    },

    createAuthenticator: async (authenticator) => {
      const values = await toValues(store, 'Authenticator', authenticator)
      await store.run(await insert(store, 'Authenticator', values))
      return authenticator
    },

    listAuthenticatorsByUserId: async (userId) => {
      const { rows } = await store.run(
        sql`select ${await selected(store)} from ${store.table('Authenticator')} where ${matches(store, { userId })}`,
      )
      return rows.map(toAuthenticator)
    },

    updateAuthenticatorCounter: async (credentialID, counter) => {
      const values = await toValues(store, 'Authenticator', { counter })
      const row = await changeAndRead(place(credentialID), values, await selected(store))
      if (row) return toAuthenticator(row)
      throw new Error('The authenticator to update does not exist')
    },

    updateAuthenticator: async ({ credentialID, ...changes }) =>
      change(place(credentialID), await toValues(store, 'Authenticator', changes)),

    deleteAuthenticator: async (credentialID) => remove(place(credentialID)),
  }
}

/** Tables of Auth.js have no date columns. */
async function selected(store: Store): Promise<Sql> {
  const known = await columnsOf(store, 'Authenticator')
  const existing = ['createdAt', 'lastUsedAt'].filter((column) => known.has(column))
  return join([sql`*`, ...dates(store.engine, undefined, ...existing)])
}
