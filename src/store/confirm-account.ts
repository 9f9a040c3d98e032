import type { Log } from '../config/logger.js'
import { storedTokensOf } from '../config/seal-tokens.js'
import type { Store } from '../config/store.js'
import { sha256Hex } from '../crypto/digest.js'
import type { AdapterAccount } from '../model/adapter.js'
import { missingScopes, splitScopes } from '../model/split-scopes.js'
import { isBound, proofKeyOf } from '../oauth/proof-key.js'
import { hasKeys, keysOf, type AccountKeys, type NewAccount } from './account-keys.js'
import { countRefusals, failedHolder, manyRefusals } from './account-tokens.js'
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
  /** The issuer of this sign-in. Only an account at an OAuth provider has one. */
  readonly issuer?: IssuerEvidence | undefined
  /**
   * The digest of the tokens that were stored when the sign-in began to wait for a second factor. If
   * others are stored by now, those stay.
   */
  readonly tokensBefore?: string | undefined
}

/** How a stored account shows that it belongs to another issuer than the one of this sign-in. */
export interface IssuerEvidence {
  /** Whether the issuer may have issued a stored ID token. Undefined if the token is unreadable. */
  readonly hasIssued: (idToken: string) => boolean | undefined
  /** Whether the app's config names the issuer, so that it can change while the id stays. */
  readonly isChosenByApp: boolean
}

/** Why an account can no longer sign in. */
export type LostAccount =
  'removed' | 'address-proven' | 'other-id' | 'other-issuer' | 'other-token-issuer'

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

async function digestTokens({ access_token, refresh_token }: AdapterAccount): Promise<string> {
  return sha256Hex(JSON.stringify([access_token ?? null, refresh_token ?? null]))
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
    const isOwn = hasIssued(issuer, row)
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

function hasIssued(
  { hasIssued }: IssuerEvidence,
  row: AdapterAccount | null | void,
): boolean | undefined {
  const idToken = row?.id_token
  return typeof idToken === 'string' ? hasIssued(idToken) : undefined
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
    const row = await storeFields(store, stored, evidence, clock() / 1000)
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

/** Writes what a sign-in changes, and returns the row if the adapter does. */
async function storeFields(
  store: Store,
  stored: StoredAccount,
  evidence: AccountEvidence,
  now: number,
): Promise<StoredAccount> {
  const { account, isNew, tokensBefore } = evidence
  // The picture belongs to no token, so it is stored whichever tokens stay.
  const picture = account.image === undefined ? {} : { image: account.image }
  const fields = { ...fieldsToStore(store, stored, evidence, now), ...picture }
  const unchanged = { ...keysOf(account), type: account.type, ...picture }
  // A link has written the tokens, and a refresh may have replaced them since.
  if (tokensBefore === undefined) return store.call('updateAccount', isNew ? unchanged : fields)
  const mayReplace =
    stored && (stored.refreshFailed || (await digestTokens(stored)) === tokensBefore)
  const isSwapped = store.has('swapTokens')
  if (mayReplace && isSwapped) {
    const expected = storedTokensOf(stored)
    await store.call('swapTokens', { ...keysOf(account), expected, changes: columnsOf(fields) })
  }
  // This update waits for a transaction that removes the account.
  return store.call('updateAccount', mayReplace && !isSwapped ? fields : unchanged)
}

function columnsOf(fields: object): Record<string, string | number | null> {
  const columns = Object.entries(fields).filter(
    ([, value]) => value === null || typeof value === 'string' || typeof value === 'number',
  )
  return Object.fromEntries(columns)
}

/**
 * Returns what a sign-in changes. Tokens that may do more than its own stay. So does a refresh token
 * that works only with its own key, if the sign-in brings no other.
 */
function fieldsToStore(
  store: Store,
  stored: StoredAccount,
  evidence: AccountEvidence,
  now: number,
): AccountKeys & Readonly<Record<string, unknown>> {
  const { account } = evidence
  if (hasMoreScopes(stored, account, now)) return { ...keysOf(account), type: account.type }
  const { issuer: _compared, dpopKey, ...fields } = account
  const isNarrow = hasNarrowRefreshToken(stored, account)
  const isOfOtherKey = hasRefreshTokenOfOtherKey(stored, account)
  if (isOfOtherKey && !isNarrow && stored && proofKeyOf(stored) !== undefined) {
    return { ...keysOf(account), type: account.type }
  }
  return {
    ...fields,
    ...outdated(store, stored, evidence),
    ...((isNarrow || isOfOtherKey) && { refresh_token: null }),
    ...keyToStore(stored, { ...fields, dpopKey }),
  }
}

/** New tokens are bound to the key of their own sign-in, or to none. */
function keyToStore(
  stored: StoredAccount,
  { access_token, dpopKey }: NewAccount,
): { readonly dpopKey?: string | null } {
  if (typeof access_token !== 'string') return {}
  if (typeof dpopKey === 'string') return { dpopKey }
  return stored?.dpopKey ? { dpopKey: null } : {}
}

/**
 * Whether the stored tokens have scopes that those of a sign-in lack. Without a refresh token, or
 * when the provider has refused it, the stored tokens may be worthless, and a sign-in must help.
 */
function hasMoreScopes(stored: StoredAccount, { scope }: NewAccount, now: number): boolean {
  if (!stored?.refresh_token || stored.refreshFailed || typeof scope !== 'string') return false
  // The provider's code may be unknown to us. One refusal may have been a mistake in the config.
  if ((stored.expires_at ?? now) < now && countRefusals(stored) >= manyRefusals) return false
  return missingScopes(scope, splitScopes(stored.scope)).length > 0
}

/**
 * Whether a sign-in brings no refresh token, and the stored one was granted fewer scopes. A refresh
 * with it would bring a token that may do less than the account says.
 */
function hasNarrowRefreshToken(
  stored: StoredAccount,
  { access_token, refresh_token, scope }: NewAccount,
): boolean {
  if (typeof access_token !== 'string' || typeof refresh_token === 'string') return false
  if (!stored?.refresh_token || !stored.scope || typeof scope !== 'string') return false
  return missingScopes(stored.scope, splitScopes(scope)).length > 0
}

/**
 * Whether a sign-in brings no refresh token, and the stored one is bound to the key of its own
 * sign-in. With another key, the provider would refuse it (RFC 9449, section 5).
 */
function hasRefreshTokenOfOtherKey(
  stored: StoredAccount,
  { access_token, refresh_token }: NewAccount,
): boolean {
  if (typeof access_token !== 'string' || typeof refresh_token === 'string') return false
  if (!stored?.refresh_token || stored.refreshFailed) return false
  return isBound(stored) || proofKeyOf(stored) !== undefined
}

/** Empties what the stored account says about the tokens that this sign-in replaces. */
function outdated(
  store: Store,
  stored: StoredAccount,
  { account, isNew }: AccountEvidence,
): Record<string, null> {
  const { access_token, expires_at, refresh_token, scope } = account
  if (isNew || typeof access_token !== 'string') return {}
  const isOtherToken = typeof refresh_token === 'string' && refresh_token !== stored?.refresh_token
  // A refresh may be sending the same refresh token right now, and a second one would spend it twice.
  const endsLease =
    isOtherToken || (refresh_token && stored?.refreshLease?.startsWith(failedHolder))
  return {
    ...(expires_at === undefined && { expires_at: null }),
    ...(scope === undefined && { scope: null }),
    ...(store.has('leaseAccount') && { refreshFailed: null }),
    ...(store.has('leaseAccount') && endsLease && { refreshLease: null, refreshLeaseEnds: null }),
  }
}

type StoredAccount = AdapterAccount | null | undefined | void

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

/** Finds out whether the stored account names an issuer other than the one of this sign-in. */
function findOtherIssuer(
  row: StoredAccount,
  { account: { issuer }, isNew, issuer: evidence }: AccountEvidence,
): LostAccount | undefined {
  if (isNew || typeof issuer !== 'string') return undefined
  const kept = row?.['issuer']
  if (kept) return kept === issuer ? undefined : 'other-issuer'
  return evidence && hasIssued(evidence, row) === false ? 'other-token-issuer' : undefined
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
    if (!memory.lacksIssuers) {
      log.debug('account-issuer', explainKept, { provider: row.provider, issuer })
    }
  } catch (error) {
    log.error(error)
  }
}

const explainKept = 'An account without an issuer was given the issuer that it signed in under.'
const explainMissingColumn =
  'The table of accounts has no column `issuer`, so an account does not know its issuer. Add the column. ' +
  'Until then, give a provider another `id` when you change its `issuer`.'
const explainMissingIdToken =
  'An account has no readable `id_token`, and the adapter cannot store its issuer, so users of another issuer ' +
  'could sign in as its users. Store `id_token` in the `account` callback, or use an adapter with `updateAccount`. ' +
  'Until then, give a provider another `id` when you change its `issuer`.'

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
