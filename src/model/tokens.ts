/** The options of `getAccessToken`. */
export interface AccessTokenOptions {
  /** Id of the provider. */
  readonly provider: string
  /** Which of the user's accounts at the provider, as `providerAccountId`. Needed if there are several. */
  readonly accountId?: string | undefined
  /** For how many seconds the token must still be valid. Default: 60. */
  readonly minValidity?: number | undefined
  /** The scopes that the token must have. */
  readonly scopes?: readonly string[] | undefined
  /**
   * The access token that an API has refused. If it is the current one, it is replaced, at most once
   * a minute.
   */
  readonly rejected?: string | undefined
  /** The page to return to after the sign-in that a `ReauthRequired` error asks for. */
  readonly callbackUrl?: string | undefined
}

/** The options of `authorizedFetch`. */
export interface AuthorizedFetchOptions extends Omit<AccessTokenOptions, 'rejected'> {
  /** The origins of the provider's API. The access token is sent to no other, even by a redirect. */
  readonly origins: readonly string[]
  /** Sends the requests. Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch | undefined
}

/** An access token of the signed-in user. */
export interface AccessToken {
  readonly accessToken: string
  /** Undefined if the provider does not say when the token expires. */
  readonly expiresAt: Date | undefined
  /** Granted scopes, separated by spaces. Undefined if the provider does not say. */
  readonly scope: string | undefined
  /** `bearer` or `dpop`, in lower case. */
  readonly tokenType: string
  /** Proves the key that the token is bound to. Undefined for a bearer token. */
  readonly dpop?: DpopProofs | undefined
}

/** Makes the proofs that requests with a DPoP-bound token need. */
export interface DpopProofs {
  /**
   * Returns the value of the header `DPoP` for one request. Send it with `Authorization: DPoP` and the
   * token. @see RFC 9449, section 7.1
   */
  readonly createProof: (request: ProvenRequest) => Promise<string>
}

/** A request that a proof is for. */
export interface ProvenRequest {
  readonly url: string | URL
  /** Default: `GET`. */
  readonly method?: string | undefined
  /** The value of the header `DPoP-Nonce`, if the API answered with `use_dpop_nonce`. */
  readonly nonce?: string | undefined
}
