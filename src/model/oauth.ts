import type { Awaitable } from './awaitable.js'
import type { customFetch } from './markers.js'
import type {
  AuthorizationEndpointHandler,
  EndpointFetch,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from './oauth-endpoints.js'
import type { CallbackParamsType, PrivateKey } from './oauth-parameters.js'
import type { Overrides } from './options.js'
import type { Profile, TokenSet, User } from './records.js'

/** The endpoints that a provider may configure. */
export type OAuthEndpointType = 'authorization' | 'token' | 'userinfo'

/** The user that `profile` returns. */
export interface ProfileUser extends Omit<User, 'id'> {
  /** The provider's stable id for the user. A number is stored as text. */
  id?: string | number | bigint | null | undefined
  /**
   * Whether the provider says that the user owns the address. Default: the `email_verified` claim,
   * if `email` is the address in the claims.
   */
  emailVerified?: boolean | Date | null | undefined
}

/** The data that `profile` receives besides the profile and the tokens. */
export interface ProfileContext {
  /** The callback parameters. They come through the browser, so an attacker can choose them. */
  readonly params: CallbackParamsType
  readonly fetch: EndpointFetch
}

/**
 * Maps the provider's profile to a user. The `id` must be the provider's stable id.
 *
 * Typed as a method so that providers written for the Auth.js types are assignable.
 */
export type ProfileCallback<P> = {
  method(profile: P, tokens: TokenSet, context: ProfileContext): Awaitable<ProfileUser>
}['method']

/**
 * Returns the tokens to store on the account in the database.
 *
 * Typed as a method, for the same reason as `ProfileCallback`.
 */
export type AccountCallback = {
  method(tokens: TokenSet): TokenSet | undefined | void
}['method']

/** Style of a provider's sign-in button. */
export interface OAuthProviderButtonStyles {
  /** CSS colour. */
  brandColor?: string | undefined
  /** URL of the logo. */
  logo?: string | undefined
  /**
   * The logo as the path of a 24 by 24 SVG. It is drawn in the `brandColor` on white. A colour that
   * can hardly be seen on white becomes the ground instead. A logo of several colours is a list of
   * paths with their colours. Ignored if `logo` is set.
   */
  icon?: string | readonly LogoPart[] | undefined
  /** @deprecated No effect. */
  text?: string | undefined
  /** @deprecated Use `brandColor`. */
  bg?: string | undefined
}

/** One path of a logo that has its own colours. */
export interface LogoPart {
  /** The path in a 24 by 24 SVG. */
  readonly path: string
  /** CSS colour. */
  readonly color: string
}

/** The client's metadata, as registered with the provider. @see RFC 7591, section 2 */
export interface Client {
  /** Used if the provider has no `clientId`. If both are set, they must be equal. */
  client_id: string
  /** Default: `client_secret_basic`. */
  token_endpoint_auth_method: string
  /**
   * Signature algorithm of client assertions. Default: the algorithm of the key. For an Ed25519 key
   * that is `Ed25519`, not `EdDSA`.
   */
  token_endpoint_auth_signing_alg: string
  /**
   * Signature algorithm of ID tokens. Default: the algorithms in the provider's metadata, or
   * `RS256`.
   */
  id_token_signed_response_alg: string
  /** How ID tokens are encrypted for `decryptionKey`. Default: any algorithm that fits the key. */
  id_token_encrypted_response_alg: string
  id_token_encrypted_response_enc: string
  userinfo_signed_response_alg: string
  authorization_signed_response_alg: string
  /** If `true`, the engine refuses ID tokens without `auth_time`. */
  require_auth_time: boolean
  /** Maximum age in seconds of the user's authentication at the provider. */
  default_max_age: number
  [metadata: string]: unknown
}

/** Options that OAuth and OpenID Connect providers share. */
export interface CommonOAuthConfig<P> {
  /**
   * Must be unique among your providers. Part of the callback URL, and the id that the sign-in
   * action takes.
   */
  id: string
  /** Shown on the sign-in button. */
  name: string
  /**
   * URL of the discovery document, which usually replaces the three endpoints. Default: derived
   * from `issuer`.
   */
  wellKnown?: string | undefined
  /** The provider's issuer identifier. Default: the environment variable `AUTH_<ID>_ISSUER`. */
  issuer?: string | undefined
  /** URL of the key set. Default: the URL from the discovery document. */
  jwks_endpoint?: string | undefined
  /**
   * URL at which tokens are revoked when an account is removed. Default: the `revocation_endpoint`
   * of the provider's metadata. @see RFC 7009
   */
  revocation?: string | undefined
  /** The endpoint that the browser is redirected to for the sign-in. */
  authorization?: string | AuthorizationEndpointHandler | undefined
  /** The endpoint that exchanges the code for tokens. */
  token?: string | TokenEndpointHandler | undefined
  /** The endpoint that returns the profile. */
  userinfo?: string | UserinfoEndpointHandler | undefined
  /** Default: the environment variable `AUTH_<ID>_ID`. */
  clientId?: string | undefined
  /**
   * Default: the environment variable `AUTH_<ID>_SECRET`. Not needed with `token.clientPrivateKey`,
   * with `token.request`, or with the authentication method `none`.
   */
  clientSecret?: string | undefined
  /** The client's metadata, as registered with the provider. */
  client?: Overrides<Client> | undefined
  /** Default: maps the standard claims to `id`, `name`, `email` and `image`. */
  profile?: ProfileCallback<P> | undefined
  /**
   * Default: keeps `access_token`, `id_token`, `refresh_token`, `expires_at`, `scope`, `token_type`
   * and `session_state`. The account table needs a column for every field that it returns.
   */
  account?: AccountCallback | undefined
  /**
   * Links a sign-in to the existing user with the same e-mail address. Default: `false`.
   *
   * Set it to `true` only if you trust the provider's addresses: an attacker who gets an address
   * there can sign in as its user here. The engine still refuses the sign-in if the provider
   * answers `email_verified: false`, or if neither the provider nor your database says that the
   * address is verified.
   */
  allowDangerousEmailAccountLinking?: boolean | undefined
  /**
   * Whether the engine believes the provider when it says that an address is verified: always,
   * never, or only if the provider is at one of these origins. Default for your own providers:
   * always, unless the `id` is the one of a built-in service that may not vouch.
   */
  vouchesForEmail?: boolean | readonly string[] | undefined
  /**
   * What the provider expects between two scopes. It is used when the engine adds scopes to those of
   * your config. Default: a comma if these are separated by commas, otherwise a space.
   */
  scopeSeparator?: ' ' | ',' | undefined
  /**
   * Authorization parameters with which the provider issues a refresh token, such as `prompt:
   * 'consent'`. They are sent when a user has to sign in again because the account has no refresh
   * token that works.
   */
  offlineParams?: Readonly<Record<string, string>> | undefined
  /** Overrides the config's `redirectProxyUrl` for this provider. */
  redirectProxyUrl?: string | undefined
  /**
   * Uses pushed authorization requests. They are also used if the provider requires them. Default:
   * `false`. @see RFC 9126
   */
  pushedRequests?: boolean | undefined
  /** Binds the tokens of each sign-in to a key of its own (DPoP). Default: `false`. @see RFC 9449 */
  dpop?: boolean | undefined
  /** Accepts only authorization responses that the provider signed (JARM). Default: `false`. */
  signedResponses?: boolean | undefined
  /**
   * Requests one of these authentication contexts, and refuses an ID token with any other `acr`.
   */
  requiredAcr?: string | string[] | undefined
  /** Style of the sign-in button. */
  style?: OAuthProviderButtonStyles | undefined
  /**
   * The provider's options that appear in its URLs as `{name}`, with their default values. If an
   * option has no default, the config or the environment variable `AUTH_<ID>_<NAME>` must provide
   * it.
   */
  variables?: Readonly<Record<string, string | undefined>> | undefined
  /** Replaces `fetch` for all calls to this provider. */
  [customFetch]?: typeof fetch | undefined
  /** The options that were passed to the factory. They are merged over the other fields. */
  options?: OAuthUserConfig<P> | undefined
}

/** An OAuth 2.0 provider. */
export interface OAuth2Config<P> extends CommonOAuthConfig<P> {
  type: 'oauth'
  /**
   * How the callback is protected. Default: `["pkce", "state"]`. The engine always adds `state`,
   * because it identifies the sign-in. Only `["none"]` turns it off, and a redirect proxy adds it
   * even then.
   */
  checks?: ('none' | 'state' | 'pkce')[] | undefined
}

/**
 * An OpenID Connect provider. Its `checks` may also contain `nonce`, and the default is `["pkce",
 * "state", "nonce"]`.
 */
export interface OIDCConfig<P> extends CommonOAuthConfig<P> {
  type: 'oidc'
  // The comment above says it. TypeDoc refuses a second one, because `OAuthUserConfig` has both types.
  checks?: ('none' | 'state' | 'nonce' | 'pkce')[] | undefined
  /**
   * If `false`, the engine reads the profile from the user info endpoint. The provider must still
   * send an ID token. Default: `true`.
   */
  idToken?: boolean | undefined
  /**
   * Decrypts ID tokens. If it is set, the engine refuses ID tokens that are not encrypted. @see RFC
   * 7516
   */
  decryptionKey?: CryptoKey | PrivateKey | undefined
  /**
   * Whether signing out redirects to the provider, which then ends its own session as well.
   * Register `<origin><basePath>/signout/<id>` there as a post-logout redirect URI. Default:
   * `false`.
   *
   * @see OpenID Connect RP-Initiated Logout 1.0
   */
  endSession?: boolean | undefined
  /**
   * Returns the `iss` that a token must have, for providers with one issuer per tenant. The engine
   * calls it after it has verified the token's signature. `announced` is the issuer in the
   * provider's metadata, which then may differ from the configured one. Default: the announced
   * issuer.
   */
  expectedIssuer?(claims: Profile, announced: string): string
}

/** An OpenID Connect or OAuth 2.0 provider. */
export type OAuthConfig<P> = OIDCConfig<P> | OAuth2Config<P>

/** The options that you pass to the factory of an OAuth provider. */
export type OAuthUserConfig<P> = Overrides<Omit<OAuthConfig<P>, 'options' | 'type'>>

/** The options that you pass to the factory of an OpenID Connect provider. */
export type OIDCUserConfig<P> = Overrides<Omit<OIDCConfig<P>, 'options' | 'type'>>
