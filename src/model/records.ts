/** A person who signs in. Open for module augmentation. */
export interface User {
  /** Identifier in the database, or the provider's own id of the person. */
  id?: string | undefined
  name?: string | null | undefined
  email?: string | null | undefined
  /** URL of a picture. */
  image?: string | null | undefined
}

/** What a token endpoint answered, `expires_at` added. Open for module augmentation. */
export interface TokenSet {
  access_token?: string | undefined
  /** Lower-cased on receipt: `bearer` or `dpop`. */
  token_type?: string | undefined
  id_token?: string | undefined
  refresh_token?: string | undefined
  /** Granted scopes, separated by spaces. */
  scope?: string | undefined
  /** Lifetime of the access token in seconds, as received. */
  expires_in?: number | undefined
  /** When the access token expires, in seconds since the epoch. */
  expires_at?: number | undefined
  session_state?: string | undefined
  /** @see RFC 9396, section 7 */
  authorization_details?: readonly { readonly type: string }[] | undefined
  /** Whatever else the server answered. */
  [parameter: string]: unknown
}

/** The tie between a user and a provider, with its tokens. Open for module augmentation. */
export interface Account extends TokenSet {
  /** Id of the provider. */
  provider: string
  /**
   * Who the person is at the provider: the `id` of `profile()` for OAuth and OIDC, the address for
   * e-mail, the user id for credentials, the credential id in base64 for WebAuthn.
   */
  providerAccountId: string
  /** Type of the provider. */
  type: 'oidc' | 'oauth' | 'email' | 'credentials' | 'webauthn'
  /** Id of the user that the account belongs to, once there is one. */
  userId?: string | undefined
}

/**
 * What a provider said about the person: user info or the claims of the ID token. Nothing in it is
 * certain to be there. Open for module augmentation.
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
  /** URL of the person's profile page. */
  profile?: string | null | undefined
  /** URL of a picture; not always a string with plain OAuth. */
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

/** The least that a session exposes to the client; the `session` callback may add to it. */
export interface DefaultSession {
  user?: User | undefined
  /** When the session ends if it stays idle, as ISO 8601 text. */
  expires: string
}

/** What the client sees of a session. Open for module augmentation. */
export interface Session extends DefaultSession {}

/** The claims that a session token starts with, and room for any other. */
export interface DefaultJWT extends Record<string, unknown> {
  name?: string | null | undefined
  email?: string | null | undefined
  /** URL of a picture, as the registered claim. */
  picture?: string | null | undefined
  /** The same picture under the name that sessions use; only one of the two is stored. */
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
