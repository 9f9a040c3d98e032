import type { Log } from '../config/logger.js'
import type { Store } from '../config/store.js'
import type { AdapterAccount } from '../model/adapter.js'
import { hasKeys, keysOf, type NewAccount } from './account-keys.js'
import { findUserByAccount } from './find-user.js'
import { hasProvenAddress } from './proven-address.js'
import { idOf } from './user-id.js'

/**
 * The account that a user signed in with, and the user that it belonged to. A session depends on
 * both.
 */
export interface AccountEvidence {
  readonly account: NewAccount
  readonly userId: string
  /** Whether this sign-in linked the account. */
  readonly isNew: boolean
  /**
   * Whether the account created its user without a proof of the address. A later proof evicts it.
   */
  readonly isUnprovenSignUp: boolean
}

/** Why an account can no longer sign in. */
export type LostAccount = 'removed' | 'address-proven' | 'other-issuer'

/** Checks whether an account still belongs to its user, and stores the tokens of this sign-in. */
export type ConfirmAccount = (evidence: AccountEvidence) => Promise<LostAccount | undefined>

/** The adapter methods that a revocation needs. */
export const revocationMethods = [
  'listAccountsByUserId',
  'unlinkAccount',
  'deleteSessionsByUserId',
] as const

/**
 * Chooses how to confirm an account. The confirmation runs after the session was written. A
 * revocation removes the account first and the sessions second. So either the confirmation finds
 * the account missing, or the revocation finds the session. With an adapter that cannot revoke,
 * every account is confirmed.
 */
export function openConfirmation(store: Store, isAtomic: boolean, log: Log): ConfirmAccount {
  const canRevoke = store.has(...revocationMethods)
  const read = canRevoke ? confirmByRead(store) : async () => undefined
  if (!store.has('updateAccount')) return read
  const update = confirmByUpdate(store, log, read)
  // A revoking transaction deletes both at once, and a plain read would not wait for it to end.
  if (isAtomic) return update
  return (evidence) => (evidence.isNew ? read(evidence) : update(evidence))
}

function confirmByUpdate(store: Store, log: Log, read: ConfirmAccount): ConfirmAccount {
  return async (evidence) => {
    const { issuer, ...fields } = evidence.account
    // This check precedes the update, because a refused sign-in must not replace the tokens of the
    // account's owner.
    if (await isOfOtherIssuer(store, evidence)) return 'other-issuer'
    const row = await store.call('updateAccount', fields)
    // Not every adapter returns the row.
    if (!row) return read(evidence)
    if (!isOwnRow(row, evidence)) return 'removed'
    if (typeof issuer !== 'string' || row['issuer'] === issuer) return undefined
    if (row['issuer']) return 'other-issuer'
    await keepIssuer(store, log, row, issuer)
    return undefined
  }
}

/** Whether the stored account names an issuer other than the one of this sign-in. */
async function isOfOtherIssuer(
  store: Store,
  { account, isNew }: Pick<AccountEvidence, 'account' | 'isNew'>,
): Promise<boolean> {
  const { issuer, type } = account
  if (isNew || typeof issuer !== 'string' || store.memory.lacksIssuers) return false
  const keys = keysOf(account)
  const row = store.has('getAccount')
    ? await store.call('getAccount', keys.providerAccountId, keys.provider)
    : // This update changes nothing and returns the row.
      await store.call('updateAccount', { ...keys, type })
  const kept = row?.['issuer']
  return Boolean(kept) && kept !== issuer
}

/**
 * Stores the current issuer on an account that was linked before issuers were stored. From then on
 * no other issuer can sign in with the account. If the update fails, the next sign-in retries it.
 */
async function keepIssuer(
  store: Store,
  log: Log,
  row: AdapterAccount,
  issuer: string,
): Promise<void> {
  const { memory } = store
  if (memory.lacksIssuers) return
  try {
    const kept = await store.call('updateAccount', { ...keysOf(row), issuer })
    memory.lacksIssuers = Boolean(kept) && kept?.['issuer'] !== issuer
    const text = memory.lacksIssuers ? explainMissingColumn : explainKept
    log.debug('account-issuer', text, { provider: row.provider, issuer })
  } catch (error) {
    log.error(error)
  }
}

const explainKept = 'An account without an issuer was given the issuer that it signed in under.'
const explainMissingColumn =
  'The table of accounts has no column `issuer`, so an account does not know its issuer. Add the column.'

function confirmByRead(store: Store): ConfirmAccount {
  return async ({ account, userId, isUnprovenSignUp }) => {
    const owner = await findUserByAccount(store, keysOf(account))
    if (!owner || idOf(owner) !== idOf({ id: userId })) return 'removed'
    return isUnprovenSignUp && hasProvenAddress(owner) ? 'address-proven' : undefined
  }
}

function isOwnRow(row: AdapterAccount, { account, userId }: AccountEvidence): boolean {
  return hasKeys(row, account) && idOf({ id: row.userId }) === idOf({ id: userId })
}
