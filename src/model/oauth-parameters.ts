/** Parameters of an authorization request. @see RFC 6749, section 4.1.1 */

export interface AuthorizationParameters {
  /**
   * Scopes, separated by spaces. Default: `openid profile email`. An OAuth provider with an empty
   * scope sends no `scope` parameter.
   */
  scope?: string | undefined
  prompt?: string | undefined
  login_hint?: string | undefined
  acr_values?: string | undefined
  audience?: string | undefined
  display?: string | undefined
  max_age?: number | string | undefined
  resource?: string | undefined
  response_mode?: string | undefined
  ui_locales?: string | undefined
  /** An object is sent as JSON. */
  claims?: string | object | undefined
  [parameter: string]: unknown
}

/** Parameters that the provider sent to the callback URL. @see RFC 6749, section 4.1.2 */

export interface CallbackParamsType {
  code?: string | undefined
  state?: string | undefined
  /** @see RFC 9207 */
  iss?: string | undefined
  error?: string | undefined
  error_description?: string | undefined
  error_uri?: string | undefined
  [parameter: string]: string | undefined
}

/** The values that the engine checks an OAuth callback against. */

export interface OAuthCallbackChecks {
  state?: string | undefined
  code_verifier?: string | undefined
}

/** The values that the engine checks an OpenID Connect callback against. */

export interface OpenIDCallbackChecks extends OAuthCallbackChecks {
  nonce?: string | undefined
}

/** The check values that the sign-in started with. */

export type OAuthChecks = OpenIDCallbackChecks | OAuthCallbackChecks

/** A private key for client authentication, with the key id that the provider knows. */

export interface PrivateKey {
  key: CryptoKey
  kid: string
}
