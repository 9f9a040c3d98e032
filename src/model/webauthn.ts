import type { Adapter } from './adapter.js'
import type { Awaitable } from './awaitable.js'
import type { CredentialInputs } from './credentials.js'
import type { Overrides } from './options.js'
import type { User } from './records.js'

/** Type of the providers that use passkeys and security keys. */
export type WebAuthnProviderType = 'webauthn'

/** The site that credentials belong to. */
export interface RelayingParty {
  /** Domain name. */
  id: string
  /** Shown by the browser. */
  name: string
  origin: string
}

/** What the hooks of a WebAuthn provider may rely on. */
export interface WebAuthnHookOptions {
  /** URL of the authentication endpoints. */
  url: URL
  provider: WebAuthnConfig
  adapter?: Adapter | undefined
}

/** The request that a hook of a WebAuthn provider is asked about. */
export interface WebAuthnHookRequest {
  url: URL
  method: string
  query?: Record<string, unknown> | undefined
  body?: Record<string, unknown> | undefined
}

/** A user that exists, the data of one to be created, or `null` if the request names nobody. */
export type WebAuthnUserInfo =
  { user: User; exists: true } | { user: Omit<User, 'id'>; exists: false } | null

/** Wishes for a sign-in. */
export interface WebAuthnAuthenticationOptions {
  /** Milliseconds. Default 300000 (five minutes). */
  timeout?: number | undefined
  userVerification?: 'required' | 'preferred' | 'discouraged' | undefined
  extensions?: object | undefined
}

/** Wishes for a registration. */
export interface WebAuthnRegistrationOptions {
  /** Milliseconds. Default 300000 (five minutes). */
  timeout?: number | undefined
  attestationType?: 'none' | 'direct' | 'enterprise' | undefined
  authenticatorSelection?:
    | {
        authenticatorAttachment?: 'platform' | 'cross-platform' | undefined
        requireResidentKey?: boolean | undefined
        residentKey?: 'required' | 'preferred' | 'discouraged' | undefined
        userVerification?: 'required' | 'preferred' | 'discouraged' | undefined
      }
    | undefined
  extensions?: object | undefined
  /** COSE algorithm numbers, the preferred one first. */
  supportedAlgorithmIDs?: number[] | undefined
}

/** How strictly the answer of an authenticator is checked. */
export interface WebAuthnVerificationOptions {
  expectedType?: string | string[] | undefined
  /** Default `true`. */
  requireUserVerification?: boolean | undefined
}

/**
 * The part of `@simplewebauthn/server` that is used, from version 9 on; typed by what is read of its
 * answers.
 */
export interface SimpleWebAuthn {
  generateAuthenticationOptions(
    options: Record<string, unknown>,
  ): Awaitable<{ readonly challenge: string }>
  generateRegistrationOptions(
    options: Record<string, unknown>,
  ): Awaitable<{ readonly challenge: string }>
  verifyAuthenticationResponse(options: Record<string, unknown>): Awaitable<{
    readonly verified: boolean
    readonly authenticationInfo: {
      readonly newCounter: number
      readonly credentialDeviceType?: string | undefined
      readonly credentialBackedUp?: boolean | undefined
    }
  }>
  verifyRegistrationResponse(
    options: Record<string, unknown>,
  ): Awaitable<{ readonly verified: boolean; readonly registrationInfo?: object | undefined }>
}

/** Sign-in with a passkey or security key. Needs an adapter and `experimental.enableWebAuthn`. */
export interface WebAuthnConfig {
  /** Unique among the providers; part of the URL. */
  id: string
  /** Shown on the sign-in button. */
  name: string
  type: WebAuthnProviderType
  /** The site; of a list, the first element counts. Default: host and origin of the request. */
  relayingParty?: Overrides<Record<keyof RelayingParty, string | string[]>> | undefined
  getRelayingParty(options: WebAuthnHookOptions, request: WebAuthnHookRequest): RelayingParty
  /**
   * Further origins whose pages may use the credentials of this site. Browsers ask the site for them
   * at `/.well-known/webauthn`. Default: none.
   */
  relatedOrigins?: string[] | undefined
  /** Sites that may show a page of this one in a frame and use its credentials there. Default: none. */
  topOrigins?: string[] | undefined
  /** Offers passkeys in the autofill of the sign-in form; for one provider only. Default `true`. */
  enableConditionalUI: boolean
  /**
   * `false` leaves our script out of the sign-in page. A version, such as `v9.0.1`, is accepted for
   * the sake of Auth.js: the script is our own, and always the same.
   */
  simpleWebAuthnBrowserVersion: `v${string}` | false
  /** Fields of the built-in form. Default: one field `email`. */
  formFields: CredentialInputs
  authenticationOptions?: WebAuthnAuthenticationOptions | undefined
  registrationOptions: WebAuthnRegistrationOptions
  verifyAuthenticationOptions?:
    (WebAuthnVerificationOptions & { advancedFIDOConfig?: object | undefined }) | undefined
  verifyRegistrationOptions?:
    (WebAuthnVerificationOptions & { supportedAlgorithmIDs?: number[] | undefined }) | undefined
  /** Says who the request is about. Default: the user with the submitted e-mail address. */
  getUserInfo(
    options: WebAuthnHookOptions,
    request: WebAuthnHookRequest,
  ): Awaitable<WebAuthnUserInfo>
  /** The functions that make and verify challenges. */
  simpleWebAuthn: SimpleWebAuthn
  /** What was given to the factory; merged over the other fields. */
  options?: object | undefined
}

/** What a user gives to the factory of a WebAuthn provider. */
export type WebAuthnUserConfig = Overrides<Omit<WebAuthnConfig, 'options' | 'type'>>
