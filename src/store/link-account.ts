import type { Store } from '../config/store.js'
import { AccountNotLinked } from '../errors/request-errors.js'
import type { AdapterUser } from '../model/adapter.js'
import type { NewAccount } from './account-keys.js'
import { revocationMethods } from './confirm-account.js'
import { findUserByAccount } from './find-user.js'
import { hasProvenAddress } from './proven-address.js'
import { removeAccount } from './remove-account.js'
import { idOf } from './user-id.js'

/** An account that is to belong to a user from now on. */
export interface Link {
  readonly user: AdapterUser
  readonly account: NewAccount
  /** Key of the session that asked for it; undefined when no session did. */
  readonly askedBy: string | undefined
}

/** Links an account to a user; false when it was linked already. Throws when another user has it. */
export type LinkAccount = (link: Link) => Promise<boolean>

/** Throws, and takes back what was written, if the session that asked has ended in the meantime. */
export type RequireSession = (
  link: Omit<Link, 'account'>,
  undo: () => Promise<void>,
) => Promise<void>

export function openLinking(store: Store, requireSession: RequireSession): LinkAccount {
  return async (link) => {
    const { user, account } = link
    try {
      await store.call('linkAccount', { ...account, userId: user.id })
    } catch (thrown) {
      const owner = await findUserByAccount(store, account)
      if (!owner) throw thrown
      if (idOf(owner) === idOf(user)) return false
      throw new AccountNotLinked('Another user was faster to link the account.')
    }
    await requireSession(link, () => removeAccount(store, account))
    return true
  }
}

/**
 * Asked after the account was written. A revocation ends the sessions after it has removed the
 * accounts, and looks for accounts once more at the end: either this finds the session gone, or the
 * revocation finds the account.
 */
export function openSessionCheck(store: Store, isAtomic: boolean): RequireSession {
  // What cannot end sessions elsewhere cannot have ended this one.
  if (!store.has(...revocationMethods)) return async () => undefined
  const isAlive = isAtomic
    ? // An update waits for a transaction that is deleting the row; a read would not.
      async (sessionToken: string, userId: string) =>
        Boolean(await store.call('updateSession', { sessionToken, userId }))
    : async (sessionToken: string) => Boolean(await store.call('getSessionAndUser', sessionToken))
  const findUser = isAtomic
    ? (id: string) => store.transaction((inside) => inside.call('lockUser', id))
    : (id: string) => store.call('getUser', id)
  /** A session without a row ends when someone else proves the address of its user. */
  const isNotEvicted = async (user: AdapterUser): Promise<boolean> => {
    if (!user.email || hasProvenAddress(user)) return true
    const current = await findUser(user.id)
    return current !== null && !hasProvenAddress(current)
  }
  return async ({ askedBy, user }, undo) => {
    try {
      const stands = askedBy === undefined ? isNotEvicted(user) : isAlive(askedBy, user.id)
      if (await stands) return
    } catch (thrown) {
      // What could not be confirmed is taken back, so that the next attempt begins anew.
      await undo()
      throw thrown
    }
    await undo()
    throw new AccountNotLinked('The session that asked to link the account has ended.')
  }
}
