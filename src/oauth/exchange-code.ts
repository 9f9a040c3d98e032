import {
  authorizationCodeGrantRequest,
  nopkce,
  processAuthorizationCodeResponse,
} from 'oauth4webapi'
import { OAuthResponseInvalid } from '../errors/oauth-errors.js'
import type { OAuthHandlerProvider } from '../model/oauth-endpoints.js'
import type { Profile, TokenSet } from '../model/records.js'
import { clientOptions } from './advise-client.js'
import type { Attempt } from './attempt.js'
import { authenticateClient } from './client-authentication.js'
import { decryptIdToken } from './decrypt-id-token.js'
import { verifyIdToken } from './id-token.js'
import { loadDpop } from './load-dpop.js'
import { requestContext, sender } from './prepare-request.js'
import { isBound } from './proof-key.js'
import type { RelyingParty } from './relying-party.js'
import { requireReadable, type Asked } from './require-readable.js'
import { runHandler } from './run-handler.js'
import type { Server } from './server.js'
import { findTokens, readTokenAnswer } from './token-answer.js'
import { runStep } from './translate-errors.js'
import { toClient, withProof } from './wire.js'

/** The result of exchanging a code. */
export interface Exchanged {
  readonly tokens: TokenSet
  /** The verified claims of the ID token. Undefined for OAuth providers. */
  readonly claims: Profile | undefined
  /** The key that the tokens are bound to. Undefined for bearer tokens. */
  readonly dpopKey: string | undefined
}

const what = 'Token request'

/** Exchanges the code of a validated response for tokens. @see RFC 6749, section 4.1.3 */
export async function exchangeCode(
  party: RelyingParty,
  server: Server,
  attempt: Attempt,
  params: URLSearchParams,
  view: OAuthHandlerProvider,
): Promise<Exchanged> {
  const dpopKey = attempt.dpopKey ?? (await createKey(party))
  const secrets = [params.get('code') ?? undefined, attempt.codeVerifier, party.clientSecret]
  // The app's functions may throw, and quote the answer.
  const hideTokens: HideTokens = async (response) =>
    void secrets.push(...(await findTokens(response)))
  const answer = await runStep(
    what,
    () =>
      party.token.request
        ? askHandler(party, attempt, params, view, hideTokens)
        : askServer(party, server, { ...attempt, dpopKey }, params, hideTokens),
    {
      sent: secrets,
      redirectUri: attempt.redirectUri,
      party,
    },
  )
  if (party.dpop && !isBound(answer)) {
    throw new OAuthResponseInvalid('Expected an access token that is bound to our key (DPoP).')
  }
  if (party.type === 'oauth') return { tokens: answer, claims: undefined, dpopKey }
  if (typeof answer.id_token !== 'string') {
    throw new OAuthResponseInvalid('Expected an ID token from an OpenID provider.')
  }
  const tokens = { ...answer, id_token: await decryptIdToken(party, answer.id_token) }
  return { tokens, claims: await verifyIdToken(party, server, attempt, tokens), dpopKey }
}

/** Hides the tokens of a response in the log. */
type HideTokens = (response: Response) => Promise<void>

/** Each grant has a key of its own. The app's own exchange cannot use it. */
async function createKey({ dpop, token }: RelyingParty): Promise<string | undefined> {
  if (!dpop || token.request) return undefined
  const { createProofKey } = await loadDpop()
  return createProofKey()
}

async function askServer(
  party: RelyingParty,
  server: Server,
  attempt: Attempt,
  params: URLSearchParams,
  hideTokens: HideTokens,
): Promise<TokenSet> {
  const client = toClient(party)
  const send = sender(
    party,
    party.token,
    requestContext(party, { params: Object.fromEntries(params) }),
  )
  return withProof(party, attempt.dpopKey, send, async (options) => {
    const response = await authorizationCodeGrantRequest(
      server,
      client,
      authenticateClient(party, server),
      params,
      attempt.redirectUri,
      attempt.codeVerifier ?? nopkce,
      { ...options, additionalParameters: party.token.params },
    )
    await hideTokens(response)
    const { response: plain, idToken } = await readTokenAnswer(party, response)
    await hideTokens(plain)
    await requireReadable(plain, askedForTokens(what, party, server), party)
    const tokens = await processAuthorizationCodeResponse(server, client, plain)
    return withExpiry(idToken === undefined ? tokens : { ...tokens, id_token: idToken })
  })
}

/**
 * Runs the app's own exchange. The app is responsible for its request, but the engine still
 * verifies the ID token.
 */
async function askHandler(
  party: RelyingParty,
  attempt: Attempt,
  params: URLSearchParams,
  provider: OAuthHandlerProvider,
  hideTokens: HideTokens,
): Promise<TokenSet> {
  const { state, nonce, codeVerifier } = attempt
  const answer = await runHandler(party, { what, options: '`token`' }, (fetch) =>
    party.token.request?.({
      params: Object.fromEntries(params),
      checks: { state, nonce, code_verifier: codeVerifier },
      provider,
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        await hideTokens(response)
        return response
      },
    }),
  )
  if (!answer?.tokens) throw new OAuthResponseInvalid('Expected `token.request` to return tokens.')
  return withExpiry(answer.tokens)
}

/** Describes a token request for the log line about an unreadable response. */
export function askedForTokens(what: string, party: RelyingParty, server: Server): Asked {
  const url = server.token_endpoint ?? ''
  return { what, url, options: '`token` and `issuer`', credentials: clientOptions(party) }
}

/** Seconds. A longer lifetime makes no sense. */
export const longestLifetime: number = 10 * 365 * 24 * 60 * 60
/** The end of the year 9999. A provider that names a later time means milliseconds. */
const latestExpiry = 253_402_300_799

/**
 * Returns tokens with the time when they expire. The lifetime decides, because it does not depend on
 * the provider's clock. Numbers that make no sense are left out.
 */
export function withExpiry({ expires_at: named, ...tokens }: TokenSet): TokenSet {
  // An app's handler may return the response unchanged, in which the lifetime can be a string.
  const expiresIn: unknown = tokens.expires_in
  const lifetime = Number(expiresIn ?? NaN)
  if (lifetime >= 0 && lifetime <= longestLifetime) {
    return { ...tokens, expires_at: Math.floor(Date.now() / 1000 + lifetime) }
  }
  const isGood = typeof named === 'number' && named > 0 && named <= latestExpiry
  return isGood ? { ...tokens, expires_at: Math.floor(named) } : tokens
}
