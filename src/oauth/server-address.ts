import { OAuthRequestFailed } from '../errors/oauth-errors.js'
import { isLoopback } from '../http/origin.js'
import { parseUrl } from '../http/parse-url.js'
import { requireSafeUrl, withoutQuery } from './outgoing.js'
import type { RelyingParty } from './relying-party.js'

/**
 * Throws unless a URL is one at which the server of this party may be: https, or this machine if the
 * config says so. Metadata of a remote server that names this machine would make us call services
 * that only we can reach.
 */
export function requireServerUrl(party: RelyingParty, url: string): void {
  requireSafeUrl(url)
  if (!isLocal(url) || isConfigured(party, url) || isLocal(discoveryUrl(party))) return
  throw new OAuthRequestFailed(
    `The provider "${party.id}" names an address on this machine: ${withoutQuery(url)}. Only an issuer on this machine may do so.`,
  )
}

const suffix = '/.well-known/openid-configuration'

/** Where the metadata of the server is. @see OpenID Connect Discovery 1.0, section 4.1 */
export function discoveryUrl({ wellKnown, issuer = '' }: RelyingParty): string {
  return wellKnown ?? `${issuer.replace(/\/$/, '')}${suffix}`
}

/** The issuer whose metadata is at an address; undefined when the address does not tell. */
export function issuerAt(url: string): string | undefined {
  return url.endsWith(suffix) ? url.slice(0, -suffix.length) : undefined
}

function isConfigured(party: RelyingParty, url: string): boolean {
  const { authorization, token, userinfo, jwksUri } = party
  const written = [authorization.url, token.url, userinfo.url, jwksUri]
  // Parameters are added to an endpoint before it is called.
  return written.some((one) => one !== undefined && withoutQuery(one) === withoutQuery(url))
}

function isLocal(url: string): boolean {
  const parsed = parseUrl(url)
  return parsed !== undefined && isLoopback(parsed.hostname)
}
