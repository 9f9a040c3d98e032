import type { Adapter } from './adapter.js'
import type { Awaitable } from './awaitable.js'
import type { CredentialInputs } from './credentials.js'
import type { Overrides } from './options.js'
import type { User } from './records.js'

/** Type of the providers for passkeys and security keys. */
export type WebAuthnProviderType = 'webauthn'

/** The label of the default field. Pages in other languages replace it. */
export const defaultEmailLabel = 'E-mail'

/** The site that the credentials belong to. */
export interface RelayingParty {
  /** Domain name. */
  id: string
  /** Shown by the browser. */
  name: string
  origin: string
}

/** The options that the hooks of a WebAuthn provider receive. */
export interface WebAuthnHookOptions {
  /** URL of the authentication endpoints. */
  url: URL
  provider: WebAuthnConfig
  adapter?: Adapter | undefined
}

/** The request that the hooks of a WebAuthn provider receive. */
export interface WebAuthnHookRequest {
  url: URL
  method: string
  query?: Record<string, unknown> | undefined
  body?: Record<string, unknown> | undefined
}

/**
 * An existing user, the data of a user to create, or `null` if the request does not identify a
 * user.
 */
export type WebAuthnUserInfo =
  { user: User; exists: true } | { user: Omit<User, 'id'>; exists: false } | null

/** Options for a sign-in. */
export interface WebAuthnAuthenticationOptions {
  /** In milliseconds. Default: 300000 (five minutes). */
  timeout?: number | undefined
  userVerification?: 'required' | 'preferred' | 'discouraged' | undefined
  extensions?: object | undefined
}

/** Options for a registration. */
export interface WebAuthnRegistrationOptions {
  /** In milliseconds. Default: 300000 (five minutes). */
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

/** How strictly the authenticator's response is checked. */
export interface WebAuthnVerificationOptions {
  expectedType?: string | string[] | undefined
  /** Default: `true`. */
  requireUserVerification?: boolean | undefined
}

/**
 * The functions of `@simplewebauthn/server` (version 9 or later) that the engine calls. The types
 * name only the result fields that the engine reads.
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
      readonly userVerified?: boolean | undefined
    }
  }>
  verifyRegistrationResponse(
    options: Record<string, unknown>,
  ): Awaitable<{ readonly verified: boolean; readonly registrationInfo?: object | undefined }>
}

/** Sign-in with a passkey or security key. Needs an adapter and `experimental.enableWebAuthn`. */
export interface WebAuthnConfig {
  /** Must be unique among your providers. Part of the URL. */
  id: string
  /** Shown on the sign-in button. */
  name: string
  type: WebAuthnProviderType
  /**
   * The site. If you pass a list, the first element is used. Default: the host and origin of the
   * request.
   */
  relayingParty?: Overrides<Record<keyof RelayingParty, string | string[]>> | undefined
  /** Returns the site's id, name and origin for a request. */
  getRelayingParty(options: WebAuthnHookOptions, request: WebAuthnHookRequest): RelayingParty
  /**
   * Other origins whose pages may use this site's credentials. Browsers request the list from
   * `/.well-known/webauthn` of this site. Default: none.
   */
  relatedOrigins?: string[] | undefined
  /** Sites that may embed your pages in a frame and use your credentials there. Default: none. */
  topOrigins?: string[] | undefined
  /**
   * Offers passkeys in the autofill of the sign-in form. Only one provider can enable it. Default:
   * `true`.
   */
  enableConditionalUI: boolean
  /**
   * `false` removes Latchkey's script from the sign-in page. A version such as `v9.0.1` is accepted
   * for compatibility with Auth.js and has no effect.
   */
  simpleWebAuthnBrowserVersion: `v${string}` | false
  /** Fields of the form on the sign-up page. Default: one field, `email`. */
  formFields: CredentialInputs
  /** What a sign-in asks the authenticator for. */
  authenticationOptions?: WebAuthnAuthenticationOptions | undefined
  /** What a registration asks the authenticator for. */
  registrationOptions: WebAuthnRegistrationOptions
  /** How strictly a sign-in is checked. */
  verifyAuthenticationOptions?:
    (WebAuthnVerificationOptions & { advancedFIDOConfig?: object | undefined }) | undefined
  /** How strictly a registration is checked. */
  verifyRegistrationOptions?:
    (WebAuthnVerificationOptions & { supportedAlgorithmIDs?: number[] | undefined }) | undefined
  /**
   * Returns the user that the request is about. Default: the user with the submitted e-mail
   * address.
   */
  getUserInfo(
    options: WebAuthnHookOptions,
    request: WebAuthnHookRequest,
  ): Awaitable<WebAuthnUserInfo>
  /** The functions that create and verify challenges. */
  simpleWebAuthn: SimpleWebAuthn
  /**
   * Loads the ceremonies. Set by the factories of Latchkey, so that the bundle of an app without
   * passkeys does not contain them. The result is not typed here, because the model does not know the
   * context of a request.
   */
  loadFlows?: (() => Promise<unknown>) | undefined
  /** The options that were passed to the factory. They are merged over the other fields. */
  options?: object | undefined
}

/** The options that you pass to the factory of a WebAuthn provider. */
export type WebAuthnUserConfig = Overrides<Omit<WebAuthnConfig, 'options' | 'type'>>
