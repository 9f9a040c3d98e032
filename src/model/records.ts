/** The fields that every user may have. Use `User`, which an app can augment. */
export interface DefaultUser {
  /** The id in the database, or the provider's id for the user. */
  id?: string | undefined
  name?: string | null | undefined
  email?: string | null | undefined
  /** URL of a picture. */
  image?: string | null | undefined
}

/** A user. Open for module augmentation. */
export interface User extends DefaultUser {}

/** The response of a token endpoint, with `expires_at`. Open for module augmentation. */
export interface TokenSet {
  access_token?: string | undefined
  /** `bearer` or `dpop`, always in lower case. */
  token_type?: string | undefined
  id_token?: string | undefined
  refresh_token?: string | undefined
  /** Granted scopes, separated by spaces. */
  scope?: string | undefined
  /** Lifetime of the access token in seconds, as the provider sent it. */
  expires_in?: number | undefined
  /** When the access token expires, in seconds since the epoch. */
  expires_at?: number | undefined
  session_state?: string | undefined
  /** @see RFC 9396, section 7 */
  authorization_details?: readonly { readonly type: string }[] | undefined
  /** Any other parameter in the response. */
  [parameter: string]: unknown
}

/**
 * Connects a user with a provider, and contains the provider's tokens. Open for module
 * augmentation.
 */
export interface Account extends TokenSet {
  /** Id of the provider. */
  provider: string
  /**
   * Identifies the user at the provider: the `id` from `profile()` for OAuth and OpenID Connect,
   * the address for e-mail, the user id for credentials, and the credential id in base64 for
   * WebAuthn.
   */
  providerAccountId: string
  /** Type of the provider. */
  type: 'oidc' | 'oauth' | 'email' | 'credentials' | 'webauthn'
  /** Id of the user that owns the account. Absent until the user exists. */
  userId?: string | undefined
}

/**
 * The provider's data about the user: the user info or the claims of the ID token. Any field may be
 * missing. Open for module augmentation.
 *
 * @see OpenID Connect Core, section 5.1
 */
export interface Profile {
  id?: string | null | undefined
  sub?: string | null | undefined
  name?: string | null | undefined
  given_name?: string | null | undefined
  family_name?: string | null | undefined
  middle_name?: string | null | undefined
  nickname?: string | null | undefined
  preferred_username?: string | null | undefined
  /** URL of the user's profile page. */
  profile?: string | null | undefined
  /** URL of a picture. OAuth providers may send another type. */
  picture?: unknown
  website?: string | null | undefined
  email?: string | null | undefined
  email_verified?: boolean | null | undefined
  gender?: string | null | undefined
  birthdate?: string | null | undefined
  zoneinfo?: string | null | undefined
  locale?: string | null | undefined
  phone_number?: string | null | undefined
  updated_at?: Date | string | number | null | undefined
  address?: PostalAddress | null | undefined
  [claim: string]: unknown
}

/** The `address` claim. @see OpenID Connect Core, section 5.1.1 */
export interface PostalAddress {
  formatted?: string | null | undefined
  street_address?: string | null | undefined
  locality?: string | null | undefined
  region?: string | null | undefined
  postal_code?: string | null | undefined
  country?: string | null | undefined
}

/** The minimum that a session contains. The `session` callback may add fields. */
export interface DefaultSession {
  user?: User | undefined
  /** When the session expires if it stays idle, as an ISO 8601 string. */
  expires: string
}

/** The session that the client receives. Open for module augmentation. */
export interface Session extends DefaultSession {}

/** The initial claims of a session token. Any other claim may be added. */
export interface DefaultJWT extends Record<string, unknown> {
  name?: string | null | undefined
  email?: string | null | undefined
  /** URL of a picture, under the name of the registered claim. */
  picture?: string | null | undefined
  /**
   * The same picture under the name that sessions use. Only one of the two is stored, and a token
   * without either of them has no picture.
   */
  image?: string | null | undefined
  /** Id of the user. */
  sub?: string | undefined
  /** When the token was issued, in seconds since the epoch. */
  iat?: number | undefined
  /** When the token expires, in seconds since the epoch. */
  exp?: number | undefined
  /** Unique id of the token. */
  jti?: string | undefined
}

/** Content of a session token with the `jwt` strategy. Open for module augmentation. */
export interface JWT extends DefaultJWT {}
