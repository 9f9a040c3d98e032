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
 * Returns the `state` in a response, which is used only to find the attempt. It is not verified
 * yet.
 *
 * A parameter that occurs twice counts as missing.
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

/**
 * Returns the parameters of an authorization response that belongs to this attempt. @see RFC 9207
 */
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
        : plainResponse(server, await renameParams(party, params))
      const state = attempt.state ?? skipStateCheck
      return validateAuthResponse(server, toClient(party), response, state)
    },
    { redirectUri: attempt.redirectUri },
  )
}

/**
 * Returns the parameters with their standard names. A repeated parameter stays repeated, so that it
 * is refused later.
 */
async function renameParams(
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

/**
 * Depends only on the config, so that an attacker cannot switch between signed and plain responses.
 */
function expectsJwt({ signedResponses, authorization }: RelyingParty): boolean {
  return signedResponses || (authorization.params['response_mode']?.endsWith('jwt') ?? false)
}

function plainResponse(server: Server, params: URLSearchParams): URLSearchParams {
  // oauth4webapi refuses the implicit flow's other tokens, and errors that are not empty.
  if (params.has('access_token') || params.get('error') === '') {
    throw new OAuthResponseInvalid(
      'Authorization response: it does not answer a request for a code.',
    )
  }
  const response = new URLSearchParams(params)
  // Without a known issuer there is nothing to compare `iss` with.
  if (!hasName(server)) response.delete('iss')
  return response
}

function only(params: URLSearchParams, name: string): string | undefined {
  const values = params.getAll(name)
  return values.length === 1 ? values[0] : undefined
}
