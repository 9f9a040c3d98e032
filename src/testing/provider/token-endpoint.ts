import { findClientProblem } from './fake-client.js'
import type { Grant } from './fake-grants.js'
import { claimsFor } from './fake-user.js'
import { oauthError } from './failures.js'
import type { ProviderState } from './provider-state.js'
import { halfHash } from './signing-key.js'

/** Answers a token request. @see RFC 6749 §4.1.3, RFC 7636 §4.5 and OpenID Connect Core §3.1.3 */
export async function answerTokenRequest(
  state: ProviderState,
  { headers }: Request,
  form: URLSearchParams,
): Promise<Response> {
  const problem = findClientProblem(state.client, headers, form)
  if (problem) return oauthError('invalid_client', problem, 401)
  const type = form.get('grant_type') ?? ''
  if (type !== 'authorization_code' && type !== 'refresh_token') {
    return oauthError('unsupported_grant_type', `The grant type "${type}" is not supported.`)
  }
  const grant = await state.grants.redeem(form)
  if (typeof grant === 'string') return oauthError('invalid_grant', grant)
  const scope = grant.request.get('scope') ?? ''
  const tokens = state.grants.createTokens(grant)
  const isOpenId = scope.split(' ').includes('openid')
  const nonce = type === 'authorization_code' ? grant.request.get('nonce') : null
  return Response.json(
    {
      ...tokens,
      token_type: 'Bearer',
      expires_in: 3600,
      scope,
      ...(isOpenId && { id_token: await signIdToken(state, grant, nonce, tokens.access_token) }),
    },
    { headers: { 'cache-control': 'no-store' } },
  )
}

async function signIdToken(
  { issuer, client, key, changeClaims }: ProviderState,
  { request, user }: Grant,
  nonce: string | null,
  accessToken: string,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return (await key).sign(
    changeClaims({
      ...claimsFor(user, request.get('scope') ?? ''),
      iss: issuer,
      aud: client.clientId,
      iat: now,
      exp: now + 3600,
      auth_time: now,
      at_hash: await halfHash(accessToken),
      ...(nonce !== null && { nonce }),
    }),
  )
}

/** Answers a request for user info. @see OpenID Connect Core, section 5.3 */
export function answerUserinfoRequest({ grants }: ProviderState, { headers }: Request): Response {
  const [, token = ''] = /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '') ?? []
  const grant = grants.findByAccessToken(token)
  if (!grant) return oauthError('invalid_token', 'The access token is unknown.', 401)
  return Response.json(claimsFor(grant.user, grant.request.get('scope') ?? ''))
}
