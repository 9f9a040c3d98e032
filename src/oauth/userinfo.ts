import {
  customFetch,
  processUserInfoResponse,
  protectedResourceRequest,
  userInfoRequest,
} from 'oauth4webapi'
import { OAuthResponseInvalid } from '../errors/oauth-errors.js'
import type { CallbackParamsType } from '../model/oauth-parameters.js'
import type { OAuthHandlerProvider } from '../model/oauth-endpoints.js'
import type { Profile, TokenSet } from '../model/records.js'
import { requireSubject } from './id-token.js'
import { politeHeaders } from './outgoing.js'
import { requestContext, sender, type Send } from './prepare-request.js'
import { proofKeyOf } from './proof-key.js'
import type { RelyingParty } from './relying-party.js'
import { requireGood } from './require-good.js'
import { requireReadable } from './require-readable.js'
import { runHandler } from './run-handler.js'
import type { Server } from './server.js'
import { runStep } from './translate-errors.js'
import { acceptedAlgorithms, verifyJwt } from './verify-jwt.js'
import { toClient, withProof } from './wire.js'

const what = 'User info'
const options = '`userinfo`'

/** What a request for user info needs besides the tokens. */
export interface UserinfoRequest {
  readonly view: OAuthHandlerProvider
  readonly params: CallbackParamsType
  /** The key that the access token is bound to. */
  readonly dpopKey?: string | undefined
}

/** Returns the user's profile from the user info endpoint. */
export async function fetchUserinfo(
  party: RelyingParty,
  server: Server,
  tokens: TokenSet,
  claims: Profile | undefined,
  { view, params, dpopKey }: UserinfoRequest,
): Promise<Profile> {
  const send = sender(party, party.userinfo, requestContext(party, { params, tokens }))
  const { request } = party.userinfo
  return runStep(
    what,
    async () => {
      if (request) {
        const profile = await runHandler(party, { what, options }, (fetch) =>
          request({ tokens, provider: view, fetch }),
        )
        return requireSameSubject(requireObject(profile), claims)
      }
      return party.type === 'oidc'
        ? askOpenIdServer(party, server, send, { ...tokens, dpopKey }, requireSubject(claims ?? {}))
        : askServer(party, userinfoUrl(party, server), send, { ...tokens, dpopKey })
    },
    { sent: [tokens.access_token, party.clientSecret] },
  )
}

/** The result of an app's handler may omit the subject, but must not contain a different one. */
function requireSameSubject(profile: Profile, claims: Profile | undefined): Profile {
  if (!claims || profile.sub === undefined || profile.sub === claims.sub) return profile
  throw new OAuthResponseInvalid('User info: its `sub` is not the same as in the ID token.')
}

/**
 * OpenID Connect Core §5.3: JSON, or a signed JWT. The subject must be the same as in the ID token.
 */
async function askOpenIdServer(
  party: RelyingParty,
  server: Server,
  send: Send,
  tokens: TokenSet,
  subject: string,
): Promise<Profile> {
  const client = toClient(party)
  const url = userinfoUrl(party, server)
  const target = { ...server, userinfo_endpoint: url }
  return withProof(party, proofKeyOf(tokens), send, async (options) => {
    const response = await userInfoRequest(target, client, tokens.access_token ?? '', options)
    if (isSigned(response)) {
      return verifySignedUserinfo(party, server, await response.text(), subject)
    }
    await requireReadable(response, { what, url, options: '`userinfo` and `issuer`' }, party)
    return { ...(await processUserInfoResponse(server, client, subject, response)) }
  })
}

function isSigned({ ok, headers }: Response): boolean {
  return ok && /^application\/jwt\b/i.test(headers.get('content-type') ?? '')
}

/**
 * OpenID Connect Core §5.3.2: a signed response SHOULD contain its issuer and audience, so both are
 * optional.
 */
async function verifySignedUserinfo(
  party: RelyingParty,
  server: Server,
  jwt: string,
  subject: string,
): Promise<Profile> {
  const algorithms = acceptedAlgorithms(
    party.client.userinfo_signed_response_alg,
    server['userinfo_signing_alg_values_supported'],
  )
  const expected = {
    what,
    requiredClaims: ['sub'],
    algorithms,
    option: 'client.userinfo_signed_response_alg',
    mayOmitParties: true,
  }
  const claims = await verifyJwt(jwt, expected, party, server)
  if (claims.sub === subject) return { ...claims }
  throw new OAuthResponseInvalid('User info: its `sub` is not the same as in the ID token.')
}

/** OAuth has no standard for user info. All providers send a JSON object with a 2xx status. */
async function askServer(
  party: RelyingParty,
  url: string,
  send: Send,
  tokens: TokenSet,
): Promise<Profile> {
  const { access_token: token = '' } = tokens
  const key = proofKeyOf(tokens)
  const response =
    key === undefined
      ? await send(url, {
          method: 'GET',
          headers: { ...politeHeaders, authorization: `Bearer ${token}` },
        })
      : await withProof(party, key, send, (options) =>
          protectedResourceRequest(token, 'GET', new URL(url), new Headers(politeHeaders), null, {
            ...options,
            [customFetch]: (target, { method, headers }) => send(target, { method, headers }),
          }),
        )
  await requireGood(response, { what, url, options }, party)
  return requireObject(await response.json())
}

function userinfoUrl(party: RelyingParty, server: Server): string {
  const url = new URL(server.userinfo_endpoint ?? '')
  for (const [name, value] of Object.entries(party.userinfo.params)) {
    url.searchParams.set(name, value)
  }
  return url.href
}

function requireObject(profile: unknown): Profile {
  if (typeof profile === 'object' && profile !== null && !Array.isArray(profile)) {
    return profile as Profile
  }
  throw new OAuthResponseInvalid('User info: expected a JSON object.')
}
