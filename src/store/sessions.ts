import type { Store } from '../config/store.js'
import { AccountNotLinked } from '../errors/request-errors.js'
import type { AdapterSessionDetails, AdapterUser } from '../model/adapter.js'
import type { AccountEvidence, LostAccount } from './account-evidence.js'
import { keysOf } from './account-keys.js'
import { revocationMethods, type ConfirmAccount, type InspectAccount } from './confirm-account.js'
import { deleteSession } from './delete-session.js'
import { openPasswords, type Passwords } from './passwords.js'
import { hasProvenAddress, provenAt } from './proven-address.js'
import type { ProviderSessions } from './provider-sessions.js'
import { undoLinkedAccount } from './remove-account.js'
import { clockTolerance, type Revocations } from './revocation.js'

/** When a sign-in began, and the error to throw if its user's sessions were ended since. */
export interface SignInStart {
  /** Seconds since the epoch, with fractions. */
  readonly at: number
  /**
   * The moment from which a sign-in counts that has ended all other sessions itself, so that its own
   * revocation does not refuse it.
   */
  readonly restartedAt?: number | undefined
  /**
   * The user as the sign-in found them, if it has ended all other sessions since. That also deletes
   * what a take-over leaves to be found. `null` if the sign-in proved the address itself.
   */
  readonly foundUser?: AdapterUser | null | undefined
  /**
   * The stamp of the password that was checked. A process that changes a password may stop before it
   * has ended the sessions of the old one.
   */
  readonly passwordStamp?: string | undefined
  readonly refusal: (message: string) => Error
}

/** Throws if the password of a sign-in was changed since it was checked. */
export async function requireCurrentPassword(
  passwords: Passwords,
  userId: string,
  { passwordStamp, refusal }: SignInStart,
): Promise<void> {
  if (passwordStamp === undefined) return
  if ((await passwords.findStamp(userId)) !== passwordStamp) throw refusal(passwordChanged)
}

/** What a new session depends on. A session that is created for an old token has no new grounds. */
export interface SessionGrounds {
  readonly evidence?: AccountEvidence | undefined
  /**
   * The user of a password sign-in, read before the session was written. Such a sign-in has no
   * account.
   */
  readonly passwordUser?: AdapterUser | undefined
  readonly start?: SignInStart | undefined
}

/**
 * Creates a session. It deletes the session again and refuses the sign-in if the account was
 * removed during the sign-in, or if all sessions of its user were ended. The same applies to a
 * password sign-in if the owner of the address took the user over.
 */
export type CreateSession = (row: AdapterSessionDetails, grounds: SessionGrounds) => Promise<void>

/** Whether the user signed out at the provider after a sign-in there began. */
export type IsSignedOutAtProvider = (
  session: Pick<AdapterSessionDetails, 'provider' | 'providerSessionId'>,
  evidence: AccountEvidence | undefined,
  startedAt: number,
) => Promise<boolean>

/** A provider reports a sign-out by its session, its account, or both. Only OpenID Connect does. */
export function openProviderCheck({ hasEnded }: ProviderSessions): IsSignedOutAtProvider {
  return async ({ provider, providerSessionId }, evidence, startedAt) => {
    if (provider && providerSessionId) {
      if (await hasEnded({ provider, providerSessionId }, startedAt)) return true
    }
    return evidence?.account.type === 'oidc' && hasEnded(keysOf(evidence.account), startedAt)
  }
}

export function openSessionCreation(
  store: Store,
  confirm: ConfirmAccount,
  {
    isSignInRevoked,
    isSignInEvicted,
    isSignedOutAtProvider,
  }: Revocations & { readonly isSignedOutAtProvider: IsSignedOutAtProvider },
): CreateSession {
  const isTakenOver = async (before: AdapterUser, { at }: SignInStart): Promise<boolean> => {
    const proven = provenAt(before)
    if (!before.email) return false
    if (!proven) {
      const current = await store.call('getUser', before.id)
      return !current || hasProvenAddress(current)
    }
    // The owner may have proven the address while `authorize` was checking the password.
    return proven.getTime() / 1000 >= at - clockTolerance && isSignInEvicted(before.id, at)
  }
  const canTakeOver = store.has(...revocationMethods)
  const passwords = openPasswords(store)
  // Tables made for Auth.js have no columns for the details.
  const isDetailed = store.has('listSessionsByUserId')
  const hasFactors = store.has('listFactorsByUserId')
  const toRow = (details: AdapterSessionDetails): AdapterSessionDetails => {
    const { sessionToken, userId, expires } = details
    if (!isDetailed) return { sessionToken, userId, expires }
    const { authenticatedAt: _at, amr: _amr, ...known } = details
    return hasFactors ? details : known
  }

  const findRefusal = async (
    { userId, provider, providerSessionId }: AdapterSessionDetails,
    { evidence, passwordUser, start }: SessionGrounds,
  ): Promise<Refusal | undefined> => {
    const lost = evidence && (await confirm(evidence))
    if (evidence && lost !== undefined) return refuseAccount(evidence, lost)
    if (!start) return undefined
    const before = start.foundUser === undefined ? passwordUser : start.foundUser
    if (before && canTakeOver && (await isTakenOver(before, start))) {
      return { error: start.refusal(takenOver) }
    }
    if (await isSignedOutAtProvider({ provider, providerSessionId }, evidence, start.at)) {
      return { error: start.refusal(signedOutAtProvider) }
    }
    // Read after the session was written. A later change of the password finds the session.
    const { passwordStamp } = start
    if (passwordStamp !== undefined && (await passwords.findStamp(userId)) !== passwordStamp) {
      return { error: start.refusal(passwordChanged) }
    }
    const isRevoked = await isSignInRevoked(userId, start.restartedAt ?? start.at)
    return isRevoked ? { error: start.refusal(signedOutEverywhere) } : undefined
  }

  return async (details, grounds) => {
    await store.call('createSession', toRow(details))
    let refusal: Refusal | undefined
    try {
      refusal = await findRefusal(details, grounds)
    } catch (thrown) {
      // No browser will get the token, and the revocation that was looked for may have ended before.
      await deleteSession(store, details.sessionToken).catch(() => {})
      throw thrown
    }
    if (!refusal) return
    await deleteSession(store, details.sessionToken)
    await endSignIn(store, refusal)
  }
}

/** The same check for a session without a row, where only the account is confirmed. */
export function openAccountCheck(
  store: Store,
  confirm: ConfirmAccount,
): (evidence: AccountEvidence) => Promise<void> {
  return async (evidence) => {
    const lost = await confirm(evidence)
    if (lost !== undefined) await endSignIn(store, refuseAccount(evidence, lost))
  }
}

/**
 * The same check for a sign-in that waits for a second factor. Returns the evidence with which it may
 * end.
 */
export function openAccountInspection(
  store: Store,
  inspect: InspectAccount,
): (evidence: AccountEvidence) => Promise<AccountEvidence> {
  return async (evidence) => {
    const found = await inspect(evidence)
    if (typeof found !== 'string') return { ...evidence, ...found }
    return endSignIn(store, refuseAccount(evidence, found))
  }
}

/** Why a sign-in is refused if it began before all sessions of its user were ended. */
export const signedOutEverywhere =
  'All sessions of the user were ended after this sign-in began. The user has to sign in again.'

/** Why a sign-in is refused if it began before its user signed out at the provider. */
export const signedOutAtProvider =
  'The user signed out at the provider after this sign-in began. The user has to sign in again.'

const passwordChanged =
  'The password was changed after this sign-in began. The user has to sign in again.'

const takenOver =
  'The owner of the address proved it while the password was checked. Reset the password.'

/** Why a sign-in gets no session. */
interface Refusal {
  readonly error: Error
  /** An account of this sign-in that must not stay linked. */
  readonly planted?: Pick<AccountEvidence, 'account' | 'userId'>
}

function refuseAccount(evidence: AccountEvidence, lost: LostAccount): Refusal {
  const error = new AccountNotLinked(reasons[lost])
  // The account was linked to a user whose address another person has proven in the meantime.
  return lost === 'address-proven' ? { error, planted: evidence } : { error }
}

async function endSignIn(store: Store, { error, planted }: Refusal): Promise<never> {
  if (planted) await undoLinkedAccount(store, planted.account, planted.userId)
  throw error
}

const reasons: Readonly<Record<LostAccount, string>> = {
  removed: 'The account was removed while it signed in.',
  'address-proven': 'The owner of the address proved it while the account signed up.',
  'other-id':
    'The database returned the row of another account, because it compares ids less strictly. Give the ' +
    'columns that identify an account a binary collation.',
  'other-issuer':
    'The account was linked under another issuer of this provider. If both issuers are the same ' +
    'service, change the column `issuer` of its row.',
  'other-token-issuer':
    "The account's stored `id_token` was issued by another issuer of this provider. If both issuers are " +
    'the same service, set the column `id_token` of its row to null.',
}
