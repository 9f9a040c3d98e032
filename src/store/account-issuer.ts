import type { Log } from '../config/logger.js'
import type { Store } from '../config/store.js'
import type { AdapterAccount } from '../model/adapter.js'
import type {
  AccountEvidence,
  IssuerEvidence,
  LostAccount,
  StoredAccount,
} from './account-evidence.js'
import { keysOf } from './account-keys.js'

/** Finds out whether the stored account names an issuer other than the one of this sign-in. */
export function findOtherIssuer(
  row: StoredAccount,
  { account: { issuer }, isNew, issuer: evidence }: AccountEvidence,
): LostAccount | undefined {
  if (isNew || typeof issuer !== 'string') return undefined
  const kept = row?.['issuer']
  if (kept) return kept === issuer ? undefined : 'other-issuer'
  return evidence && mayHaveIssued(evidence, row) === false ? 'other-token-issuer' : undefined
}

/**
 * Whether the issuer of a sign-in may have issued the ID token of a row. Undefined if the row has no
 * readable one.
 */
export function mayHaveIssued(
  { hasIssued }: IssuerEvidence,
  row: AdapterAccount | null | void,
): boolean | undefined {
  const idToken = row?.id_token
  return typeof idToken === 'string' ? hasIssued(idToken) : undefined
}

/**
 * Stores the current issuer on an account that was linked before issuers were stored. From then on
 * no other issuer can sign in with the account. If the update fails, the next sign-in retries it.
 */
export async function keepIssuer(
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
export const explainMissingColumn: string =
  'The table of accounts has no column `issuer`, so an account does not know its issuer. Add the column. ' +
  'Until then, give a provider another `id` when you change its `issuer`.'
export const explainMissingIdToken: string =
  'An account has no readable `id_token`, and the adapter cannot store its issuer, so users of another issuer ' +
  'could sign in as its users. Store `id_token` in the `account` callback, or use an adapter with `updateAccount`. ' +
  'Until then, give a provider another `id` when you change its `issuer`.'
