import { processPushedAuthorizationResponse, pushedAuthorizationRequest } from 'oauth4webapi'
import { sha256Base64url } from '../crypto/digest.js'
import type { Attempt } from './attempt.js'
import { authenticateClient } from './client-authentication.js'
import { requestContext, sender } from './prepare-request.js'
import type { RelyingParty } from './relying-party.js'
import { requireReadable } from './require-readable.js'
import type { Server } from './server.js'
import { runStep } from './translate-errors.js'
import { toClient, withProof } from './wire.js'

/** Parameters that hold the request together: nobody but us sets them. */
const ours: ReadonlySet<string> = new Set([
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

/** Parameters by which the configuration asks for more certainty: a visitor cannot ask for less. */
const demands: ReadonlySet<string> = new Set(['acr_values', 'claims', 'max_age'])

/** The parameters of an authorization request. @see RFC 6749, section 4.1.1 */
export async function authorizationParameters(
  party: RelyingParty,
  attempt: Attempt,
  wishes: Iterable<readonly [string, string]>,
): Promise<URLSearchParams> {
  const params = new URLSearchParams(party.authorization.params)
  for (const [name, value] of wishes) {
    if (!ours.has(name) && !(demands.has(name) && params.has(name))) params.set(name, value)
  }
  if (!params.has('scope')) params.set('scope', 'openid profile email')
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

/** Services of plain OAuth may call a code otherwise; a response without one is refused. */
function responseType({ type, authorization }: RelyingParty): string {
  return (type === 'oauth' ? authorization.params['response_type'] : undefined) ?? 'code'
}

/** The address to which the browser goes; the request itself may have been pushed before. */
export async function authorizationUrl(
  party: RelyingParty,
  server: Server,
  params: URLSearchParams,
): Promise<URL> {
  const url = new URL(server.authorization_endpoint ?? '')
  const isPushed = party.pushedRequests || server.require_pushed_authorization_requests === true
  const sent = isPushed ? await pushRequest(party, server, params) : params
  for (const [name, value] of sent) url.searchParams.set(name, value)
  return url
}

/** RFC 9126: the server is told directly, and the browser carries only a reference. */
async function pushRequest(
  party: RelyingParty,
  server: Server,
  params: URLSearchParams,
): Promise<URLSearchParams> {
  const client = toClient(party)
  const send = sender(party, party.token, requestContext(party))
  const what = 'Pushed authorization request'
  const url = server.pushed_authorization_request_endpoint ?? ''
  const { request_uri } = await runStep(
    what,
    () =>
      withProof(party, send, async (options) => {
        const authentication = authenticateClient(party, server)
        const response = await pushedAuthorizationRequest(
          server,
          client,
          authentication,
          params,
          options,
        )
        await requireReadable(response, { what, url, options: '`issuer`' }, party)
        return processPushedAuthorizationResponse(server, client, response)
      }),
    { sent: [party.clientSecret], redirectUri: params.get('redirect_uri') ?? undefined, party },
  )
  return new URLSearchParams({ client_id: party.clientId, request_uri })
}
