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

/** When a sign-in began, and the error that it ends in if its user's sessions were ended since. */
export interface SignInStart {
  /** Seconds since the epoch, with fractions. */
  readonly at: number
  readonly refusal: (message: string) => Error
}

/** What a new session rests on; a session that is made for an old token rests on nothing new. */
export interface SessionGrounds {
  readonly evidence?: AccountEvidence | undefined
  /** The user of a password, as read before the session was written. No account stands for it. */
  readonly passwordUser?: AdapterUser | undefined
  readonly start?: SignInStart | undefined
}

/**
 * Creates a session. If the account that it rests on was removed while it signed in, or all sessions
 * of its user were ended, the session is deleted again, and the sign-in refused. The same happens to
 * a password of a user who was taken over by the owner of the address.
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
  // Tables that Auth.js made have no columns for the details.
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

/** The same for a session that has no row: the account alone is confirmed. */
export function openAccountCheck(
  store: Store,
  confirm: ConfirmAccount,
): (evidence: AccountEvidence) => Promise<void> {
  return async (evidence) => {
    const lost = await confirm(evidence)
    if (lost !== undefined) await refuse(store, evidence, lost)
  }
}

/** Why a sign-in is refused that began before all sessions of its user were ended. */
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
  // Linked to a user whose address was proven in the meantime, by someone else.
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
