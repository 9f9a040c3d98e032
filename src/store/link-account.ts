import type { Log } from '../config/logger.js'
import type { Store } from '../config/store.js'
import { AccountNotLinked } from '../errors/request-errors.js'
import type { AdapterUser } from '../model/adapter.js'
import type { NewAccount } from './account-keys.js'
import { revocationMethods, type AccountEvidence } from './confirm-account.js'
import { findUserByAccount } from './find-user.js'
import { hasProvenAddress } from './proven-address.js'
import { removeAccount } from './remove-account.js'
import { idOf } from './user-id.js'

/** An account to link to a user. */
export interface Link {
  readonly user: AdapterUser
  readonly account: NewAccount
  /**
   * Key of the session that requested the link. Undefined if the request came without a session
   * row.
   */
  readonly askedBy: string | undefined
}

/**
 * Links an account to a user. Returns false if it was already linked. Throws if it belongs to
 * another user.
 */
export type LinkAccount = (link: Link) => Promise<boolean>

/** Undoes the writes and throws if the requesting session has ended in the meantime. */
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
 * The check runs after the account was written. A revocation removes the accounts, then ends the
 * sessions, and finally looks for accounts again. So either the check finds the session missing, or
 * the revocation finds the account.
 */
export function openSessionCheck(store: Store, isAtomic: boolean): RequireSession {
  // An adapter that cannot end sessions on other devices cannot have ended this one.
  if (!store.has(...revocationMethods)) return async () => undefined
  const isAlive = isAtomic
    ? // An update waits for a transaction that deletes the row, but a read does not.
      async (sessionToken: string, userId: string) =>
        Boolean(await store.call('updateSession', { sessionToken, userId }))
    : async (sessionToken: string) => Boolean(await store.call('getSessionAndUser', sessionToken))
  const findUser = isAtomic
    ? (id: string) => store.transaction((inside) => inside.call('lockUser', id))
    : (id: string) => store.call('getUser', id)
  /** A session without a row ends if another person proves the address of its user. */
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
      // An unconfirmed link is undone, so that the next attempt starts from the beginning.
      await undo()
      throw thrown
    }
    await undo()
    throw new AccountNotLinked('The session that asked to link the account has ended.')
  }
}

/**
 * Removes an account that was just linked, and ends the sessions that another tab began with it.
 * Returns whether the user no longer has the account.
 */
export type UndoLink = (link: Pick<AccountEvidence, 'account' | 'userId'>) => Promise<boolean>

export function openLinkUndo(
  store: Store,
  log: Log,
  endSessionsOf: (userId: string, provider: string) => Promise<void>,
): UndoLink {
  return async ({ account, userId }) => {
    if (!store.has('unlinkAccount')) {
      log.warn('account-not-unlinked', explainKept(account))
      return false
    }
    // Another user may have linked the account since.
    const isKept = async (): Promise<boolean> => {
      const owner = await findUserByAccount(store, account)
      return owner !== null && idOf(owner) === userId
    }
    if (!(await isKept())) return true
    try {
      await removeAccount(store, account)
    } catch (thrown) {
      // The answer may be lost after the row was deleted.
      if (await isKept()) throw thrown
    }
    try {
      // A sign-in that writes its session later finds that the account is gone.
      await endSessionsOf(userId, account.provider)
    } catch (error) {
      log.error(error)
    }
    return true
  }
}

function explainKept({ provider }: NewAccount): string {
  return (
    `An account of "${provider}" was linked by a session that has ended since. It stays linked, because the adapter has no ` +
    'method `unlinkAccount`. Add it. Delete the row if the user did not want the link.'
  )
}
