import type { Store } from '../config/store.js'
import { AccountNotLinked } from '../errors/request-errors.js'
import type { AdapterUser } from '../model/adapter.js'
import { hasKeys, keysOf, type AccountKeys } from './account-keys.js'
import { idOf } from './user-id.js'

/**
 * Finds the user who owns an account.
 *
 * A driver writes an unpaired surrogate as U+FFFD, and a column may also replace characters that it
 * cannot store. Two different ids can then become the same, so the account's own row must confirm
 * the id.
 */
export async function findUserByAccount(
  store: Store,
  keys: AccountKeys,
): Promise<AdapterUser | null> {
  const { provider, providerAccountId } = keys
  if (!isWellFormed(providerAccountId)) {
    throw new AccountNotLinked('The id of the account is not valid Unicode.')
  }
  const user = await store.call('getUserByAccount', keysOf(keys))
  if (!user || isAscii(providerAccountId) || !store.has('getAccount')) return user
  const row = await store.call('getAccount', providerAccountId, provider)
  const isOwn = row && hasKeys(row, keys) && idOf({ id: row.userId }) === idOf(user)
  return isOwn ? user : null
}

/**
 * Finds the user who has an address. A collation that ignores accents or width also finds other
 * addresses, so the row must contain exactly this address, apart from case.
 */
export async function findUserByEmail(store: Store, email: string): Promise<AdapterUser | null> {
  const user = await store.call('getUserByEmail', email)
  return user && isSameAddress(user.email, email) ? user : null
}

export function isSameAddress(a: unknown, b: string): boolean {
  return typeof a === 'string' && lowerAscii(a) === lowerAscii(b)
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

function isAscii(text: string): boolean {
  return /^[\u0000-\u007f]*$/.test(text)
}

/** Whether a text has no unpaired surrogates. */
function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}
