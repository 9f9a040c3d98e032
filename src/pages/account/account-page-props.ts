import type { AccountDescription } from '../../model/account-description.js'
import type { AccountTexts } from '../../model/account-texts.js'
import type { ErrorWords } from '../../model/page-texts.js'
import type { PageShell } from '../document.js'
import type { Branded } from '../provider-badge.js'
import type { ChangedSection } from './changed-section.js'

/** The input of the account page. */
export interface AccountPageProps extends PageShell {
  readonly account: AccountDescription
  /** Undefined if the CSRF check is turned off. The forms then have no token field. */
  readonly csrfToken: string | undefined
  /** The path of the auth routes, for the passkey script. */
  readonly basePath: string
  /** The URL of the auth routes, without a slash at the end. */
  readonly routesUrl: string
  /** The absolute URL of this page, to come back to. It says where the page itself leads back to. */
  readonly accountUrl: string
  /** The page that the user came from. Undefined if not known. */
  readonly callbackUrl: string | undefined
  /** The section in which the user has just changed something. */
  readonly changed: ChangedSection | undefined
  /** Undefined if the app has no passkeys. */
  readonly passkeyScriptUrl: string | undefined
  /** Whether the app leaves the section of the address out. */
  readonly hidesAddress: boolean
  /** Whether the name that was typed before is refused. */
  readonly isNameInvalid: boolean
  /** What was wrong with the form for a new address. */
  readonly addressProblem: AddressProblem | undefined
  /** What was wrong with the current password in the form that removes the password. */
  readonly removalProblem: string | undefined
  /** What providers are called in the list of recent activity, by the provider's id. */
  readonly providerNames: ReadonlyMap<string, string>
  /** How the badges of providers look, by the provider's id. */
  readonly styles: ReadonlyMap<string, Branded['style']>
  /** Why the last form was refused. */
  readonly error: ErrorWords | undefined
  /** The texts in the language of the page. */
  readonly texts: AccountTexts
}

/** What is wrong with a field of the form for a new address. */
export interface AddressProblem {
  readonly field: 'email' | 'currentPassword'
  readonly sentence: string
}
