import type { AccountPage, AccountPageOptions } from './model/account.js'

export type {
  AccountPage,
  AccountPageOptions,
  AccountSection,
  DeletionDetails,
} from './model/account.js'

/**
 * Adds the account page at `/auth/account`: profile, address, password, connected accounts, passkeys, second
 * factors, sessions, recent activity, a download of the user's data and the deletion of the account.
 * Every form works without JavaScript, except the one that adds a passkey.
 *
 * @example
 * ```ts
 * import { accountPage } from 'latchkey/account'
 *
 * export const account = accountPage({ hide: ['activity'] })
 * ```
 */
export function accountPage(options: AccountPageOptions = {}): AccountPage {
  return { ...options, loadFlows }
}

async function loadFlows(): Promise<unknown> {
  const { accountFlows } = await import('./flows/account/account-flows.js')
  return accountFlows
}
