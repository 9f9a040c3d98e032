import { processUserInfoResponse, userInfoRequest } from 'oauth4webapi'
import { OAuthResponseInvalid } from '../errors/oauth-errors.js'
import type { CallbackParamsType, OAuthHandlerProvider } from '../model/oauth.js'
import type { Profile, TokenSet } from '../model/records.js'
import { requireSubject } from './id-token.js'
import { handlerFetch, politeHeaders } from './outgoing.js'
import { requestContext, sender, type Send } from './prepare-request.js'
import type { RelyingParty } from './relying-party.js'
import type { Server } from './server.js'
import { step } from './translate-errors.js'
import { acceptedAlgorithms, verifyJwt } from './verify-jwt.js'
import { toClient, withProof } from './wire.js'

/** What the server says about the person whom the tokens belong to. */
export async function fetchUserinfo(
  party: RelyingParty,
  server: Server,
  tokens: TokenSet,
  claims: Profile | undefined,
  { view, params }: { view: OAuthHandlerProvider; params: CallbackParamsType },
): Promise<Profile> {
  const send = sender(party, party.userinfo, requestContext(party, { params, tokens }))
  return step(
    'User info',
    async () => {
      if (party.userinfo.request) {
        const given = { tokens, provider: view, fetch: handlerFetch(party.fetch) }
        return requireSamePerson(requireObject(await party.userinfo.request(given)), claims)
      }
      return party.type === 'oidc'
        ? askOpenIdServer(party, server, send, tokens, requireSubject(claims ?? {}))
        : askServer(userinfoUrl(party, server), send, tokens)
    },
    { sent: [tokens.access_token, party.clientSecret] },
  )
}

/** What a handler of the application fetched may leave the subject out, but not name another. */
function requireSamePerson(profile: Profile, claims: Profile | undefined): Profile {
  if (!claims || profile.sub === undefined || profile.sub === claims.sub) return profile
  throw new OAuthResponseInvalid('User info: it speaks of another person than the ID token.')
}

/** OpenID Connect Core §5.3: JSON, or a JWT that the server signed; about the same person. */
async function askOpenIdServer(
  party: RelyingParty,
  server: Server,
  send: Send,
  tokens: TokenSet,
  subject: string,
): Promise<Profile> {
  const client = toClient(party)
  const target = { ...server, userinfo_endpoint: userinfoUrl(party, server) }
  return withProof(party, send, async (options) => {
    const response = await userInfoRequest(target, client, tokens.access_token ?? '', options)
    const copy = response.clone()
    const profile = await processUserInfoResponse(server, client, subject, response)
    if (copy.headers.get('content-type')?.startsWith('application/jwt')) {
      await verifySignedUserinfo(party, server, await copy.text())
    }
    return { ...profile }
  })
}

async function verifySignedUserinfo(
  party: RelyingParty,
  server: Server,
  jwt: string,
): Promise<void> {
  const algorithms = acceptedAlgorithms(
    party.client.userinfo_signed_response_alg,
    server['userinfo_signing_alg_values_supported'],
  )
  await verifyJwt(jwt, { what: 'User info', requiredClaims: ['sub'], algorithms }, party, server)
}

/** Plain OAuth has no standard for it; a JSON object and a 2xx status is what services share. */
async function askServer(url: string, send: Send, tokens: TokenSet): Promise<Profile> {
  const response = await send(url, {
    method: 'GET',
    headers: { ...politeHeaders, authorization: `Bearer ${tokens.access_token ?? ''}` },
  })
  if (!response.ok) throw new OAuthResponseInvalid(`User info: the status is ${response.status}.`)
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
