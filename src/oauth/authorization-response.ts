import { decodeJwt } from 'jose'
import { skipStateCheck, validateAuthResponse } from 'oauth4webapi'
import { OAuthResponseInvalid } from '../errors/oauth-errors.js'
import type { Attempt } from './attempt.js'
import type { RelyingParty } from './relying-party.js'
import { hasName, type Server } from './server.js'
import { runStep } from './translate-errors.js'
import { acceptedAlgorithms, verifyJwt } from './verify-jwt.js'
import { toClient } from './wire.js'

/**
 * The `state` that a response claims to answer, to find its attempt by; nothing is proven yet.
 *
 * A parameter that comes twice counts as none.
 */
export function claimedState(params: URLSearchParams): string | undefined {
  const jwt = only(params, 'response')
  if (jwt === undefined) return only(params, 'state')
  try {
    const { state } = decodeJwt(jwt)
    return typeof state === 'string' ? state : undefined
  } catch {
    return undefined
  }
}

/** The parameters of an authorization response that answers this attempt. @see RFC 9207 */
export function validateAuthorizationResponse(
  party: RelyingParty,
  server: Server,
  attempt: Attempt,
  params: URLSearchParams,
): Promise<URLSearchParams> {
  return runStep(
    'Authorization response',
    async () => {
      const response = expectsJwt(party)
        ? await openSignedResponse(party, server, params)
        : plainResponse(server, await renamed(party, params))
      const state = attempt.state ?? skipStateCheck
      return validateAuthResponse(server, toClient(party), response, state)
    },
    { redirectUri: attempt.redirectUri },
  )
}

/** The parameters by their standard names. What comes twice still does, and is refused for it. */
async function renamed(
  { authorization, clientId, clientSecret }: RelyingParty,
  params: URLSearchParams,
): Promise<URLSearchParams> {
  const given = Object.fromEntries(params)
  const changes = (await authorization.receive?.(given, { clientId, clientSecret })) ?? {}
  const response = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) response.delete(name)
    else if (value !== given[name]) response.set(name, value)
  }
  return response
}

/** JARM: the parameters are the claims of a JWT. */
async function openSignedResponse(
  party: RelyingParty,
  server: Server,
  params: URLSearchParams,
): Promise<URLSearchParams> {
  const expected = {
    what: 'Authorization response',
    requiredClaims: ['exp'],
    option: 'client.authorization_signed_response_alg',
    algorithms: acceptedAlgorithms(
      party.client.authorization_signed_response_alg,
      server['authorization_signing_alg_values_supported'],
    ),
  }
  const claims = await verifyJwt(only(params, 'response') ?? '', expected, party, server)
  const texts = Object.entries(claims).filter(
    (claim): claim is [string, string] => typeof claim[1] === 'string' && claim[0] !== 'aud',
  )
  return new URLSearchParams(texts)
}

/** Only what was asked for: a signed response in place of a plain one is another protocol. */
function expectsJwt({ signedResponses, authorization }: RelyingParty): boolean {
  return signedResponses || (authorization.params['response_mode']?.endsWith('jwt') ?? false)
}

function plainResponse(server: Server, params: URLSearchParams): URLSearchParams {
  // oauth4webapi refuses the other tokens of the implicit flow, and errors that say something.
  if (params.has('access_token') || params.get('error') === '') {
    throw new OAuthResponseInvalid('Authorization response: it is not one to a request for a code.')
  }
  const response = new URLSearchParams(params)
  // A server that we know no name of cannot be compared with one.
  if (!hasName(server)) response.delete('iss')
  return response
}

function only(params: URLSearchParams, name: string): string | undefined {
  const values = params.getAll(name)
  return values.length === 1 ? values[0] : undefined
}
