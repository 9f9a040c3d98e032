import type { Adapter, AdapterAccount } from '../../model/adapter.js'
import {
  addBelonging,
  changeBelonging,
  getBelonging,
  listBelongings,
  removeBelonging,
} from './belongings.js'
import { encodeParts, type Place } from './keys.js'
import type { Store } from './store.js'

type AccountKeys = Pick<AdapterAccount, 'provider' | 'providerAccountId'>

export function accountMethods(
  store: Store,
): Required<
  Pick<
    Adapter,
    'linkAccount' | 'unlinkAccount' | 'getAccount' | 'listAccountsByUserId' | 'updateAccount'
  >
> {
  const placeOf = ({ provider, providerAccountId }: AccountKeys): Place =>
    store.keys.account(encodeParts(provider, providerAccountId))

  return {
    linkAccount: (account) => addBelonging(store, placeOf(account), account),
    unlinkAccount: async (account) =>
      (await removeBelonging<AdapterAccount>(store, placeOf(account))) ?? undefined,
    getAccount: (providerAccountId, provider) =>
      getBelonging(store, placeOf({ provider, providerAccountId })),
    listAccountsByUserId: (userId) => listBelongings(store, 'accounts', userId),
    updateAccount: (account) => changeBelonging<AdapterAccount>(store, placeOf(account), account),
  }
}
