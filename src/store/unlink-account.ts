import type { Store } from '../config/store.js'
import { sha256Hex } from '../crypto/digest.js'
import { LastSignInMethod } from '../errors/request-errors.js'
import type { AdapterAccount, AdapterUser } from '../model/adapter.js'
import { hasKeys, keysOf, type AccountKeys } from './account-keys.js'
import { hasProvenAddress } from './proven-address.js'
import { removeAccount, removePasskey } from './remove-account.js'
import type { EndSessions } from './revocation.js'

/** An account that its user wants to unlink. */
export interface Unlinking {
  readonly user: AdapterUser
  readonly keys: AccountKeys
  /** Key of the session that continues. */
  readonly keptSession: string | undefined
  /** Whether the user can sign in without any account. */
  readonly hasOtherWay: boolean
  /** Ids of the providers whose accounts can sign in. */
  readonly providers: readonly string[]
  /** Seconds since the epoch. */
  readonly now: number
}

/**
 * Removes a user's account with its passkey and ends the user's other sessions. Returns undefined if
 * the user has no such account. Throws if the account is the user's last way to sign in.
 */
export type UnlinkAccount = (unlinking: Unlinking) => Promise<Unlinked | undefined>

/** An account that was removed. */
export interface Unlinked {
  /** The row as it was removed. Undefined if another process has removed it. */
  readonly row?: AdapterAccount | undefined
}

/** Runs in one transaction. Sessions that begin during the transaction are ended after it. */
export function unlinkAtOnce(store: Store, endSessions: EndSessions): UnlinkAccount {
  const unlink = store.has('unlinkUnlessLast')
    ? async (unlinking: Unlinking) => {
        const outcome = await store.call('unlinkUnlessLast', toAccountUnlinking(unlinking))
        return typeof outcome === 'string' ? outcome : { row: outcome }
      }
    : (unlinking: Unlinking) => store.transaction((inside) => unlinkLocked(inside, unlinking))
  return async (unlinking) => {
    const outcome = await unlink(unlinking)
    if (outcome === 'last') throw lastWay()
    if (outcome === 'unknown') return undefined
    await endSessions(unlinking.user.id, unlinking.keptSession)
    return outcome
  }
}

function toAccountUnlinking({ user, keys, keptSession, hasOtherWay, providers }: Unlinking): {
  readonly userId: string
  readonly account: AccountKeys
  readonly keptSession: string | undefined
  readonly otherProviders: readonly string[] | undefined
} {
  const otherProviders = hasOtherWay ? undefined : providers
  return { userId: user.id, account: keysOf(keys), keptSession, otherProviders }
}

async function unlinkLocked(
  store: Store,
  unlinking: Unlinking,
): Promise<Unlinked | 'unknown' | 'last'> {
  const { user, keys, keptSession } = unlinking
  // Without the lock, two parallel requests could each count the other's account as the remaining
  // one.
  await store.call('lockUser', user.id)
  const accounts = await store.call('listAccountsByUserId', user.id)
  const account = accounts.find((row) => hasKeys(row, keys))
  if (!account) return 'unknown'
  if (!isWayLeft(unlinking, accounts)) return 'last'
  // This update changes nothing. From now on no refresh can replace the tokens.
  const row = await store.call('updateAccount', { ...keysOf(account), type: account.type })
  await removeAccount(store, account)
  const kept = keptSession === undefined ? [] : [keptSession]
  await store.call('deleteSessionsByUserId', user.id, ...kept)
  return { row: rowOr(account, row) }
}

/**
 * Runs in several steps. Two processes may each remove an account until none is left. Each process
 * therefore checks again and restores its account if the user cannot sign in any more. At worst
 * both are refused. A marker records an unlinking whose sessions have not ended yet, for a retry.
 */
export function unlinkInTurn(store: Store, endSessions: EndSessions): UnlinkAccount {
  const mayMark = store.has('createVerificationToken', 'useVerificationToken')
  return async (unlinking) => {
    const { user, keys, keptSession } = unlinking
    const marker = await unlinkMarker(unlinking)
    const { identifier, token } = marker
    const list = (): Promise<AdapterAccount[]> => store.call('listAccountsByUserId', user.id)
    const accounts = await list()
    const account = accounts.find((row) => hasKeys(row, keys))
    if (!account) {
      const isHalfDone =
        mayMark && (await store.call('useVerificationToken', { identifier, token }))
      if (isHalfDone) await endSessions(user.id, keptSession)
      return isHalfDone ? {} : undefined
    }
    if (!isWayLeft(unlinking, accounts)) throw lastWay()
    // On a retry, the first marker already exists.
    if (mayMark) await store.call('createVerificationToken', marker).catch(() => undefined)
    // If this process stops before it has ended the sessions again, only those are left that begin now.
    await endSessions(user.id, keptSession)
    const row = rowOr(account, await store.call('unlinkAccount', keysOf(keys)))
    if (!isWayLeft(unlinking, await list())) {
      await putBack(store, user, row)
      throw lastWay()
    }
    await removePasskey(store, account)
    await endSessions(user.id, keptSession)
    if (mayMark) await store.call('useVerificationToken', { identifier, token })
    return { row }
  }
}

/** Returns what a method returned, if it is the row. Not every adapter returns it. */
function rowOr(account: AdapterAccount, returned: AdapterAccount | null | void): AdapterAccount {
  return returned && hasKeys(returned, account) ? returned : account
}

/**
 * Links an account again, unless the owner of the address has taken the user over in the meantime.
 * A take-over proves the address and then looks for accounts, so one of the two finds the other.
 */
async function putBack(store: Store, user: AdapterUser, account: AdapterAccount): Promise<void> {
  await store.call('linkAccount', account)
  const current = await store.call('getUser', user.id)
  const isTakenOver = !hasProvenAddress(user) && current !== null && hasProvenAddress(current)
  if (isTakenOver) await store.call('unlinkAccount', keysOf(account))
}

function isWayLeft(
  { keys, hasOtherWay, providers }: Unlinking,
  accounts: readonly AdapterAccount[],
): boolean {
  const others = accounts.filter((row) => !hasKeys(row, keys))
  return hasOtherWay || others.some(({ provider }) => providers.includes(provider))
}

const markerLifetime = 24 * 60 * 60

async function unlinkMarker({ user, keys, now }: Unlinking): Promise<{
  readonly identifier: string
  readonly token: string
  readonly expires: Date
}> {
  const name = [user.id, keys.provider, keys.providerAccountId]
  const token = await sha256Hex(JSON.stringify(['unlink', ...name]))
  return {
    identifier: `unlink:${token}`,
    token,
    expires: new Date((now + markerLifetime) * 1000),
  }
}

function lastWay(): LastSignInMethod {
  return new LastSignInMethod('The account is the only way in which its user can sign in.')
}
