import type { Store } from '../config/store.js'
import { AccountNotLinked } from '../errors/request-errors.js'
import type { AdapterSession, AdapterSessionDetails, AdapterUser } from '../model/adapter.js'
import type { AccountEvidence, ConfirmAccount, LostAccount } from './confirm-account.js'
import { removeAccount } from './remove-account.js'

/** A session in the database and its user, as the adapter gave them. */
export interface FoundSession {
  readonly session: AdapterSession
  readonly user: AdapterUser
}

/**
 * Creates a session. If the account that it rests on has been removed while it signed in, the
 * session is deleted again, and the sign-in refused.
 */
export type CreateSession = (
  row: AdapterSessionDetails,
  evidence: AccountEvidence | undefined,
) => Promise<void>

export function openSessionCreation(store: Store, confirm: ConfirmAccount): CreateSession {
  // Tables that Auth.js made have no columns for the details.
  const isDetailed = store.has('listSessionsByUserId')
  return async ({ sessionToken, userId, expires, ...details }, evidence) => {
    const row = { sessionToken, userId, expires }
    await store.call('createSession', isDetailed ? { ...row, ...details } : row)
    if (!evidence) return
    const lost = await confirm(evidence)
    if (lost === undefined) return
    await deleteSession(store, sessionToken)
    await refuse(store, evidence, lost)
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

/**
 * Finds a session with its user. Databases that ignore case or accents find a row under keys that
 * are not its own.
 */
export async function findSession(store: Store, key: string): Promise<FoundSession | undefined> {
  const found = await store.call('getSessionAndUser', key)
  if (!found?.session || !found.user) return undefined
  return found.session.sessionToken === key ? found : undefined
}

/** Deletes a session; gives what the adapter says of it. */
export async function deleteSession(store: Store, key: string): Promise<AdapterSession | null> {
  try {
    return (await store.call('deleteSession', key)) ?? null
  } catch (thrown) {
    // Some adapters throw when there is no such row, which is all that was asked for.
    if (await store.call('getSessionAndUser', key)) throw thrown
    return null
  }
}
