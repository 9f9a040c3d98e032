import { OAuthRequestFailed } from '../errors/oauth-errors.js'
import { isLoopback } from '../http/origin.js'
import { parseUrl } from '../http/parse-url.js'
import { requireSafeUrl, withoutQuery } from './outgoing.js'
import type { RelyingParty } from './relying-party.js'

/**
 * Throws unless a URL is https, or on this machine if the config says so. Otherwise a remote
 * server's metadata could make us call services that only this machine can reach.
 */
export function requireServerUrl(party: RelyingParty, url: string): void {
  requireSafeUrl(url, party.httpHosts)
  if (!isLocal(url) || isConfigured(party, url) || isLocal(discoveryUrl(party))) return
  throw new OAuthRequestFailed(
    `The provider "${party.id}" names an address on this machine: ${withoutQuery(url)}. Only an issuer on this machine may do so.`,
  )
}

const suffix = '/.well-known/openid-configuration'

/** Returns the URL of the server's metadata. @see OpenID Connect Discovery 1.0, section 4.1 */
export function discoveryUrl({ wellKnown, issuer = '' }: RelyingParty): string {
  return wellKnown ?? `${issuer.replace(/\/$/, '')}${suffix}`
}

/** Returns the issuer for a metadata URL, or undefined if the URL does not contain it. */
export function issuerAt(url: string): string | undefined {
  return url.endsWith(suffix) ? url.slice(0, -suffix.length) : undefined
}

function isConfigured(party: RelyingParty, url: string): boolean {
  const { authorization, token, userinfo, jwksUri, revocationUrl } = party
  const configuredUrls = [authorization.url, token.url, userinfo.url, jwksUri, revocationUrl]
  // The query is ignored, because parameters are added to an endpoint before it is called.
  return configuredUrls.some(
    (configured) => configured !== undefined && withoutQuery(configured) === withoutQuery(url),
  )
}

function isLocal(url: string): boolean {
  const parsed = parseUrl(url)
  return parsed !== undefined && isLoopback(parsed.hostname)
}
