import type { Log } from '../config/logger.js'
import type { Store } from '../config/store.js'
import { sha256Hex } from '../crypto/digest.js'
import type { AdapterAccount, AdapterFactor } from '../model/adapter.js'
import { openFactors } from './factors.js'
import type { Moments } from './moments.js'
import { removeAccount } from './remove-account.js'
import { hasStoredFactor, type FactorKinds } from './stored-factor.js'

/** Names a change of a user's address. */
export interface AddressChange {
  readonly userId: string
  /** No other change of this user has the same number. */
  readonly number: number
}

/** Operations on the ways in which a user can sign in, as they were at an earlier moment. */
export interface FormerWays {
  /**
   * Returns short names of the user's accounts, passkeys, authenticator apps and recovery codes, and one
   * more if the user has a second factor. They reveal nothing else. Names that a link has no room for are
   * recorded until a moment, in seconds since the epoch.
   */
  list(change: AddressChange, until: number): Promise<readonly string[]>
  /**
   * Removes everything whose name is neither in the list nor recorded, and all remembered browsers. No
   * row's date decides, because a request that began before the list was made may write a row after it. If
   * the user had a second factor and none is left, sign-ins keep asking for one, see {@link keepAsking}.
   */
  removeOthers(change: AddressChange, names: readonly string[]): Promise<void>
}

/** Enough to tell the few rows of one user apart, and short enough for a link in a mail. */
const nameLength = 12

/**
 * How many names a link has room for. A thief must not make it too long for a cookie with hundreds of
 * passkeys, nor push the ways of the owner out of it.
 */
const mostNames = 100

/** No row has this name, because it is not that long. */
const hadFactor = '2fa'

export function openFormerWays(
  store: Store,
  factorKinds: FactorKinds,
  moments: Moments,
  clock: () => number,
  log: Log,
): FormerWays {
  const listAccounts = async (userId: string): Promise<readonly AdapterAccount[]> =>
    store.has('listAccountsByUserId') ? store.call('listAccountsByUserId', userId) : []
  const listFactors = async (userId: string): Promise<readonly AdapterFactor[]> =>
    store.has('listFactorsByUserId', 'deleteFactor') ? openFactors(store).list(userId) : []
  return {
    list: async (change, until) => {
      const { userId } = change
      const factors = (await listFactors(userId)).filter(({ type }) => type !== 'device')
      const accounts = await listAccounts(userId)
      const all = await Promise.all([...factors.map(nameFactor), ...accounts.map(nameAccount)])
      for (const name of all.slice(mostNames)) await moments.record(recordOf(change, name), until)
      const names = all.slice(0, mostNames)
      const hasFactor = await hasStoredFactor(store, factorKinds, userId)
      return hasFactor ? [...names, hadFactor] : names
    },
    removeOthers: async (change, names) => {
      const { userId } = change
      const isFormer = async (name: string): Promise<boolean> =>
        names.includes(name) || (await moments.find(recordOf(change, name))) !== undefined
      // First, so that no failure leaves the account open to the reader of the mailbox.
      const mustAsk = names.includes(hadFactor) && factorKinds.has('totp')
      const substitute = mustAsk ? await keepAsking(store, userId, new Date(clock())) : undefined
      if (store.has('listAccountsByUserId', 'unlinkAccount')) {
        for (const account of await listAccounts(userId)) {
          if (!(await isFormer(await nameAccount(account)))) await removeAccount(store, account)
        }
      } else log.warn('undo-kept-accounts', explainKept(userId))
      for (const factor of await listFactors(userId)) {
        const isKept = factor.id === substitute || (await isFormer(await nameFactor(factor)))
        if (!isKept) await store.call('deleteFactor', factor.id)
      }
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

function recordOf({ userId, number }: AddressChange, name: string): readonly (string | number)[] {
  return ['former way', userId, number, name]
}

async function nameAccount({ provider, providerAccountId }: AdapterAccount): Promise<string> {
  return nameRow([provider, providerAccountId])
}

async function nameFactor({ id }: AdapterFactor): Promise<string> {
  return nameRow([id])
}

async function nameRow(keys: readonly string[]): Promise<string> {
  return (await sha256Hex(JSON.stringify(keys))).slice(0, nameLength)
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
