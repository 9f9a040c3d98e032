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

/** The options of `accountPage()`. */
export interface AccountPageOptions {
  /**
   * Sections to leave out. Their paths answer 404, and calls such as `deleteAccount` still work. A
   * section that your config cannot support is left out anyway.
   */
  readonly hide?: readonly AccountSection[] | undefined
  /**
   * Called before a user is deleted. Throw to refuse, for example because the user owns a team. The
   * user then sees the error page with `AccessDenied`.
   */
  readonly beforeDelete?: ((user: AdapterUser) => Awaitable<void>) | undefined
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
