import type { AdapterUser } from './adapter.js'
import type { Awaitable } from './awaitable.js'

/** A part of the account page that can be left out. */
export type AccountSection =
  | 'profile'
  | 'address'
  | 'password'
  | 'accounts'
  | 'passkeys'
  | 'secondFactor'
  | 'sessions'
  | 'activity'
  | 'export'
  | 'delete'

/** What `beforeDelete` is called with besides the user. */
export interface DeletionDetails {
  /** When the user is to be deleted. Undefined if that is now. */
  readonly deletesAt?: Date | undefined
}

/** The options of `accountPage()`. */
export interface AccountPageOptions {
  /**
   * Sections to leave out. Their routes answer 404, except those of the `Password` provider and of
   * `secondFactor`. Calls such as `deleteAccount` still work. A section that your config cannot
   * support is left out anyway.
   */
  readonly hide?: readonly AccountSection[] | undefined
  /**
   * Called before a user is deleted. Throw to refuse, for example because the user owns a team. The
   * user then sees the error page with `AccessDenied`. With `graceDays` it is also called when the user
   * asks for the deletion, with `deletesAt`. So let it only decide, and delete your own data in the
   * event `deleteUser`.
   */
  readonly beforeDelete?:
    ((user: AdapterUser, details: DeletionDetails) => Awaitable<void>) | undefined
  /**
   * For how many days a user who deletes the account can still keep it, from 1 to 365. The user is
   * signed out everywhere at once, and a sign-in offers to keep the account. After that, a sign-in of any
   * user or `deleteExpired` deletes the account. Default: the account is deleted at once.
   */
  readonly graceDays?: number | undefined
  /**
   * Returns what your app itself stores about a user. It becomes the field `app` of the downloaded
   * file.
   */
  readonly exportData?: ((user: AdapterUser) => Awaitable<unknown>) | undefined
}

/** The option `account`: the built-in account page. `accountPage()` of `latchkey/account` creates it. */
export interface AccountPage extends AccountPageOptions {
  /** Loads the page and its forms, so that an app without them does not contain them. */
  readonly loadFlows: () => Promise<unknown>
}
