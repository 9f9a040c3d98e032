import type { Claims } from '../../support/oauth/fake-keys.js'

/** What a request to a service must bring: values by name, and undefined for what must be missing. */
export type Wanted = Readonly<Record<string, string | undefined>>

/** A call from our server, and what the service answers. */
export interface ServiceCall {
  readonly url: string
  /** Default: POST for tokens, GET for user info. */
  readonly method?: string
  /** How the fields are sent. Default: `form` for tokens, `query` for user info. */
  readonly sentAs?: 'form' | 'json' | 'query'
  /** By names in lower case. */
  readonly headers?: Wanted
  /** Besides those of the standard, or in their place. */
  readonly fields?: Wanted
}

/** As `access_token` of an answer: the signed claims, for services that have no ID token. */
export const signedAccessToken = 'the claims, signed'

/** The token endpoint of a service. */
export interface TokenCall extends ServiceCall {
  /** How the client proves itself; `own` when `fields` and `headers` say it all. */
  readonly auth: 'client_secret_basic' | 'client_secret_post' | 'none' | 'own'
  /**
   * Laid over `access_token`, `token_type` and `expires_in`; undefined leaves one out. Made of the
   * profile where that comes with the tokens.
   */
  readonly answer?: Claims | ((profile: Claims) => Claims)
}

/** How a service gives new tokens for old ones: what differs from its token endpoint. */
export interface RefreshCall extends Partial<ServiceCall> {
  /** What the account must have kept, besides the refresh token. */
  readonly kept?: Claims
}

/** Who must have signed in. */
export interface ExpectedUser {
  readonly id: string
  readonly name?: string | null
  readonly email?: string
  readonly image?: string
  /** Whether the service said that the address is verified. Default `false`. */
  readonly verified?: boolean
}

/** What a service answers in place of tokens. */
export interface TokenError {
  /** Default 400. */
  readonly status?: number
  readonly body: unknown
  /** The service's word for it, as our log repeats it. Default `invalid_grant`. */
  readonly says?: string
}

/** How a service behaves by its own documentation, and what must come of it. */
export interface Fixture {
  readonly type: 'oauth' | 'oidc'
  /** Default `active`. */
  readonly status?: 'active' | 'legacy' | 'deprecated'
  /** Slug at simple-icons. Default: the id of the provider; `null` when that is another's. */
  readonly icon?: string | null
  /** What the factory is given besides the client. Texts are tried as environment variables too. */
  readonly options?: Readonly<Record<string, unknown>>
  /** Issuer of the ID token and of the metadata. */
  readonly issuer?: string
  /** Where the metadata is. Default: below the issuer. `null`: the service has no metadata. */
  readonly wellKnown?: string | null
  /** Laid over the metadata. */
  readonly metadata?: Claims
  /** Where the keys are. Default: below the issuer. */
  readonly jwks?: string
  /** What the ID token is signed with; `HS256` is with the client's secret. Default `RS256`. */
  readonly idTokenAlg?: 'RS256' | 'ES256' | 'HS256'
  /** Where the browser goes, without query. */
  readonly authorization: string
  /** Must stand in the query, besides the parameters of the standard, or in their place. */
  readonly authorizationParams?: Wanted
  readonly checks: readonly ('state' | 'pkce' | 'nonce')[]
  /** Comes back on the callback URL besides `code` and `state`. */
  readonly callback?: Wanted
  readonly token: TokenCall
  /** Said of services that have a way of their own; `fields` are all, but for the client's. */
  readonly refresh?: RefreshCall
  /** Undefined: the profile is in the tokens. */
  readonly userinfo?: ServiceCall
  /** The answer of user info, or the claims of the ID token. */
  readonly profile: Claims
  /** Answers of other addresses that are called, by address; a number is the status of a refusal. */
  readonly others?: Readonly<Record<string, unknown>>
  readonly user: ExpectedUser
  /** Where the id is in the profile, dots for depth; with fallbacks, all of them. */
  readonly idAt: readonly string[]
  /** The profile, where it differs, of a user without an address; `null`: no user has one. */
  readonly withoutEmail: Differing | null
  /**
   * The profile, where it differs, of someone with an unverified address; `null`: no flag tells;
   * `untold`: such an address is not told.
   */
  readonly unverified: Differing | 'untold' | null
  /** How the service says that the person refused. Default `error=access_denied`. */
  readonly denied?: Wanted
  readonly tokenError?: TokenError
}

/** What differs from the usual answers: members of the profile, and answers of other addresses. */
export interface Differing {
  readonly profile?: Claims
  readonly others?: Readonly<Record<string, unknown>>
}

type Given<F extends keyof Fixture> = Omit<Fixture, F> & Partial<Pick<Fixture, F>>

/** A service that speaks plain OAuth: bearer token, `GET` for the profile, `id` in it. */
export function oauthFixture(
  given: Given<'type' | 'checks' | 'idAt'> & { readonly type?: never },
): Fixture {
  return { checks: ['state', 'pkce'], idAt: ['id'], ...given, type: 'oauth' }
}

/** The claims of someone at a service that has the standard ones. */
export const standardClaims: Claims = {
  sub: 'subject-1',
  name: 'Ada Lovelace',
  email: 'ada@example.test',
  email_verified: true,
  picture: 'https://img.example.test/ada.png',
}

/** A service that speaks OpenID Connect as the standard has it; give what is different. */
export function oidcFixture(
  given: Partial<Omit<Fixture, 'type' | 'token'>> & {
    readonly issuer: string
    readonly token?: Partial<TokenCall>
  },
): Fixture {
  const base = given.issuer.replace(/\/$/, '')
  return {
    authorization: `${base}/authorize`,
    checks: ['state', 'pkce', 'nonce'],
    profile: standardClaims,
    user: {
      id: 'subject-1',
      name: 'Ada Lovelace',
      email: 'ada@example.test',
      image: 'https://img.example.test/ada.png',
      verified: true,
    },
    idAt: ['sub'],
    withoutEmail: { profile: { email: undefined, email_verified: undefined } },
    unverified: { profile: { email_verified: false } },
    ...given,
    token: { url: `${base}/token`, auth: 'client_secret_basic', ...given.token },
    type: 'oidc',
  }
}
