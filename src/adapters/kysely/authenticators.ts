import type { Adapter } from '../../model/adapter.js'
import { toAuthenticator } from './rows.js'
import { sql } from './sql.js'
import type { Store } from './store.js'
import { changeAndRead, insert, matches, read, toValues } from './write.js'
import type { Place } from './write.js'

type AuthenticatorMethods = Required<
  Pick<
    Adapter,
    | 'getAuthenticator'
    | 'createAuthenticator'
    | 'listAuthenticatorsByUserId'
    | 'updateAuthenticatorCounter'
  >
>

/** The methods about authenticators. */
export function authenticatorMethods(store: Store): AuthenticatorMethods {
  const place = (credentialID: string): Place => ({
    store,
    table: 'Authenticator',
    condition: matches(store, { credentialID }),
  })

  return {
    getAuthenticator: async (credentialID) => {
      const row = await read(place(credentialID), sql`*`)
      return row ? toAuthenticator(row) : null
    },

    createAuthenticator: async (authenticator) => {
      const values = await toValues(store, 'Authenticator', authenticator)
      await store.run(await insert(store, 'Authenticator', values))
      return authenticator
    },

    listAuthenticatorsByUserId: async (userId) => {
      const { rows } = await store.run(
        sql`select * from ${store.table('Authenticator')} where ${matches(store, { userId })}`,
      )
      return rows.map(toAuthenticator)
    },

    updateAuthenticatorCounter: async (credentialID, counter) => {
      const values = await toValues(store, 'Authenticator', { counter })
      const row = await changeAndRead(place(credentialID), values, sql`*`)
      if (row) return toAuthenticator(row)
      throw new Error('There is no authenticator with the id whose counter was to be updated')
    },
  }
}
