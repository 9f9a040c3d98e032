import type { Context, RouteContext, SignInContext } from '../../context/context.js'
import type { Outcome } from '../../context/outcome.js'
import type { AccountPage, AccountSection } from '../../model/account.js'
import type { AccountData, AccountDescription } from '../../model/account-description.js'
import type { ConfirmFlows } from '../confirm/load-flows.js'

/** The account page and its forms. Only an app with the option `account` loads them. */
export interface AccountFlows extends ConfirmFlows, Readonly<Record<AccountRoute, AccountFlow>> {
  readonly describeAccount: (ctx: SignInContext, page: AccountPage) => Promise<AccountDescription>
  readonly collectData: (ctx: Context, page: AccountPage) => Promise<AccountData>
}

/** The names of the flows that answer a route. */
export type AccountRoute =
  | 'showAccount'
  | 'updateProfile'
  | 'endSession'
  | 'unlinkAccount'
  | 'renamePasskey'
  | 'removePasskey'
  | 'exportAccount'
  | 'showDeleteAccount'
  | 'deleteAccount'

/** The section that each route belongs to. The page itself belongs to none. */
export const sectionOfRoute: Readonly<Record<AccountRoute, AccountSection | undefined>> = {
  showAccount: undefined,
  updateProfile: 'profile',
  endSession: 'sessions',
  unlinkAccount: 'accounts',
  renamePasskey: 'passkeys',
  removePasskey: 'passkeys',
  exportAccount: 'export',
  showDeleteAccount: 'delete',
  deleteAccount: 'delete',
}

/** Answers a request to one of the routes of the account page. */
export type AccountFlow = (ctx: RouteContext, page: AccountPage) => Promise<Outcome>

export async function loadAccountFlows({
  loadFlows,
}: Pick<AccountPage, 'loadFlows'>): Promise<AccountFlows> {
  // Only `accountPage()` of `latchkey/account` has `loadFlows`, and it loads these flows.
  return (await loadFlows()) as AccountFlows
}
