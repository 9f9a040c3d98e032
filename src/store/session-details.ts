import type { Store } from '../config/store.js'
import type { AdapterSession, AdapterSessionDetails } from '../model/adapter.js'

/** What only the list of a user's sessions contains. */
export type RowDetails = Omit<AdapterSessionDetails, keyof AdapterSession>

/**
 * Returns what only the list of a user's sessions contains. A sign-out at the provider finds the
 * session by it. Returns nothing if the adapter does not list sessions.
 */
export type FindSessionDetails = (
  row: Pick<AdapterSession, 'sessionToken' | 'userId'>,
) => Promise<RowDetails>

export function openSessionDetails(store: Store): FindSessionDetails {
  if (!store.has('listSessionsByUserId')) return async () => ({})
  const hasFactors = store.has('listFactorsByUserId')
  return async ({ sessionToken, userId }) => {
    const rows = await store.call('listSessionsByUserId', userId)
    const row = rows.find((one) => one.sessionToken === sessionToken)
    if (!row) return {}
    const { createdAt, userAgent, provider, providerSessionId, authenticatedAt, amr } = row
    const details = { createdAt, userAgent, provider, providerSessionId }
    return hasFactors ? { ...details, authenticatedAt, amr } : details
  }
}
