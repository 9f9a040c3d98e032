import type { Log } from '../config/logger.js'
import type { Store } from '../config/store.js'
import { sha256Hex } from '../crypto/digest.js'
import type { AdapterAccount } from '../model/adapter.js'
import { removeAccount } from './remove-account.js'
import { hasStoredFactor, type FactorKinds } from './stored-factor.js'

/** Operations on the ways in which a user can sign in, as they were at an earlier moment. */
export interface FormerWays {
  /**
   * Returns short names of the user's accounts and passkeys, and one more if the user has a second
   * factor. They reveal nothing else.
   */
  list(userId: string): Promise<readonly string[]>
  /**
   * Removes the accounts and passkeys whose names are not in the list, and the second factors that
   * are as young as `since` or younger, in seconds since the epoch. If the user had a second factor
   * and none is left, sign-ins keep asking for one, see {@link keepAsking}.
   */
  removeOthers(userId: string, names: readonly string[], since: number): Promise<void>
}

/** Enough to tell the few accounts of one user apart, and short enough for a link in a mail. */
const nameLength = 12

/** No account has this name, because it is not that long. */
const hadFactor = '2fa'

export function openFormerWays(
  store: Store,
  factorKinds: FactorKinds,
  clock: () => number,
  log: Log,
): FormerWays {
  const listAccounts = async (userId: string): Promise<readonly AdapterAccount[]> =>
    store.has('listAccountsByUserId') ? store.call('listAccountsByUserId', userId) : []
  return {
    list: async (userId) => {
      const names = await Promise.all((await listAccounts(userId)).map(nameOf))
      const hasFactor = await hasStoredFactor(store, factorKinds, userId)
      return hasFactor ? [...names, hadFactor] : names
    },
    removeOthers: async (userId, names, since) => {
      // First, so that no failure leaves the account open to the reader of the mailbox.
      const mustAsk = names.includes(hadFactor) && factorKinds.has('totp')
      const substitute = mustAsk ? await keepAsking(store, userId, new Date(clock())) : undefined
      if (store.has('listAccountsByUserId', 'unlinkAccount')) {
        for (const account of await listAccounts(userId)) {
          if (!names.includes(await nameOf(account))) await removeAccount(store, account)
        }
      } else log.warn('undo-kept-accounts', explainKept(userId))
      await removeFactorsSince(store, userId, { since, except: substitute })
      if (substitute === undefined) return
      if (await hasStoredFactor(store, factorKinds, userId, { except: substitute })) {
        await store.call('deleteFactor', substitute)
      }
    },
  }
}

function explainKept(userId: string): string {
  return (
    `The user ${userId} has undone a change of the address. The accounts and passkeys that were added since stay, because ` +
    'the adapter lacks `listAccountsByUserId` or `unlinkAccount`. Add both. Look at the rows of this user, because a thief may have added some.'
  )
}

async function nameOf({ provider, providerAccountId }: AdapterAccount): Promise<string> {
  return (await sha256Hex(JSON.stringify([provider, providerAccountId]))).slice(0, nameLength)
}

async function removeFactorsSince(
  store: Store,
  userId: string,
  { since, except }: { readonly since: number; readonly except: string | undefined },
): Promise<void> {
  if (!store.has('listFactorsByUserId', 'deleteFactor')) return
  for (const { id, createdAt } of await store.call('listFactorsByUserId', userId)) {
    const isNewer = new Date(createdAt).getTime() >= since * 1000
    if (isNewer && id !== except) await store.call('deleteFactor', id)
  }
}

/**
 * Stores an authenticator app that has no secret, so that no code is right. The reader of a mailbox must
 * not remove a second factor. Recovery codes of before still work, or the app resets the factors.
 * Returns its id.
 */
async function keepAsking(
  store: Store,
  userId: string,
  createdAt: Date,
): Promise<string | undefined> {
  if (!store.has('createFactor', 'deleteFactor')) return undefined
  const id = `totp:${crypto.randomUUID()}`
  await store.call('createFactor', {
    id,
    userId,
    type: 'totp',
    name: null,
    secret: null,
    lastStep: 0,
    createdAt,
    lastUsedAt: null,
    expires: null,
  })
  return id
}
