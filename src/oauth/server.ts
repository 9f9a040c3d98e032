import { processDiscoveryResponse, type AuthorizationServer } from 'oauth4webapi'
import { OAuthMetadataInvalid } from '../errors/oauth-errors.js'
import { CompleteResponse } from '../http/complete-response.js'
import { parseUrl } from '../http/parse-url.js'
import { callOut } from './outgoing.js'
import { createStaleCache } from './stale-cache.js'
import type { RelyingParty } from './relying-party.js'
import { quoteFailure } from './quote-failure.js'
import { describeFault } from './require-readable.js'
import { discoveryUrl, issuerAt, requireServerUrl } from './server-address.js'

/** The metadata of an authorization server. @see RFC 8414, section 2 */
export type Server = AuthorizationServer

/** The issuer of an OAuth server that has none. */
const placeholderIssuer = 'https://issuer.invalid'

/** Returns the configured server. Runs discovery if something is missing. */
export async function loadServer(party: RelyingParty): Promise<Server> {
  const configured = configuredServer(party)
  // Only discovery provides the `end_session_endpoint`.
  const isComplete =
    !party.endsSession && needed(party).every((name) => configured[name] !== undefined)
  const server = isComplete
    ? { issuer: placeholderIssuer, ...configured }
    : completed(await discover(party), configured)
  requireUsable(server, party)
  return server
}

/** Uses the issuer as the server spells it, with or without a trailing slash. */
function completed(discovered: Server, configured: Partial<Server>): Server {
  return { ...discovered, ...configured, issuer: discovered.issuer }
}

/**
 * Returns what an account stores about its server: the issuer, or the origin if the provider has
 * many servers. Undefined for a provider with one server, because its URL may change while its
 * users stay the same.
 */
export function accountIssuer(server: Server, { instance }: RelyingParty): string | undefined {
  return hasName(server) ? server.issuer : instance
}

/** Whether the server's issuer is known, so that responses can be checked against it. */
export function hasName(server: Server): boolean {
  return server.issuer !== placeholderIssuer
}

type Member = 'authorization_endpoint' | 'token_endpoint' | 'userinfo_endpoint' | 'jwks_uri'

function needed(party: RelyingParty): readonly Member[] {
  const members: Member[] = []
  const isPlain = party.type === 'oauth'
  // An app's handler knows its URL. An OpenID Connect provider always needs all of them.
  if (!isPlain || !party.authorization.request) members.push('authorization_endpoint')
  if (!isPlain || !party.token.request) members.push('token_endpoint')
  if (!isPlain) members.push('jwks_uri')
  const asksUserinfo = isPlain || !party.profileFromIdToken
  if (asksUserinfo && !party.userinfo.request) members.push('userinfo_endpoint')
  return members
}

function configuredServer(party: RelyingParty): Partial<Server> {
  return {
    ...(party.issuer !== undefined && { issuer: party.issuer }),
    ...(party.authorization.url !== undefined && {
      authorization_endpoint: party.authorization.url,
    }),
    ...(party.token.url !== undefined && { token_endpoint: party.token.url }),
    ...(party.userinfo.url !== undefined && { userinfo_endpoint: party.userinfo.url }),
    ...(party.jwksUri !== undefined && { jwks_uri: party.jwksUri }),
    ...(party.revocationUrl !== undefined && { revocation_endpoint: party.revocationUrl }),
  }
}

async function discover(party: RelyingParty): Promise<Server> {
  const url = discoveryUrl(party)
  const { documents } = party.memory
  const known =
    documents.get(party.cacheKey) ??
    createStaleCache<Server>({ lifetime: 3_600_000, most: 200 }, party.memory)
  documents.set(party.cacheKey, known)
  const onStale = (failure: unknown): void =>
    party.warn(
      'old-metadata-in-use',
      `The metadata of the provider "${party.id}" cannot be loaded again, so the old metadata stays in use for up to 24 hours.${quoteFailure(failure)}`,
    )
  return known.get(`${party.issuer ?? ''} ${url}`, () => readMetadata(party, url), onStale)
}

async function readMetadata(party: RelyingParty, url: string): Promise<Server> {
  const headers = { accept: 'application/json' }
  const response = await callOut(party.fetch, url, { headers }, party.httpHosts)
  try {
    const known = party.expectedIssuer ? undefined : (party.issuer ?? issuerAt(url))
    const issuer = known ?? (await announcedIssuer(response))
    return await processDiscoveryResponse(new URL(issuer), response)
  } catch (cause) {
    throw new OAuthMetadataInvalid(
      `The metadata at ${url} cannot be used: ${await explainMetadata(response)}. ${adviseMetadata(response, party)}`,
      { cause },
    )
  }
}

/** If neither the config nor the URL contains the issuer, the document itself does. */
async function announcedIssuer(response: Response): Promise<string> {
  const document: unknown = JSON.parse(await CompleteResponse.textOf(response))
  const isObject = typeof document === 'object' && document !== null && 'issuer' in document
  return isObject && typeof document.issuer === 'string' ? document.issuer : ''
}

/** Describes the response as you would see it in a browser. */
async function explainMetadata(response: Response): Promise<string> {
  const fault = await describeFault(response)
  if (fault !== undefined) return `it ${fault}`
  if (response.status !== 200) return `it answers ${response.status}`
  return `it is about the issuer "${await announcedIssuer(response)}"`
}

function adviseMetadata({ status }: Response, { id }: RelyingParty): string {
  return status >= 500
    ? `The provider "${id}" is failing. Check its status page, and try again later.`
    : `Check \`issuer\` or \`wellKnown\` of the provider "${id}".`
}

const options: Readonly<Record<Member, string>> = {
  authorization_endpoint: 'authorization',
  token_endpoint: 'token',
  userinfo_endpoint: 'userinfo',
  jwks_uri: 'jwks_endpoint',
}

function requireUsable(server: Server, party: RelyingParty): void {
  for (const member of needed(party)) {
    const url = server[member]
    if (typeof url !== 'string' || !parseUrl(url)) {
      throw new OAuthMetadataInvalid(
        `Expected the metadata of the provider "${party.id}" to have a ${member}, got ${typeof url}. Set \`${options[member]}\` in its config.`,
      )
    }
    requireServerUrl(party, url)
  }
}
