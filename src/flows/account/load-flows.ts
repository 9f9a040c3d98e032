import type { Context, RouteContext, SignInContext } from '../../context/context.js'
import type { Outcome, RedirectOutcome } from '../../context/outcome.js'
import type { AccountPage, AccountSection } from '../../model/account.js'
import type {
  AccountData,
  AccountDescription,
  PendingDeletionDescription,
} from '../../model/account-description.js'
import type { ConfirmFlows } from '../confirm/load-flows.js'
import type { ProvenSignIn } from '../proven-sign-in.js'

/** The account page and its forms. Only an app with the option `account` loads them. */
export interface AccountFlows extends ConfirmFlows, Readonly<Record<AccountRoute, AccountFlow>> {
  readonly describeAccount: (ctx: SignInContext, page: AccountPage) => Promise<AccountDescription>
  readonly collectData: (ctx: Context, page: AccountPage) => Promise<AccountData>
  readonly describePendingDeletion: (
    ctx: SignInContext,
  ) => Promise<PendingDeletionDescription | undefined>
  readonly holdSignIn: (
    ctx: SignInContext,
    page: AccountPage,
    signIn: ProvenSignIn,
  ) => Promise<RedirectOutcome | undefined>
  readonly deleteDueUsers: (ctx: SignInContext, page: AccountPage) => Promise<void>
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
  | 'showKeepAccount'
  | 'keepAccount'

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
  // A user whose sign-in is held is not on the account page.
  showKeepAccount: undefined,
  keepAccount: undefined,
}

/** Answers a request to one of the routes of the account page. */
export type AccountFlow = (ctx: RouteContext, page: AccountPage) => Promise<Outcome>

export async function loadAccountFlows({
  loadFlows,
}: Pick<AccountPage, 'loadFlows'>): Promise<AccountFlows> {
  // Only `accountPage()` of `latchkey/account` has `loadFlows`, and it loads these flows.
  return (await loadFlows()) as AccountFlows
}

/** What a sign-in of an app with a grace period does. */
export interface GracePeriod {
  readonly holdSignIn: (signIn: ProvenSignIn) => Promise<RedirectOutcome | undefined>
  readonly deleteDueUsers: () => Promise<void>
}

/** Only an app with the option `graceDays` loads it. */
export async function loadGracePeriod(ctx: SignInContext): Promise<GracePeriod | undefined> {
  const { account } = ctx.config
  if (account?.graceDays === undefined) return undefined
  const flows = await loadAccountFlows(account)
  return {
    holdSignIn: (signIn) => flows.holdSignIn(ctx, account, signIn),
    deleteDueUsers: () => flows.deleteDueUsers(ctx, account),
  }
}
