import type {
  AuthorizationEndpointHandler,
  Client,
  OIDCConfig,
  PrivateKey,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from '../model/oauth.js'
import type { Overrides } from '../model/options.js'
import type { Profile } from '../model/records.js'
import type { OAuthMemory } from './oauth-memory.js'
import type { Fetch } from './outgoing.js'

/** What one sign-in is protected by, besides TLS. */
export type Check = 'state' | 'nonce' | 'pkce'

/** The ways in which a client can prove itself at the token endpoint. */
export const clientAuthenticationMethods: readonly string[] = [
  'client_secret_basic',
  'client_secret_post',
  'client_secret_jwt',
  'private_key_jwt',
  'none',
]

/** An endpoint with whatever the configuration says about it. */
export interface ConfiguredEndpoint<Handler extends { request?: unknown }> {
  /** Undefined: what discovery says. */
  readonly url: string | undefined
  readonly params: Readonly<Record<string, string>>
  readonly request: Handler['request'] | undefined
}

/** The authorization endpoint, with the repair of what comes back from there. */
export interface ConfiguredAuthorizationEndpoint extends ConfiguredEndpoint<AuthorizationEndpointHandler> {
  readonly receive: AuthorizationEndpointHandler['receive']
}

/** The user info endpoint, with what changes its request. */
export interface ConfiguredUserinfoEndpoint extends ConfiguredEndpoint<UserinfoEndpointHandler> {
  readonly prepare: UserinfoEndpointHandler['prepare']
}

/** The token endpoint, with its repairs and the key that signs client assertions. */
export interface ConfiguredTokenEndpoint extends ConfiguredEndpoint<TokenEndpointHandler> {
  readonly prepare: TokenEndpointHandler['prepare']
  readonly conform: TokenEndpointHandler['conform']
  readonly clientPrivateKey: CryptoKey | PrivateKey | undefined
  readonly assertionAudience: TokenEndpointHandler['assertionAudience']
}

/** A client at one authorization server, as plain values: all that the protocol needs to know. */
export interface RelyingParty {
  readonly id: string
  readonly type: 'oauth' | 'oidc'
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly client: Overrides<Client>
  readonly issuer: string | undefined
  /** Origin of the server, if the service has many and the config picks one. */
  readonly instance: string | undefined
  readonly wellKnown: string | undefined
  readonly jwksUri: string | undefined
  /** The issuer that verified claims must name. Undefined: that of the server. */
  readonly expectedIssuer: OIDCConfig<Profile>['expectedIssuer'] | undefined
  readonly authorization: ConfiguredAuthorizationEndpoint
  readonly token: ConfiguredTokenEndpoint
  readonly userinfo: ConfiguredUserinfoEndpoint
  readonly checks: ReadonlySet<Check>
  /** Whether the profile is that of the ID token; otherwise user info is asked. */
  readonly profileFromIdToken: boolean
  /** Decrypts ID tokens, which then must be encrypted. */
  readonly decryptionKey: CryptoKey | PrivateKey | undefined
  /** RFC 9126: whether the authorization request is pushed; also when the server requires it. */
  readonly pushedRequests: boolean
  /** Whether signing out here leads over the server, which ends its session as well. */
  readonly endsSession: boolean
  /** RFC 9449: whether tokens are bound to a key of ours. */
  readonly dpop: boolean
  /** JARM: whether the authorization response must be signed. */
  readonly signedResponses: boolean
  /** One of these must be the `acr` of the ID token. Empty: any. */
  readonly requiredAcr: readonly string[]
  readonly fetch: Fetch
  readonly memory: OAuthMemory
}
