import type { Awaitable } from './awaitable.js'
import type {
  AuthorizationParameters,
  CallbackParamsType,
  OAuthChecks,
  PrivateKey,
} from './oauth-parameters.js'
import type { Profile, TokenSet } from './records.js'

/** An endpoint, as a handler receives it. */
export interface ResolvedEndpoint {
  url: URL
}

/** The provider, as a handler receives it. */
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

/**
 * Sends a request under the engine's rules: only https or loopback URLs, no redirects, at most ten
 * seconds and one megabyte.
 */
export type EndpointFetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/** A request to the token or user info endpoint, before the engine sends it. */
export interface EndpointRequest {
  readonly url: URL
  readonly method: string
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** A copy of the token request's fields. Empty for a user info request. */
  readonly body: URLSearchParams
}

/** The parts of a request that `prepare` replaces. */
export interface EndpointRequestChanges {
  url?: string | URL | undefined
  method?: string | undefined
  /**
   * Merged into the existing headers. Names are in lower case, and `undefined` removes a header.
   */
  headers?: Readonly<Record<string, string | undefined>> | undefined
  /**
   * `URLSearchParams` are sent as a form, any other object as JSON, a string as it is. `null` sends
   * no body.
   */
  body?: URLSearchParams | object | string | null | undefined
}

/** The data that `prepare` receives with a request. */
export interface EndpointRequestContext {
  /** The callback parameters. Empty when the engine refreshes tokens. */
  readonly params: CallbackParamsType
  /** The tokens so far: the stored tokens in a refresh, empty when the engine exchanges a code. */
  readonly tokens: TokenSet
  readonly clientId: string
  readonly clientSecret: string | undefined
}

/** Options for one endpoint. */
export interface EndpointHandler<Params, Input = unknown, Output = unknown> {
  /** Default: the URL from the provider's discovery document. */
  url?: string | undefined
  /** Added to the request's parameters. */
  params?: Params | undefined
  /**
   * Sends the request instead of the engine. Your function is then responsible for all checks of
   * the response.
   */
  request?(
    context: Input & { provider: OAuthHandlerProvider; fetch: EndpointFetch },
  ): Awaitable<Output>
  /**
   * Returns a corrected response when the provider's response breaks the standard. Runs before the
   * engine reads it.
   */
  conform?: ((response: Response) => Awaitable<Response | undefined>) | undefined
  /** Signs the client assertion when the authentication method is `private_key_jwt`. */
  clientPrivateKey?: CryptoKey | PrivateKey | undefined
}

/** Changes the engine's request for a provider that expects a different one. */
export type PrepareRequest = (
  request: EndpointRequest,
  context: EndpointRequestContext,
) => Awaitable<EndpointRequestChanges | undefined>

/** An endpoint with a `prepare` hook. */
export interface Preparable {
  /** Returns the parts of the request to replace. `undefined` leaves the request as it is. */
  prepare?: PrepareRequest | undefined
}

/**
 * The authorization endpoint. `request` receives the parameters and returns the URL to redirect to.
 */
export interface AuthorizationEndpointHandler extends EndpointHandler<
  AuthorizationParameters,
  { params: AuthorizationParameters },
  string | URL
> {
  /**
   * Renames callback parameters, for a provider with non-standard names. Returns the parameters to
   * replace. Runs before the checks. If it throws, the sign-in fails.
   */
  receive?:
    | ((
        params: CallbackParamsType,
        context: Pick<EndpointRequestContext, 'clientId' | 'clientSecret'>,
      ) => Awaitable<CallbackParamsType | undefined>)
    | undefined
}

/**
 * The token endpoint. `request` exchanges the code. `params` are added to every token request.
 * `prepare` also runs for pushed authorization requests.
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
   * The audience of client assertions (`private_key_jwt`, `client_secret_jwt`). Default: `issuer`,
   * which new servers require. Some older servers accept only the URL of their token endpoint.
   */
  assertionAudience?: 'issuer' | 'token_endpoint' | undefined
}

/** The user info endpoint. `request` fetches the profile. */
export interface UserinfoEndpointHandler
  extends Preparable, EndpointHandler<Record<string, unknown>, { tokens: TokenSet }, Profile> {}
