import { processPushedAuthorizationResponse, pushedAuthorizationRequest } from 'oauth4webapi'
import { sha256Base64url } from '../crypto/digest.js'
import { clientOptions } from './advise-client.js'
import type { Attempt } from './attempt.js'
import { authenticateClient } from './client-authentication.js'
import { requestContext, sender } from './prepare-request.js'
import type { RelyingParty } from './relying-party.js'
import { requireReadable } from './require-readable.js'
import type { Server } from './server.js'
import { runStep } from './translate-errors.js'
import { toClient, withProof } from './wire.js'

/** Parameters that only the engine sets, because the checks of the response depend on them. */
const engineParams: ReadonlySet<string> = new Set([
  'client_id',
  'code_challenge',
  'code_challenge_method',
  'nonce',
  'redirect_uri',
  'request',
  'request_uri',
  'response_mode',
  'response_type',
  'state',
])

/** Parameters with which the config demands a stronger sign-in. A visitor cannot weaken them. */
const protectedParams: ReadonlySet<string> = new Set(['acr_values', 'claims', 'max_age'])

/** What is asked for unless the config says otherwise. */
const defaultScope = 'openid profile email'

/** Returns the scopes that a request asks for, unless it names others. */
export function scopeOfConfig({ authorization }: RelyingParty): string {
  return authorization.params['scope'] ?? defaultScope
}

/** The parameters of an authorization request. @see RFC 6749, section 4.1.1 */
export async function authorizationParameters(
  party: RelyingParty,
  attempt: Attempt,
  requestedParams: Iterable<readonly [string, string]>,
): Promise<URLSearchParams> {
  const params = new URLSearchParams(party.authorization.params)
  for (const [name, value] of requestedParams) {
    if (!engineParams.has(name) && !(protectedParams.has(name) && params.has(name)))
      params.set(name, value)
  }
  if (!params.has('scope')) params.set('scope', defaultScope)
  if (party.type === 'oauth' && params.get('scope') === '') params.delete('scope')
  if (party.requiredAcr.length > 0) params.set('acr_values', party.requiredAcr.join(' '))
  if (party.signedResponses && !params.get('response_mode')?.endsWith('jwt')) {
    params.set('response_mode', 'jwt')
  }
  params.set('response_type', responseType(party))
  params.set('client_id', party.clientId)
  params.set('redirect_uri', attempt.redirectUri)
  if (attempt.state !== undefined) params.set('state', attempt.state)
  if (attempt.nonce !== undefined) params.set('nonce', attempt.nonce)
  if (attempt.codeVerifier !== undefined) {
    params.set('code_challenge', await sha256Base64url(attempt.codeVerifier))
    params.set('code_challenge_method', 'S256')
  }
  return params
}

/** An OAuth provider may use another name for a code. A response without a code is refused. */
function responseType({ type, authorization }: RelyingParty): string {
  return (type === 'oauth' ? authorization.params['response_type'] : undefined) ?? 'code'
}

/**
 * Returns the URL to redirect the browser to. Pushes the request first if that is configured or
 * required.
 */
export async function authorizationUrl(
  party: RelyingParty,
  server: Server,
  params: URLSearchParams,
  dpopKey?: string,
): Promise<URL> {
  const url = new URL(server.authorization_endpoint ?? '')
  const sent = isPushed(party, server) ? await pushRequest(party, server, params, dpopKey) : params
  for (const [name, value] of sent) url.searchParams.set(name, value)
  return url
}

/** Whether the authorization request goes directly to the server. */
export function isPushed({ pushedRequests, authorization }: RelyingParty, server: Server): boolean {
  if (authorization.request) return false
  return pushedRequests || server.require_pushed_authorization_requests === true
}

/** RFC 9126: the request goes directly to the server, and the browser carries only a reference. */
async function pushRequest(
  party: RelyingParty,
  server: Server,
  params: URLSearchParams,
  dpopKey: string | undefined,
): Promise<URLSearchParams> {
  const client = toClient(party)
  const send = sender(party, party.token, requestContext(party))
  const what = 'Pushed authorization request'
  const url = server.pushed_authorization_request_endpoint ?? ''
  const { request_uri } = await runStep(
    what,
    () =>
      withProof(party, dpopKey, send, async (options) => {
        const authentication = authenticateClient(party, server)
        const response = await pushedAuthorizationRequest(
          server,
          client,
          authentication,
          params,
          options,
        )
        const asked = { what, url, options: '`issuer`', credentials: clientOptions(party) }
        await requireReadable(response, asked, party)
        return processPushedAuthorizationResponse(server, client, response)
      }),
    { sent: [party.clientSecret], redirectUri: params.get('redirect_uri') ?? undefined, party },
  )
  return new URLSearchParams({ client_id: party.clientId, request_uri })
}
