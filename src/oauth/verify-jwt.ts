import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  decodeProtectedHeader,
  jwtVerify,
  type JWTPayload,
} from 'jose'
import { OAuthRequestFailed, OAuthResponseInvalid } from '../errors/oauth-errors.js'
import { explainRefusal } from './explain-refusal.js'
import type { RemoteKeys } from './oauth-memory.js'
import { callOut } from './outgoing.js'
import type { RelyingParty } from './relying-party.js'
import type { Server } from './server.js'
import { skew } from './wire.js'

/** What a JWT is used for, and which algorithms may have signed it. */
export interface JwtExpectations {
  readonly what: string
  readonly algorithms: readonly string[]
  /** Claims without which it is refused, besides `iss` and `aud`. */
  readonly requiredClaims: readonly string[]
}

/** The claims of a JWT that the server signed for this client, with a key of its own. */
export async function verifyJwt(
  jwt: string,
  expected: JwtExpectations,
  party: RelyingParty,
  server: Server,
): Promise<JWTPayload> {
  try {
    const claims = await verify(jwt, expected, party, server)
    requireIssuer(claims, expected, party, server)
    return claims
  } catch (cause) {
    if (cause instanceof OAuthRequestFailed || cause instanceof OAuthResponseInvalid) throw cause
    const why = explainRefusal(cause, party)
    throw new OAuthResponseInvalid(`${expected.what}: the token cannot be accepted${why}.`, {
      cause,
    })
  }
}

/** What may sign, when the client was not registered for one algorithm in particular. */
export function acceptedAlgorithms(
  registered: string | undefined,
  announced: unknown,
): readonly string[] {
  if (registered !== undefined) return [registered]
  const names: readonly unknown[] = Array.isArray(announced) ? announced : []
  const asymmetric = names.filter((name) => typeof name === 'string' && asymmetricName.test(name))
  return asymmetric.length > 0 ? (asymmetric as string[]) : ['RS256']
}

/** The same for the tokens that tell who someone is, and that they signed out. */
export function identityAlgorithms(party: RelyingParty, server: Server): readonly string[] {
  return acceptedAlgorithms(
    party.client.id_token_signed_response_alg,
    server['id_token_signing_alg_values_supported'],
  )
}

const asymmetricName = /^(?:RS|PS|ES)\d{3}$|^EdDSA$|^Ed25519$/

async function verify(
  jwt: string,
  { algorithms, requiredClaims }: JwtExpectations,
  party: RelyingParty,
  server: Server,
): Promise<JWTPayload> {
  const options = {
    algorithms: [...algorithms],
    audience: party.clientId,
    clockTolerance: skew,
    requiredClaims: ['iss', ...requiredClaims],
  }
  if (decodeProtectedHeader(jwt).alg?.startsWith('HS')) {
    const secret = new TextEncoder().encode(party.clientSecret ?? '')
    return (await jwtVerify(jwt, secret, options)).payload
  }
  const keys = keySetOf(party, server.jwks_uri ?? '')
  try {
    return (await jwtVerify(jwt, keys, options)).payload
  } catch (thrown) {
    const known = keys.jwks()
    // The server is down, but the keys that we have may be all that it takes.
    if (!(thrown instanceof OAuthRequestFailed) || !known) throw thrown
    return (await jwtVerify(jwt, createLocalJWKSet(known), options)).payload
  }
}

/** After the signature, because the issuer may depend on what was signed. */
function requireIssuer(
  claims: JWTPayload,
  { what }: JwtExpectations,
  party: RelyingParty,
  { issuer }: Server,
): void {
  const expected = party.expectedIssuer ? party.expectedIssuer({ ...claims }, issuer) : issuer
  if (claims.iss === expected) return
  throw new OAuthResponseInvalid(
    `${what}: its issuer is "${claims.iss}", not "${expected}". Check \`issuer\` of the provider "${party.id}".`,
  )
}

/** Milliseconds before an unknown key may make us ask for the key set again. */
const cooldownDuration = 30_000
const keySetLifetime = 10 * 60_000
const mostKeySets = 200

function keySetOf({ fetch, memory: { keySets } }: RelyingParty, url: string): RemoteKeys {
  const sets = keySets.get(fetch) ?? new Map<string, RemoteKeys>()
  keySets.set(fetch, sets)
  const known = sets.get(url)
  if (known) return known
  for (const oldest of sets.keys()) if (sets.size >= mostKeySets) sets.delete(oldest)
  const made = createRemoteJWKSet(new URL(url), {
    cooldownDuration,
    cacheMaxAge: keySetLifetime,
    [customFetch]: async (address, { headers, method }) => {
      const response = await callOut(fetch, address, { headers, method })
      if (response.ok) return response
      throw new OAuthRequestFailed(`The key set at ${address} answers ${response.status}.`)
    },
  })
  sets.set(url, made)
  return made
}
