import { isCredentials, type ResolvedCredentialsProvider } from '../../config/providers.js'
import type { ResolvedConfig } from '../../config/resolved-config.js'
import type { Context, RouteContext, SignInContext } from '../../context/context.js'
import type { Outcome, RedirectOutcome } from '../../context/outcome.js'
import type { AdapterPassword, AdapterUser } from '../../model/adapter.js'
import type { CredentialInputs } from '../../model/credentials.js'
import type { Language } from '../../model/page-texts.js'
import type {
  CheckedPassword,
  MailedLinkDescription,
  MailedLinkPage,
  PasswordMethod,
} from '../../model/password.js'
import type { SignInPageProps } from '../../pages/sign-in-page.js'
import { hasProvenAddress } from '../../store/proven-address.js'
import type { AppliedChange, PasswordChange, PendingLink } from '../pending-change.js'

/** A provider that stores passwords. */
export interface PasswordProvider extends ResolvedCredentialsProvider {
  readonly passwords: PasswordMethod
}

/** The pages and forms for passwords. Only an app with a password provider loads them. */
export interface PasswordFlows {
  readonly showSignUp: PasswordFlow
  readonly signUp: PasswordFlow
  readonly showForgotPassword: PasswordFlow
  readonly forgotPassword: PasswordFlow
  readonly showResetPassword: PasswordFlow
  readonly resetPassword: PasswordFlow
  readonly showChangePassword: PasswordFlow
  readonly changePassword: PasswordFlow
  readonly changeEmail: PasswordFlow
  readonly showVerifyEmail: PasswordFlow
  readonly verifyEmail: PasswordFlow
  /** Describes the link that this browser has opened, for a page of the app's own. */
  readonly describeLink: (
    ctx: SignInContext,
    provider: PasswordProvider,
    page: MailedLinkPage,
  ) => Promise<MailedLinkDescription | null>
  /** Redirects from the address that password managers know. */
  readonly findChangePassword: PasswordFlow
  /** Shows the page after a visitor asked for a mail about the password. */
  readonly showMailSent: PasswordFlow
  /**
   * Returns the links to the other pages that the sign-in page shows. They lead on to the page that the
   * visitor wants to open, whose URL is not validated yet.
   */
  readonly linkPages: (
    ctx: Context<ResolvedConfig>,
    provider: PasswordProvider,
    callbackUrl: unknown,
  ) => Promise<SignInPageProps['passwordLinks']>
  /** Returns the fields of the sign-in form with labels in a language. */
  readonly labelFields: (
    ctx: SignInContext,
    provider: PasswordProvider,
    language: Language,
  ) => Promise<CredentialInputs>
  readonly removePassword: PasswordFlow
  /**
   * Continues a sign-in whose password is right, but which must not have a session yet.
   */
  readonly holdSignIn: (
    ctx: RouteContext,
    provider: PasswordProvider,
    held: CheckedSignIn,
  ) => Promise<RedirectOutcome>
  /** Makes a change that waited for the second factor of its user. */
  readonly applyPasswordChange: (
    ctx: RouteContext,
    provider: PasswordProvider,
    userId: string,
    change: PasswordChange,
  ) => Promise<AppliedChange>
  /** Mails the owner of an account that there is a new way to sign in. */
  readonly notifyMethodAdded: (ctx: SignInContext, email: string, method: string) => void
}

/** A sign-in whose password is right. */
export interface CheckedSignIn {
  readonly checked: CheckedPassword
  /** When it began, in seconds since the epoch, with fractions. */
  readonly at: number
  readonly callbackUrl?: string | undefined
  /** The name that the visitor typed, in the form that the limits use. */
  readonly typed?: string | undefined
  /** The link that proves the address. It is used up with the sign-in. */
  readonly link?: PendingLink | undefined
}

/** Answers a request to one of the routes for passwords. */
export type PasswordFlow = (ctx: RouteContext, provider: PasswordProvider) => Promise<Outcome>

/** Returns the provider that stores passwords, if the config has one. */
export function findPasswordProvider({
  providers,
}: Pick<ResolvedConfig, 'providers'>): PasswordProvider | undefined {
  for (const provider of providers.values()) {
    if (isCredentials(provider) && hasPasswords(provider)) return provider
  }
  return undefined
}

/** Whether a provider stores passwords. */
export function hasPasswords(provider: ResolvedCredentialsProvider): provider is PasswordProvider {
  return provider.passwords !== undefined
}

export async function loadPasswordFlows({ passwords }: PasswordProvider): Promise<PasswordFlows> {
  // Only `Password` creates a `PasswordMethod`, and it loads these flows.
  return (await passwords.loadFlows()) as PasswordFlows
}

/** Whether a sign-in with the right password must not have a session yet. */
export function needsMore(provider: PasswordProvider, { user, stored }: CheckedPassword): boolean {
  return stored.mustChange || needsProof(provider, user)
}

/**
 * Whether a password proves who its user is. One that must be changed does not, because others may know
 * it: the app that set it, or everyone if it was leaked.
 */
export function isProof(stored: AdapterPassword | null): stored is AdapterPassword {
  return stored !== null && !stored.mustChange
}

/**
 * Whether a user must prove the address before there may be a session. A user without an address has
 * nothing to prove. An app that cannot send the mail still asks for the proof, so the sign-in fails.
 */
export function needsProof({ passwords }: PasswordProvider, user: AdapterUser): boolean {
  return passwords.requiresProof && Boolean(user.email) && !hasProvenAddress(user)
}
