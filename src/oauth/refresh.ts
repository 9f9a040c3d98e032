import { decodeJwt, type JWTPayload } from 'jose'
import { processRefreshTokenResponse, refreshTokenGrantRequest } from 'oauth4webapi'
import {
  OAuthMetadataInvalid,
  OAuthRequestFailed,
  OAuthResponseInvalid,
} from '../errors/oauth-errors.js'
import { CompleteResponse } from '../http/complete-response.js'
import { endsBefore } from '../http/ends-before.js'
import type { TokenSet } from '../model/records.js'
import { authenticateClient } from './client-authentication.js'
import { decryptIdToken } from './decrypt-id-token.js'
import { askedForTokens, longestLifetime, withExpiry } from './exchange-code.js'
import { verifyIdToken } from './id-token.js'
import { requestContext, sender } from './prepare-request.js'
import { isBound, proofKeyOf } from './proof-key.js'
import type { RelyingParty } from './relying-party.js'
import { requireReadable } from './require-readable.js'
import { loadServer, type Server } from './server.js'
import { findTokens, readTokenAnswer } from './token-answer.js'
import { runStep } from './translate-errors.js'
import { toClient, withProof } from './wire.js'

const what = 'Refresh request'
const explainBound = `${what}: expected a bearer token, got one that is bound to a key (DPoP).`
const explainBearer = `${what}: expected an access token that is bound to our key (DPoP).`

/** Longer than the requests of a refresh may take together, in milliseconds. */
const longestRefresh = 60_000

/**
 * Refreshes tokens. Parallel calls with the same refresh token share one request. If the answer is not
 * valid, its refresh token is lost.
 */
export function refreshTokens(party: RelyingParty, tokens: TokenSet): Promise<TokenSet> {
  const { refresh_token: token } = tokens
  if (token === undefined) throw new OAuthResponseInvalid('There is no refresh token.')
  return refreshOnce(party, tokens, token)
}

/** A refresh that was cut off is begun anew. */
async function refreshOnce(party: RelyingParty, old: TokenSet, token: string): Promise<TokenSet> {
  const { refreshes, clock } = party.memory
  const name = `${party.id} ${token}`
  const now = clock()
  for (const [other, { until }] of refreshes) if (until <= now) refreshes.delete(other)
  const known = refreshes.get(name)
  if (known) {
    if (await endsBefore(party.memory, known.result, known.until)) return known.result
    if (refreshes.get(name) === known) refreshes.delete(name)
    return refreshOnce(party, old, token)
  }
  const result = refresh(party, old, token).finally(() => {
    if (refreshes.get(name) === mine) refreshes.delete(name)
  })
  const mine = { result, until: now + longestRefresh }
  refreshes.set(name, mine)
  return result
}

async function refresh(party: RelyingParty, old: TokenSet, token: string): Promise<TokenSet> {
  const server = await findRefreshServer(party)
  const { tokens, failure } = await requestRefresh(party, server, old, token)
  if (failure) throw failure
  return { ...old, ...(await verifyRefreshed(party, server, old, tokens)) }
}

/** Returns the server that refreshes tokens. Throws if its token endpoint is not known. */
export async function findRefreshServer(party: RelyingParty): Promise<Server> {
  const server = await loadServer(party)
  if (server.token_endpoint !== undefined) return server
  throw new OAuthMetadataInvalid(
    `The tokens of the provider "${party.id}" cannot be refreshed without its token endpoint. Set the \`url\` of \`token\` beside its \`request\`.`,
  )
}

/** The server is failing, or asks to be left alone for a while. */
export class RefreshDelayed extends OAuthRequestFailed {
  /** Value of the header `Retry-After`, in seconds. */
  readonly retryAfter: number | undefined

  constructor(message: string, retryAfter: number | undefined) {
    super(message)
    this.retryAfter = retryAfter
  }
}

/** The grant belongs to another user by now, so no refresh with it can succeed. */
export class OtherUserRefreshed extends OAuthResponseInvalid {}

/** A provider's answer to a refresh request. */
export interface RefreshAnswer {
  readonly tokens: TokenSet
  /** Why only the refresh token of the answer can be used. */
  readonly failure?: Error | undefined
}

/**
 * Sends the refresh token and returns the new tokens. Their ID token is not verified yet. A server
 * that rotates refresh tokens has spent the old one by now, so an answer that is not valid still
 * gives its refresh token. `onRotated` gets it as soon as it is known, because the app's `conform` may
 * hang, or the platform may end the request.
 */
export async function requestRefresh(
  party: RelyingParty,
  server: Server,
  old: TokenSet,
  token: string,
  onRotated?: (rotated: RefreshAnswer) => void,
): Promise<RefreshAnswer> {
  const client = toClient(party)
  const key = proofKeyOf(old)
  const { dpopKey: _private, ...known } = old
  const send = sender(party, party.token, requestContext(party, { tokens: known }))
  let rotated: string | undefined
  const secrets = [token, party.clientSecret]
  const ask = (): Promise<TokenSet> =>
    runStep(
      what,
      () =>
        withProof(party, key, send, async (options) => {
          const authentication = authenticateClient(party, server)
          const sent = await refreshTokenGrantRequest(server, client, authentication, token, {
            ...options,
            additionalParameters: party.token.params,
          })
          requireAvailable(party, sent)
          // The app's `conform` may throw, and quote the answer.
          secrets.push(...(await findTokens(sent)))
          rotated = await findRefreshToken(sent)
          if (rotated !== undefined && rotated !== token)
            onRotated?.({ tokens: { refresh_token: rotated }, failure: unread() })
          const { response, idToken } = await readTokenAnswer(party, sent)
          secrets.push(...(await findTokens(response)))
          rotated = await findRefreshToken(response)
          await requireReadable(response, askedForTokens(what, party, server), party)
          const readable = await withoutBadExpiry(response)
          const tokens = await processRefreshTokenResponse(server, client, readable)
          // RFC 9449 §5: the key would protect nothing any more.
          if (key !== undefined && !isBound(tokens)) throw new OAuthResponseInvalid(explainBearer)
          // The token is bound to a key that we did not send, so no proof is possible.
          if (key === undefined && isBound(tokens)) throw new OAuthResponseInvalid(explainBound)
          return idToken === undefined ? tokens : { ...tokens, id_token: idToken }
        }),
      { sent: secrets, party },
    )
  try {
    return { tokens: withExpiry({ ...(await ask()) }) }
  } catch (thrown) {
    if (rotated === undefined || !(thrown instanceof Error)) throw thrown
    return { tokens: { refresh_token: rotated }, failure: thrown }
  }
}

/** Why the other tokens of an answer cannot be used until the answer has been read. */
function unread(): OAuthResponseInvalid {
  return new OAuthResponseInvalid(`${what}: the answer was not read to its end.`)
}

/** Returns the refresh token of a successful answer, whatever else the answer contains. */
async function findRefreshToken(response: Response): Promise<string | undefined> {
  if (!response.ok) return undefined
  const answer = await CompleteResponse.textOf(response)
    .then((text): unknown => JSON.parse(text))
    .catch(() => undefined)
  const token: unknown =
    typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'refresh_token') : undefined
  return typeof token === 'string' && token !== '' ? token : undefined
}

/** Whether an ID token may have a subject, if no earlier ID token is known. */
type IsOwnSubject = (subject: string) => boolean

/** Verifies the ID token of refreshed tokens, if there is one, and returns the tokens. */
export async function verifyRefreshed(
  party: RelyingParty,
  server: Server,
  old: TokenSet,
  tokens: TokenSet,
  isOwn?: IsOwnSubject,
): Promise<TokenSet> {
  if (party.type === 'oauth' || tokens.id_token === undefined) return tokens
  const opened = { ...tokens, id_token: await decryptIdToken(party, tokens.id_token) }
  await requireSameSubject(party, server, old, opened, isOwn)
  return opened
}

/** Throws if the status says that the request can be sent again later. */
function requireAvailable({ id }: RelyingParty, { status, headers }: Response): void {
  if (status !== 429 && status !== 503) return
  const wait = headers.get('retry-after') ?? ''
  const seconds = /^\d+$/.test(wait) ? Number(wait) : (Date.parse(wait) - Date.now()) / 1000
  throw new RefreshDelayed(
    `${what}: the provider "${id}" answers ${status}. Try again later.`,
    Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds)),
  )
}

/** A lifetime that makes no sense must not cost the new tokens. Without it, they never expire. */
async function withoutBadExpiry(response: Response): Promise<Response> {
  const text = await CompleteResponse.textOf(response)
  const answer = JSON.parse(text) as Readonly<Record<string, unknown>>
  const { expires_in: lifetime, ...members } = answer
  const seconds = typeof lifetime === 'string' ? Number(lifetime || NaN) : lifetime
  const isGood = typeof seconds === 'number' && seconds > 0 && seconds <= longestLifetime
  if (lifetime === undefined || isGood) return response
  return new Response(JSON.stringify(members), {
    status: response.status,
    headers: response.headers,
  })
}

/** OpenID Connect Core §12.2: a new ID token must have the same issuer, subject and nonce. */
async function requireSameSubject(
  party: RelyingParty,
  server: Server,
  old: TokenSet,
  tokens: TokenSet,
  isOwn: IsOwnSubject | undefined,
): Promise<void> {
  const before = findStoredClaims(old.id_token, isOwn !== undefined)
  const fresh = readClaims(tokens.id_token ?? '')
  const nonce = fresh['nonce'] === undefined ? undefined : nonceOf(before ?? fresh)
  const expected = { nonce, maxAge: undefined, isRefreshed: true }
  const { iss, sub } = await verifyIdToken(party, server, expected, tokens)
  const isSame = before ? before.iss === iss && before.sub === sub : (isOwn?.(sub) ?? true)
  if (!isSame) throw new OtherUserRefreshed('The new ID token is for another user.')
}

/**
 * Returns the claims of a stored ID token. Without them, only the account's id can be compared, and an
 * ID token that cannot be read must not prevent that forever.
 */
function findStoredClaims(stored: unknown, mayBeUnreadable: boolean): JWTPayload | undefined {
  // A database returns null for a column that is empty.
  if (typeof stored !== 'string') return undefined
  try {
    return readClaims(stored)
  } catch (thrown) {
    if (mayBeUnreadable) return undefined
    throw thrown
  }
}

function nonceOf({ nonce }: JWTPayload & { readonly nonce?: unknown }): string | undefined {
  return typeof nonce === 'string' ? nonce : undefined
}

function readClaims(idToken: string): JWTPayload {
  try {
    return decodeJwt(idToken)
  } catch (cause) {
    throw new OAuthResponseInvalid('Refresh request: an ID token is not a valid JWT.', { cause })
  }
}
