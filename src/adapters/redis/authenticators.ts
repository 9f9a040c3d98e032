import type { Adapter, AdapterAuthenticator } from '../../model/adapter.js'
import {
  addBelonging,
  changeBelonging,
  getBelonging,
  listBelongings,
  removeBelonging,
} from './belongings.js'
import { encodePart, type Place } from './keys.js'
import type { Store } from './store.js'

export function authenticatorMethods(
  store: Store,
): Required<
  Pick<
    Adapter,
    | 'getAuthenticator'
    | 'createAuthenticator'
    | 'listAuthenticatorsByUserId'
    | 'updateAuthenticatorCounter'
    | 'updateAuthenticator'
    | 'deleteAuthenticator'
  >
> {
  const placeOf = (credentialID: string): Place =>
    store.keys.authenticator(encodePart(credentialID))

  return {
    getAuthenticator: (credentialID) => getBelonging(store, placeOf(credentialID)),
    createAuthenticator: (row) => addBelonging(store, placeOf(row.credentialID), row),
    listAuthenticatorsByUserId: (userId) => listBelongings(store, 'authenticators', userId),
    updateAuthenticatorCounter: async (credentialID, counter) => {
      const place = placeOf(credentialID)
      const row = await changeBelonging<AdapterAuthenticator>(store, place, { counter })
      if (!row) throw new Error('No authenticator has this credential id.')
      return row
    },
    updateAuthenticator: (changes) =>
      changeBelonging<AdapterAuthenticator>(store, placeOf(changes.credentialID), changes),
    deleteAuthenticator: async (credentialID) => {
      await removeBelonging(store, placeOf(credentialID))
    },
  }
}
