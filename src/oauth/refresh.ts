import { decodeJwt, type JWTPayload } from 'jose'
import { processRefreshTokenResponse, refreshTokenGrantRequest } from 'oauth4webapi'
import { OAuthMetadataInvalid, OAuthResponseInvalid } from '../errors/oauth-errors.js'
import type { TokenSet } from '../model/records.js'
import { authenticateClient } from './client-authentication.js'
import { decryptIdToken } from './decrypt-id-token.js'
import { askedForTokens, withExpiry } from './exchange-code.js'
import { verifyIdToken } from './id-token.js'
import { requestContext, sender } from './prepare-request.js'
import type { RelyingParty } from './relying-party.js'
import { requireReadable } from './require-readable.js'
import { loadServer, type Server } from './server.js'
import { readTokenAnswer } from './token-answer.js'
import { runStep } from './translate-errors.js'
import { toClient, withProof } from './wire.js'

const what = 'Refresh request'

/** Refreshes tokens. Parallel calls with the same refresh token share one request. */
export function refreshTokens(party: RelyingParty, tokens: TokenSet): Promise<TokenSet> {
  const { refresh_token: token } = tokens
  if (token === undefined) throw new OAuthResponseInvalid('There is no refresh token.')
  const name = `${party.id} ${token}`
  const { refreshes } = party.memory
  const known = refreshes.get(name)
  if (known) return known
  const refreshed = refresh(party, tokens, token).finally(() => refreshes.delete(name))
  refreshes.set(name, refreshed)
  return refreshed
}

async function refresh(party: RelyingParty, old: TokenSet, token: string): Promise<TokenSet> {
  const server = await loadServer(party)
  if (server.token_endpoint === undefined) {
    throw new OAuthMetadataInvalid(
      `The tokens of the provider "${party.id}" cannot be refreshed without its token endpoint. Set the \`url\` of \`token\` beside its \`request\`.`,
    )
  }
  const client = toClient(party)
  const send = sender(party, party.token, requestContext(party, { tokens: old }))
  const answer = await runStep(
    what,
    () =>
      withProof(party, send, async (options) => {
        const authentication = authenticateClient(party, server)
        const sent = await refreshTokenGrantRequest(server, client, authentication, token, {
          ...options,
          additionalParameters: party.token.params,
        })
        const { response, idToken } = await readTokenAnswer(party, sent)
        await requireReadable(response, askedForTokens(what, server), party)
        const tokens = await processRefreshTokenResponse(server, client, response)
        return idToken === undefined ? tokens : { ...tokens, id_token: idToken }
      }),
    { sent: [token, party.clientSecret], party },
  )
  const tokens = withExpiry({ ...answer })
  if (party.type === 'oauth' || tokens.id_token === undefined) return { ...old, ...tokens }
  const opened = { ...tokens, id_token: await decryptIdToken(party, tokens.id_token) }
  await requireSameSubject(party, server, old, opened)
  return { ...old, ...opened }
}

/** OpenID Connect Core §12.2: a new ID token must have the same issuer, subject and nonce. */
async function requireSameSubject(
  party: RelyingParty,
  server: Server,
  old: TokenSet,
  tokens: TokenSet,
): Promise<void> {
  const before = old.id_token === undefined ? undefined : readClaims(old.id_token)
  const nonce = typeof before?.['nonce'] === 'string' ? before['nonce'] : undefined
  const hasNonce = readClaims(tokens.id_token ?? '')['nonce'] !== undefined
  const expected = { nonce: hasNonce ? nonce : undefined, maxAge: undefined }
  const { iss, sub } = await verifyIdToken(party, server, expected, tokens)
  if (before && (before.iss !== iss || before.sub !== sub)) {
    throw new OAuthResponseInvalid('The new ID token is for another user.')
  }
}

function readClaims(idToken: string): JWTPayload {
  try {
    return decodeJwt(idToken)
  } catch (cause) {
    throw new OAuthResponseInvalid('Refresh request: an ID token is not a valid JWT.', { cause })
  }
}
