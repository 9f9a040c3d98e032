import { parseUrl } from '../http/parse-url.js'
import type { OAuthConfig } from '../model/oauth.js'
import type { AnyProfile } from '../model/provider.js'
import { isServiceUrl } from './is-service-url.js'

/** Returns the URLs of a provider with the options that contain them. */
export function urlsOf(
  provider: OAuthConfig<AnyProfile>,
): readonly (readonly [option: string, url: string])[] {
  const { issuer, wellKnown, jwks_endpoint, revocation, redirectProxyUrl } = provider
  const urls = {
    issuer,
    wellKnown,
    jwks_endpoint,
    revocation,
    redirectProxyUrl: redirectProxyUrl || undefined,
    authorization: addressOf(provider.authorization),
    token: addressOf(provider.token),
    userinfo: addressOf(provider.userinfo),
  }
  return Object.entries(urls).filter((entry): entry is [string, string] => entry[1] !== undefined)
}

/** Returns the URLs that use http although their host is not this machine. */
export function httpUrlsOf(
  provider: OAuthConfig<AnyProfile>,
): readonly (readonly [option: string, url: string])[] {
  return urlsOf(provider).filter(
    ([option, url]) =>
      option !== 'redirectProxyUrl' && parseUrl(url)?.protocol === 'http:' && !isServiceUrl(url),
  )
}

function addressOf(
  endpoint: string | { readonly url?: string | undefined } | undefined,
): string | undefined {
  return typeof endpoint === 'object' ? endpoint.url : endpoint
}
