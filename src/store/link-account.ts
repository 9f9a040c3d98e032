import type { Log } from '../config/logger.js'
import type { Store } from '../config/store.js'
import { AccountNotLinked } from '../errors/request-errors.js'
import type { AdapterUser } from '../model/adapter.js'
import type { NewAccount } from './account-keys.js'
import type { AccountEvidence } from './account-evidence.js'
import { revocationMethods } from './confirm-account.js'
import { findUserByAccount } from './find-user.js'
import { isDuplicate } from './is-duplicate.js'
import { hasProvenAddress } from './proven-address.js'
import { removeAccount, undoLinkedAccount } from './remove-account.js'
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

/**
 * Runs a write that must not stay if the session that requested it has ended. It throws in that
 * case. `undo` reverses the write with an adapter that cannot do both at once.
 */
export type WriteIfAsked = <Result>(
  link: Omit<Link, 'account'>,
  write: (store: Store) => Promise<Result>,
  undo: () => Promise<void>,
) => Promise<Result>

export function openLinking(store: Store, writeIfAsked: WriteIfAsked): LinkAccount {
  /** The row may be that of a write whose answer was lost. Its session may have ended meanwhile. */
  const requireStanding = async ({ account, ...asked }: Link): Promise<void> =>
    writeIfAsked(
      asked,
      async () => undefined,
      () => undoLinkedAccount(store, account, asked.user.id),
    )
  return async (link) => {
    const { user, account } = link
    let isRefused = false
    const write = async (inside: Store): Promise<void> => {
      // A transaction that the database rolled back runs again.
      isRefused = false
      try {
        await inside.call('linkAccount', { ...account, userId: user.id })
      } catch (thrown) {
        isRefused = true
        throw thrown
      }
    }
    try {
      await writeIfAsked(link, write, () => undoLinkedAccount(store, account, user.id))
      return true
    } catch (thrown) {
      if (!isRefused) throw thrown
      const owner = await findUserByAccount(store, account)
      if (!owner) throw thrown
      if (idOf(owner) !== idOf(user)) {
        throw new AccountNotLinked('Another user was faster to link the account.')
      }
      if (!isDuplicate(thrown)) await requireStanding(link)
      return false
    }
  }
}

/** Chooses how to write what a session requests, by what the adapter can do. */
export function openWriteIfAsked(store: Store, isAtomic: boolean): WriteIfAsked {
  // An adapter that cannot end sessions on other devices cannot have ended this one.
  if (!store.has(...revocationMethods)) return async (_link, write) => write(store)
  return isAtomic ? writeAtOnce(store) : writeInTurn(store)
}

/**
 * Runs in one transaction, so that a process that stops leaves nothing. A take-over holds the lock of
 * the user, too, and deletes the session.
 */
function writeAtOnce(store: Store): WriteIfAsked {
  return async ({ askedBy, user }, write) =>
    store.transaction(async (inside) => {
      const current = await inside.call('lockUser', user.id)
      const written = await write(inside)
      const stands =
        askedBy === undefined
          ? isNotEvicted(user, current)
          : // An update waits for a transaction that deletes the row, but a read does not.
            await inside.call('updateSession', { sessionToken: askedBy, userId: user.id })
      if (!stands) throw sessionEnded()
      return written
    })
}

/**
 * The check runs after the write. A revocation removes the accounts, then ends the sessions, and
 * finally looks for accounts again. So either the check finds the session missing, or the revocation
 * finds the account.
 */
function writeInTurn(store: Store): WriteIfAsked {
  const stands = async ({ askedBy, user }: Omit<Link, 'account'>): Promise<boolean> =>
    askedBy === undefined
      ? isNotEvicted(user, await store.call('getUser', user.id))
      : Boolean(await store.call('getSessionAndUser', askedBy))
  return async (link, write, undo) => {
    const written = await write(store)
    try {
      if (await stands(link)) return written
    } catch (thrown) {
      // An unconfirmed link is undone, so that the next attempt starts from the beginning.
      await undo()
      throw thrown
    }
    await undo()
    throw sessionEnded()
  }
}

/** A session without a row ends if another person proves the address of its user. */
function isNotEvicted(user: AdapterUser, current: AdapterUser | null): boolean {
  if (!user.email || hasProvenAddress(user)) return true
  return current !== null && !hasProvenAddress(current)
}

function sessionEnded(): AccountNotLinked {
  return new AccountNotLinked('The session that asked to link the account has ended.')
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
      return owner !== null && idOf(owner) === idOf({ id: userId })
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
