import type { Log } from '../config/logger.js'
import type { Store } from '../config/store.js'
import { AccountNotLinked } from '../errors/request-errors.js'
import { WebAuthnVerificationError } from '../errors/webauthn-errors.js'
import type { AdapterAuthenticator, AdapterUser, AuthenticatorDetails } from '../model/adapter.js'
import { keysOf, type NewAccount } from './account-keys.js'
import { findUserByAccount, findUserByEmail } from './find-user.js'
import { isDuplicate } from './is-duplicate.js'
import type { WriteIfAsked } from './link-account.js'
import { undoLinkedAccount } from './remove-account.js'
import { idOf } from './user-id.js'

/** A passkey that was just created, and its user. */
export interface NewPasskey {
  /** The user who requested it, or a user who is created with it. */
  readonly owner: PasskeyOwner
  readonly account: NewAccount
  readonly authenticator: Omit<AdapterAuthenticator, 'userId' | keyof AuthenticatorDetails>
  /** Stored only if the adapter has columns for it. */
  readonly details: AuthenticatorDetails
}

export type PasskeyOwner =
  | { readonly kind: 'new'; readonly user: AdapterUser }
  | {
      readonly kind: 'linking-user'
      readonly user: AdapterUser
      readonly askedBy: string | undefined
    }

/**
 * Stores a passkey with its account, and with its user if the user is new. If one write fails,
 * nothing is stored.
 */
export type CreatePasskey = (passkey: NewPasskey) => Promise<AdapterUser>

export function openPasskeyCreation(
  store: Store,
  log: Log,
  writeIfAsked: WriteIfAsked,
): CreatePasskey {
  const write = chooseWriter(store, log, writeIfAsked)
  const hasDetails = store.has('updateAuthenticator')
  return async ({ owner, account, authenticator, details }) => {
    // Section 7.1, step 27: a credential id can be registered only once.
    if (await store.call('getAuthenticator', authenticator.credentialID)) throw knownBefore()
    const row = { ...authenticator, ...(hasDetails && details) }
    return write({ owner, account, authenticator: row })
  }
}

interface Rows extends Pick<NewPasskey, 'owner' | 'account'> {
  readonly authenticator: Omit<AdapterAuthenticator, 'userId'>
}

type Write = (rows: Rows) => Promise<AdapterUser>

function chooseWriter(store: Store, log: Log, writeIfAsked: WriteIfAsked): Write {
  const writeInSteps = store.has('transaction')
    ? (rows: Rows) => store.transaction((inside) => writeInTurn(inside, rows, () => undefined))
    : (rows: Rows) => writeOrUndo(store, log, rows)
  const writeNew = store.has('createUserWithAccount')
    ? ({ owner: { user }, account, authenticator }: Rows) =>
        store.call('createUserWithAccount', { user, account, authenticator })
    : writeInSteps
  return async (rows) => {
    const { owner, account } = rows
    if (owner.kind === 'linking-user') {
      return writeIfAsked(
        owner,
        (inside) =>
          inside === store ? writeInSteps(rows) : writeInTurn(inside, rows, () => undefined),
        () => undoLinkedAccount(store, account, owner.user.id),
      )
    }
    try {
      return await writeNew(rows)
    } catch (thrown) {
      throw await explainFailure(store, rows, thrown)
    }
  }
}

/**
 * Returns an error that explains the failure if another user has the account or the address.
 * Otherwise it returns the failure itself.
 */
async function explainFailure(
  store: Store,
  { owner: { user }, account }: Rows,
  thrown: unknown,
): Promise<unknown> {
  const isAnother = (found: AdapterUser | null): boolean =>
    found !== null && idOf(found) !== idOf(user)
  if (isAnother(await findUserByAccount(store, account))) return knownBefore()
  const { email } = user
  const isTaken = typeof email === 'string' && isAnother(await findUserByEmail(store, email))
  return isTaken ? new AccountNotLinked('Another user has the address.', { cause: thrown }) : thrown
}

type Undo = () => Promise<unknown>

/**
 * Writes the rows one by one. The last write activates the passkey. `done` receives a function that
 * undoes each earlier write.
 */
async function writeInTurn(
  store: Store,
  { owner, account, authenticator }: Rows,
  done: (undo: Undo) => unknown,
): Promise<AdapterUser> {
  const user = owner.kind === 'new' ? await store.call('createUser', owner.user) : owner.user
  const userId = user.id
  if (owner.kind === 'new') {
    done(async () => store.has('deleteUser') && store.call('deleteUser', userId))
  }
  if (await linkOnce(store, account, userId)) {
    done(async () => store.has('unlinkAccount') && store.call('unlinkAccount', keysOf(account)))
  }
  await store.call('createAuthenticator', { ...authenticator, userId })
  return user
}

/**
 * Links the account of a passkey. Returns false if the user has it already, because a registration was
 * cut short after this write. Only an adapter without transactions leaves such an account behind.
 */
async function linkOnce(store: Store, account: NewAccount, userId: string): Promise<boolean> {
  try {
    await store.call('linkAccount', { ...account, userId })
    return true
  } catch (thrown) {
    if (store.has('transaction') || !isDuplicate(thrown)) throw thrown
    const owner = await findUserByAccount(store, account)
    if (owner === null || idOf(owner) !== userId) throw thrown
    return false
  }
}

/** Without transactions, a failure undoes all earlier writes. */
async function writeOrUndo(store: Store, log: Log, rows: Rows): Promise<AdapterUser> {
  const undos: Undo[] = []
  try {
    return await writeInTurn(store, rows, (undo) => undos.unshift(undo))
  } catch (thrown) {
    for (const undo of undos) {
      await undo().catch((error: unknown) => {
        log.error(error)
      })
    }
    throw thrown
  }
}

function knownBefore(): WebAuthnVerificationError {
  return new WebAuthnVerificationError('A user has registered the credential before.')
}
