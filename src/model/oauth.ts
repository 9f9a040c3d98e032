import type { Awaitable } from './awaitable.js'
import type { Profile, TokenSet, User } from './records.js'
import type { Overrides } from './options.js'
import type { customFetch } from './markers.js'

/** The endpoints that a provider may configure. */
export type OAuthEndpointType = 'authorization' | 'token' | 'userinfo'

/** Parameters of an authorization request. @see RFC 6749, section 4.1.1 */
export interface AuthorizationParameters {
  /** Separated by spaces. Default `openid profile email`; plain OAuth sends none if it is empty. */
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

/** Parameters that came back on the callback URL. @see RFC 6749, section 4.1.2 */
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

/** What a callback of plain OAuth was checked against. */
export interface OAuthCallbackChecks {
  state?: string | undefined
  code_verifier?: string | undefined
}

/** What a callback of OpenID Connect was checked against. */
export interface OpenIDCallbackChecks extends OAuthCallbackChecks {
  nonce?: string | undefined
}

/** Values of the checks that a sign-in was started with. */
export type OAuthChecks = OpenIDCallbackChecks | OAuthCallbackChecks

/** A private key for client authentication, with the id that the server knows it by. */
export interface PrivateKey {
  key: CryptoKey
  kid: string
}

/** An endpoint as a handler sees it. */
export interface ResolvedEndpoint {
  url: URL
}

/** The provider as a handler sees it. */
export interface OAuthHandlerProvider {
  id: string
  name: string
  type: 'oauth' | 'oidc'
  signinUrl: string
  callbackUrl: string
  clientId?: string | undefined
  clientSecret?: string | undefined
  issuer?: string | undefined
  authorization?: ResolvedEndpoint | undefined
  token?: ResolvedEndpoint | undefined
  userinfo?: ResolvedEndpoint | undefined
}

/** Calls a service as the engine does: https or loopback, no redirect, ten seconds, one megabyte. */
export type EndpointFetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/** A request to the token or the user info endpoint, before it is sent. */
export interface EndpointRequest {
  readonly url: URL
  readonly method: string
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The fields of a token request; a copy, empty for user info. */
  readonly body: URLSearchParams
}

/** What of a request shall be different. */
export interface EndpointRequestChanges {
  url?: string | URL | undefined
  method?: string | undefined
  /** Laid over the others by names in lower case; `undefined` leaves one out. */
  headers?: Readonly<Record<string, string | undefined>> | undefined
  /** Fields are sent as a form, another object as JSON, a text as it is, `null` not at all. */
  body?: URLSearchParams | object | string | null | undefined
}

/** What is known when a request is prepared. */
export interface EndpointRequestContext {
  /** What came back on the callback URL; empty when tokens are refreshed. */
  readonly params: CallbackParamsType
  /** What the token endpoint answered before: the old tokens in a refresh, none for a code. */
  readonly tokens: TokenSet
  readonly clientId: string
  readonly clientSecret: string | undefined
}

/** Fine control over one endpoint. */
export interface EndpointHandler<Params, Input = unknown, Output = unknown> {
  /** Default: what discovery says. */
  url?: string | undefined
  /** Added to what the request sends. */
  params?: Params | undefined
  /** Makes the request in place of the built-in code, and answers for its checks. */
  request?(
    context: Input & { provider: OAuthHandlerProvider; fetch: EndpointFetch },
  ): Awaitable<Output>
  /** Repairs a response that breaks the standard, before it is read. */
  conform?: ((response: Response) => Awaitable<Response | undefined>) | undefined
  /** Signs the client assertion when the authentication method is `private_key_jwt`. */
  clientPrivateKey?: CryptoKey | PrivateKey | undefined
}

/** Changes a request of the built-in code for a service that wants it otherwise. */
export type PrepareRequest = (
  request: EndpointRequest,
  context: EndpointRequestContext,
) => Awaitable<EndpointRequestChanges | undefined>

/** An endpoint whose requests can be changed before they are sent. */
export interface Preparable {
  /** Returns what of the request shall be different. */
  prepare?: PrepareRequest | undefined
}

/** Authorization endpoint; `request` gets the parameters to send and returns the URL to go to. */
export interface AuthorizationEndpointHandler extends EndpointHandler<
  AuthorizationParameters,
  { params: AuthorizationParameters },
  string | URL
> {
  /**
   * Renames what came back on the callback URL, for a service that has names of its own; returns
   * what shall be different. It runs before the checks, and a throw ends the sign-in.
   */
  receive?:
    | ((
        params: CallbackParamsType,
        context: Pick<EndpointRequestContext, 'clientId' | 'clientSecret'>,
      ) => Awaitable<CallbackParamsType | undefined>)
    | undefined
}

/**
 * Token endpoint; `request` exchanges the code, and `params` are fields of every token request.
 * `prepare` runs for pushed authorization requests as well.
 */
export interface TokenEndpointHandler
  extends
    Preparable,
    EndpointHandler<
      Record<string, unknown>,
      { params: CallbackParamsType; checks: OAuthChecks },
      { tokens: TokenSet }
    > {
  /**
   * Whom client assertions (`private_key_jwt`, `client_secret_jwt`) are for. Default `issuer`, which
   * new servers ask for; older ones accept the address of their token endpoint only.
   */
  assertionAudience?: 'issuer' | 'token_endpoint' | undefined
}

/** User info endpoint; `request` fetches the profile. */
export interface UserinfoEndpointHandler
  extends Preparable, EndpointHandler<Record<string, unknown>, { tokens: TokenSet }, Profile> {}

/** A person as `profile` describes them. */
export interface ProfileUser extends Omit<User, 'id'> {
  /** The service's stable id of the person; a number is kept as text. */
  id?: string | number | bigint | null | undefined
  /**
   * Whether the service itself says that the person owns the address. Default: the claim
   * `email_verified`, when `email` is the address that it speaks of.
   */
  emailVerified?: boolean | Date | null | undefined
}

/** What `profile` may need besides the profile and the tokens. */
export interface ProfileContext {
  /** What came back on the callback URL: through the browser, so anyone may have written it. */
  readonly params: CallbackParamsType
  readonly fetch: EndpointFetch
}

/**
 * Turns the profile of a provider into a user. The `id` must be the provider's stable one.
 *
 * Typed as a method, so that providers written against the types of Auth.js fit.
 */
export type ProfileCallback<P> = {
  method(profile: P, tokens: TokenSet, context: ProfileContext): Awaitable<ProfileUser>
}['method']

/**
 * Picks what of the tokens is kept on the account in the database.
 *
 * Typed as a method, for the same reason as `ProfileCallback`.
 */
export type AccountCallback = {
  method(tokens: TokenSet): TokenSet | undefined | void
}['method']

/** Look of a provider's sign-in button. */
export interface OAuthProviderButtonStyles {
  /** CSS colour. */
  brandColor?: string | undefined
  /** URL of the logo. */
  logo?: string | undefined
  /** The logo as the path of an SVG of 24 by 24, drawn on the `brandColor`; `logo` goes first. */
  icon?: string | undefined
  /** @deprecated No effect. */
  text?: string | undefined
  /** @deprecated Use `brandColor`. */
  bg?: string | undefined
}

/** Metadata of the client at the server. @see RFC 7591, section 2 */
export interface Client {
  /** Used when the provider has no `clientId`; another one than that is refused. */
  client_id: string
  /** Default `client_secret_basic`. */
  token_endpoint_auth_method: string
  /** Algorithm of client assertions. Default: that of the key, which is `Ed25519`, not `EdDSA`. */
  token_endpoint_auth_signing_alg: string
  /** Signature algorithm of ID tokens. Default: those that the server announces, or `RS256`. */
  id_token_signed_response_alg: string
  /** How ID tokens are encrypted for `decryptionKey`. Default: any way that fits the key. */
  id_token_encrypted_response_alg: string
  id_token_encrypted_response_enc: string
  userinfo_signed_response_alg: string
  authorization_signed_response_alg: string
  /** Refuses ID tokens without `auth_time`. */
  require_auth_time: boolean
  /** Seconds since the person last proved who they are, at most. */
  default_max_age: number
  [metadata: string]: unknown
}

/** What OAuth and OIDC providers have in common. */
export interface CommonOAuthConfig<P> {
  /** Unique among the providers; part of the URL, and what the sign-in action takes. */
  id: string
  /** Shown on the sign-in button. */
  name: string
  /** Discovery URL; replaces the three endpoints in most cases. Default: derived from `issuer`. */
  wellKnown?: string | undefined
  issuer?: string | undefined
  /** URL of the key set. Default: what discovery says. */
  jwks_endpoint?: string | undefined
  /** Where the browser is sent to sign in. */
  authorization?: string | AuthorizationEndpointHandler | undefined
  token?: string | TokenEndpointHandler | undefined
  userinfo?: string | UserinfoEndpointHandler | undefined
  /** Default: environment variable `AUTH_<ID>_ID`. */
  clientId?: string | undefined
  /**
   * Default: environment variable `AUTH_<ID>_SECRET`. Not needed with `token.clientPrivateKey`, with
   * `token.request`, or with the method `none`.
   */
  clientSecret?: string | undefined
  client?: Overrides<Client> | undefined
  /** Default: `id`, `name`, `email` and `image` of the standard claims. */
  profile?: ProfileCallback<P> | undefined
  /**
   * Default: `access_token`, `id_token`, `refresh_token`, `expires_at`, `scope`, `token_type` and
   * `session_state`. The account table needs a column for whatever is returned.
   */
  account?: AccountCallback | undefined
  /**
   * Links a sign-in to the user with the same e-mail address. Default `false`.
   *
   * With `true` you state that you trust the provider's addresses: whoever has an address there
   * signs in as its user here. The sign-in is still refused if the provider answers
   * `email_verified: false`, or if neither the provider nor your database calls the address verified.
   */
  allowDangerousEmailAccountLinking?: boolean | undefined
  /**
   * Whether the provider's word that an address is verified counts: always, never, or only when the
   * service is at one of these origins. Default for providers of your own: always.
   */
  vouchesForEmail?: boolean | readonly string[] | undefined
  /** Overrides the config's `redirectProxyUrl` for this provider. */
  redirectProxyUrl?: string | undefined
  /** Pushes authorization requests; also done when the server requires it. @see RFC 9126 */
  pushedRequests?: boolean | undefined
  /** Binds tokens to a key of this process. @see RFC 9449 */
  dpop?: boolean | undefined
  /** Accepts only authorization responses that the server signed (JARM). */
  signedResponses?: boolean | undefined
  /** Asks for one of these authentication contexts, and refuses an ID token with another `acr`. */
  requiredAcr?: string | string[] | undefined
  style?: OAuthProviderButtonStyles | undefined
  /**
   * Options of this service that stand in its addresses as `{name}`, with their defaults. Without
   * one, the option must be given, or the environment variable `AUTH_<ID>_<NAME>`.
   */
  variables?: Readonly<Record<string, string | undefined>> | undefined
  /** Replaces `fetch` for all calls to this provider. */
  [customFetch]?: typeof fetch | undefined
  /** What was given to the factory; merged over the other fields. */
  options?: OAuthUserConfig<P> | undefined
}

/** A provider that speaks OAuth 2.0. */
export interface OAuth2Config<P> extends CommonOAuthConfig<P> {
  type: 'oauth'
  /**
   * Protection of the callback. Default `["pkce", "state"]`. `state` is always added, because it finds
   * the sign-in again; only `["none"]` switches it off, and a redirect proxy adds it even then.
   */
  checks?: ('none' | 'state' | 'pkce')[] | undefined
}

/** A provider that speaks OpenID Connect. */
export interface OIDCConfig<P> extends CommonOAuthConfig<P> {
  type: 'oidc'
  /**
   * Protection of the callback. Default `["pkce", "state", "nonce"]`. `state` is always added, because
   * it finds the sign-in again; only `["none"]` switches it off, and a redirect proxy adds it even then.
   */
  checks?: ('none' | 'state' | 'nonce' | 'pkce')[] | undefined
  /** With `false` the profile comes from user info; an ID token must still come. Default `true`. */
  idToken?: boolean | undefined
  /** Decrypts ID tokens. With it, an ID token that is not encrypted is refused. @see RFC 7516 */
  decryptionKey?: CryptoKey | PrivateKey | undefined
  /**
   * Whether signing out here leads over the provider, which ends its session as well. It must know
   * `<origin><basePath>/signout/<id>` as an address to come back to. Default `false`.
   *
   * @see OpenID Connect RP-Initiated Logout 1.0
   */
  endSession?: boolean | undefined
  /**
   * The `iss` that a token must have, worked out of its claims once its signature is verified; for
   * services with an issuer for every tenant. `announced` is the issuer of their metadata, which
   * then need not be the configured one. Default: that issuer itself.
   */
  expectedIssuer?(claims: Profile, announced: string): string
}

/** A provider that speaks OpenID Connect or OAuth 2.0. */
export type OAuthConfig<P> = OIDCConfig<P> | OAuth2Config<P>

/** What a user gives to the factory of an OAuth provider. */
export type OAuthUserConfig<P> = Overrides<Omit<OAuthConfig<P>, 'options' | 'type'>>

/** What a user gives to the factory of an OIDC provider. */
export type OIDCUserConfig<P> = Overrides<Omit<OIDCConfig<P>, 'options' | 'type'>>
