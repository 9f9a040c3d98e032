import type { Store } from '../config/store.js'
import { AccountNotLinked } from '../errors/request-errors.js'
import type { AdapterSessionDetails, AdapterUser } from '../model/adapter.js'
import {
  revocationMethods,
  type AccountEvidence,
  type ConfirmAccount,
  type LostAccount,
} from './confirm-account.js'
import { deleteSession } from './delete-session.js'
import { hasProvenAddress, provenAt } from './proven-address.js'
import type { ProviderSessions } from './provider-sessions.js'
import { removeAccount } from './remove-account.js'
import { clockTolerance, type Revocations } from './revocation.js'

/** When a sign-in began, and the error to throw if its user's sessions were ended since. */
export interface SignInStart {
  /** Seconds since the epoch, with fractions. */
  readonly at: number
  readonly refusal: (message: string) => Error
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

export function openSessionCreation(
  store: Store,
  confirm: ConfirmAccount,
  {
    isSignInRevoked,
    isSignInEvicted,
    providerSessions,
  }: Revocations & { readonly providerSessions: ProviderSessions },
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
  // Tables made for Auth.js have no columns for the details.
  const isDetailed = store.has('listSessionsByUserId')
  return async ({ sessionToken, userId, expires, ...details }, grounds) => {
    const { evidence, passwordUser, start } = grounds
    const row = { sessionToken, userId, expires }
    await store.call('createSession', isDetailed ? { ...row, ...details } : row)
    const lost = evidence && (await confirm(evidence))
    if (evidence && lost !== undefined) {
      await deleteSession(store, sessionToken)
      await refuse(store, evidence, lost)
    }
    if (start && passwordUser && canTakeOver && (await isTakenOver(passwordUser, start))) {
      await deleteSession(store, sessionToken)
      throw start.refusal(takenOver)
    }
    const { provider, providerSessionId } = details
    const atProvider = provider && providerSessionId ? { provider, providerSessionId } : undefined
    if (start && atProvider && (await providerSessions.hasEnded(atProvider, start.at))) {
      await deleteSession(store, sessionToken)
      throw start.refusal(signedOutAtProvider)
    }
    if (start && (await isSignInRevoked(userId, start.at))) {
      await deleteSession(store, sessionToken)
      throw start.refusal(signedOutEverywhere)
    }
  }
}

/** The same check for a session without a row, where only the account is confirmed. */
export function openAccountCheck(
  store: Store,
  confirm: ConfirmAccount,
): (evidence: AccountEvidence) => Promise<void> {
  return async (evidence) => {
    const lost = await confirm(evidence)
    if (lost !== undefined) await refuse(store, evidence, lost)
  }
}

/** Why a sign-in is refused if it began before all sessions of its user were ended. */
export const signedOutEverywhere =
  'All sessions of the user were ended after this sign-in began. The user has to sign in again.'

const signedOutAtProvider =
  'The user signed out at the provider after this sign-in began. The user has to sign in again.'

const takenOver =
  'The owner of the address proved it while the password was checked. Reset the password.'

async function refuse(
  store: Store,
  { account }: Pick<AccountEvidence, 'account'>,
  lost: LostAccount,
): Promise<never> {
  // The account was linked to a user whose address another person has proven in the meantime.
  if (lost === 'address-proven') await removeAccount(store, account)
  throw new AccountNotLinked(reasons[lost])
}

const reasons: Readonly<Record<LostAccount, string>> = {
  removed: 'The account was removed while it signed in.',
  'address-proven': 'The owner of the address proved it while the account signed up.',
  'other-issuer':
    'The account was linked under another issuer of this provider. If both issuers are the same ' +
    'service, change the column `issuer` of its row.',
}
