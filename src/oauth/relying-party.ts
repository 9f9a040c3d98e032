import type { Client, OIDCConfig } from '../model/oauth.js'
import type { PrivateKey } from '../model/oauth-parameters.js'
import type {
  AuthorizationEndpointHandler,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from '../model/oauth-endpoints.js'
import type { Overrides } from '../model/options.js'
import type { Profile } from '../model/records.js'
import type { OAuthMemory } from './oauth-memory.js'
import type { Fetch, HttpHosts } from './outgoing.js'

/** The protections of a sign-in, besides TLS. */
export type Check = 'state' | 'nonce' | 'pkce'

/** The client authentication methods for the token endpoint. */
export const clientAuthenticationMethods: readonly string[] = [
  'client_secret_basic',
  'client_secret_post',
  'client_secret_jwt',
  'private_key_jwt',
  'none',
]

/** An endpoint with its configured options. */
export interface ConfiguredEndpoint<Handler extends { request?: unknown }> {
  /** If undefined, discovery provides the URL. */
  readonly url: string | undefined
  readonly params: Readonly<Record<string, string>>
  readonly request: Handler['request'] | undefined
}

/** The authorization endpoint, with the hook for its response. */
export interface ConfiguredAuthorizationEndpoint extends ConfiguredEndpoint<AuthorizationEndpointHandler> {
  readonly receive: AuthorizationEndpointHandler['receive']
}

/** The user info endpoint, with the hook for its request. */
export interface ConfiguredUserinfoEndpoint extends ConfiguredEndpoint<UserinfoEndpointHandler> {
  readonly prepare: UserinfoEndpointHandler['prepare']
}

/** The token endpoint, with its hooks and the key that signs client assertions. */
export interface ConfiguredTokenEndpoint extends ConfiguredEndpoint<TokenEndpointHandler> {
  readonly prepare: TokenEndpointHandler['prepare']
  readonly conform: TokenEndpointHandler['conform']
  readonly clientPrivateKey: CryptoKey | PrivateKey | undefined
  readonly assertionAudience: TokenEndpointHandler['assertionAudience']
}

/** The configuration of a client at one authorization server, as plain values. */
export interface RelyingParty {
  readonly id: string
  readonly type: 'oauth' | 'oidc'
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly client: Overrides<Client>
  readonly issuer: string | undefined
  /** Whether the app's config names the server. Otherwise the provider's factory does. */
  readonly isIssuerChosenByApp: boolean
  /** The server's origin, for a provider with many servers of which the config names one. */
  readonly instance: string | undefined
  readonly wellKnown: string | undefined
  readonly jwksUri: string | undefined
  readonly revocationUrl: string | undefined
  /**
   * Returns the issuer that the verified claims must have. If undefined, it is the server's issuer.
   */
  readonly expectedIssuer: OIDCConfig<Profile>['expectedIssuer'] | undefined
  readonly authorization: ConfiguredAuthorizationEndpoint
  readonly token: ConfiguredTokenEndpoint
  readonly userinfo: ConfiguredUserinfoEndpoint
  readonly checks: ReadonlySet<Check>
  /**
   * Whether the profile comes from the ID token. Otherwise it comes from the user info endpoint.
   */
  readonly profileFromIdToken: boolean
  /** Decrypts ID tokens. If it is set, they must be encrypted. */
  readonly decryptionKey: CryptoKey | PrivateKey | undefined
  /** What is between two scopes. If undefined, the configured scopes show it. */
  readonly scopeSeparator: ' ' | ',' | undefined
  /** Authorization parameters with which the server issues a refresh token. */
  readonly offlineParams: Readonly<Record<string, string>> | undefined
  /**
   * RFC 9126: whether the authorization request is pushed. It is also pushed if the server requires
   * it.
   */
  readonly pushedRequests: boolean
  /** Whether signing out redirects to the provider, which then ends its own session as well. */
  readonly endsSession: boolean
  /** RFC 9449: whether tokens are bound to our key. */
  readonly dpop: boolean
  /** JARM: whether the authorization response must be signed. */
  readonly signedResponses: boolean
  /** The ID token's `acr` must be one of these. If empty, any `acr` is accepted. */
  readonly requiredAcr: readonly string[]
  readonly fetch: Fetch
  /** Identifies the caches of this client. Clients with the same key share their caches. */
  readonly cacheKey: object
  /** Empty unless the servers run beside Auth.js, which allows plain http. */
  readonly httpHosts: HttpHosts
  readonly memory: OAuthMemory
  /** Logs a warning. */
  readonly warn: (code: string, message: string) => void
}
