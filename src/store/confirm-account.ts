import type { Log } from '../config/logger.js'
import type { Store } from '../config/store.js'
import type { AdapterAccount } from '../model/adapter.js'
import type { AccountEvidence, LostAccount, StoredAccount } from './account-evidence.js'
import {
  explainMissingColumn,
  explainMissingIdToken,
  findOtherIssuer,
  keepIssuer,
  mayHaveIssued,
} from './account-issuer.js'
import { hasKeys, keysOf, type NewAccount } from './account-keys.js'
import { findUserByAccount } from './find-user.js'
import { hasProvenAddress } from './proven-address.js'
import { digestTokens, storeSignInFields } from './store-sign-in-fields.js'
import { idOf } from './user-id.js'

/** Checks whether an account still belongs to its user, and stores the tokens of this sign-in. */
export type ConfirmAccount = (evidence: AccountEvidence) => Promise<LostAccount | undefined>

/** Confirms an account without storing anything, for a sign-in that waits for a second factor. */
export type InspectAccount = (
  evidence: AccountEvidence,
) => Promise<LostAccount | Pick<AccountEvidence, 'tokensBefore'>>

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
export function openConfirmation(
  store: Store,
  isAtomic: boolean,
  log: Log,
  clock: () => number,
): ConfirmAccount {
  const canRevoke = store.has(...revocationMethods)
  const read = canRevoke ? confirmByRead(store) : async () => undefined
  if (!store.has('updateAccount')) return confirmByRow(store, log, read)
  const update = confirmByUpdate(store, log, read, clock)
  // A revoking transaction deletes both at once, and a plain read would not wait for it to end.
  if (isAtomic) return update
  return (evidence) => (evidence.isNew ? read(evidence) : update(evidence))
}

/** Chooses how to confirm an account before its tokens may be stored. */
export function openInspection(store: Store, confirm: ConfirmAccount): InspectAccount {
  if (!store.has('updateAccount')) return async (evidence) => (await confirm(evidence)) ?? {}
  return async (evidence) => {
    const row = await readRow(store, evidence.account)
    // Not every adapter returns the row. The account is confirmed again after the second factor.
    if (!row) return store.has('getAccount') ? 'removed' : {}
    const lost = findOtherOwner(row, evidence)
    if (lost !== undefined) return lost
    const tokensBefore = await digestTokens(row)
    return findOtherIssuer(row, evidence) ?? { tokensBefore }
  }
}

/**
 * Without `updateAccount` the account has no issuer. But Auth.js stores the ID token that linked the
 * account, and that token names its issuer.
 *
 * Nothing says either how the database compares ids. The row of another id may have led to the user.
 */
function confirmByRow(store: Store, log: Log, read: ConfirmAccount): ConfirmAccount {
  if (!store.has('getAccount')) return read
  return async (evidence) => {
    const { account, isNew } = evidence
    const issuer = account.type === 'oidc' ? evidence.issuer : undefined
    if (isNew || (!issuer && !mayHaveAlias(account))) return read(evidence)
    const row = await store.call('getAccount', account.providerAccountId, account.provider)
    const lost = row ? findOtherOwner(row, evidence) : undefined
    if (lost !== undefined || !issuer) return lost ?? read(evidence)
    const isOwn = mayHaveIssued(issuer, row)
    if (isOwn === false) return 'other-token-issuer'
    if (isOwn === undefined && issuer.isChosenByApp) {
      log.warnOnce('account-issuer-unknown', explainMissingIdToken)
    }
    return read(evidence)
  }
}

/**
 * Whether a database may take the id of an account for another one, for example because it ignores case
 * or drops what follows a character. A passkey was compared before, by the id of its credential.
 */
function mayHaveAlias({ type, providerAccountId }: NewAccount): boolean {
  return type !== 'webauthn' && !/^\d+$/.test(providerAccountId)
}

/** Finds out whether a row is not the one of this sign-in. */
function findOtherOwner(row: AdapterAccount, evidence: AccountEvidence): LostAccount | undefined {
  if (!hasKeys(row, evidence.account)) return 'other-id'
  return isOwnRow(row, evidence) ? undefined : 'removed'
}

function confirmByUpdate(
  store: Store,
  log: Log,
  read: ConfirmAccount,
  clock: () => number,
): ConfirmAccount {
  return async (evidence) => {
    const { issuer } = evidence.account
    const stored = await readStored(store, evidence)
    // These checks precede the update, because a refused sign-in must not replace the tokens of the
    // account's owner.
    const lost = stored ? findOtherOwner(stored, evidence) : undefined
    const other = lost ?? findOtherIssuer(stored, evidence)
    if (other !== undefined) return other
    const row = await storeSignInFields(store, stored, evidence, clock() / 1000)
    // Not every adapter returns the row.
    if (!row) return read(evidence)
    const changed = findOtherOwner(row, evidence)
    if (changed !== undefined) return changed
    if (typeof issuer !== 'string' || row['issuer'] === issuer) return undefined
    if (row['issuer']) return 'other-issuer'
    await keepIssuer(store, log, row, issuer)
    if (store.memory.lacksIssuers && evidence.issuer?.isChosenByApp) {
      log.warnOnce('account-issuer-unknown', explainMissingColumn)
    }
    return undefined
  }
}

/** Reads the account that this sign-in updates, if its issuer, its scopes or its tokens matter. */
async function readStored(
  store: Store,
  { account, isNew, tokensBefore }: AccountEvidence,
): Promise<StoredAccount> {
  if (tokensBefore !== undefined) return readRow(store, account)
  const { issuer, scope, access_token } = account
  const hasIssuer = typeof issuer === 'string'
  const hasScopes = typeof scope === 'string' && store.has('swapTokens')
  const hasTokens = typeof access_token === 'string' && store.has('leaseAccount')
  const matters = hasIssuer || hasTokens || (hasScopes && store.has('getAccount'))
  if (isNew || !matters) return undefined
  return readRow(store, account)
}

async function readRow(store: Store, account: NewAccount): Promise<StoredAccount> {
  const { type, provider, providerAccountId } = account
  if (store.has('getAccount')) return store.call('getAccount', providerAccountId, provider)
  // This update changes nothing and returns the row.
  return store.call('updateAccount', { ...keysOf(account), type })
}

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
