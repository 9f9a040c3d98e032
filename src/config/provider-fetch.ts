import { customFetch } from '../model/markers.js'
import type { OAuthConfig } from '../model/oauth.js'
import type { AnyProfile } from '../model/provider.js'
import type { OAuthMemory } from '../oauth/oauth-memory.js'
import type { Fetch } from '../oauth/outgoing.js'
import type { RelyingParty } from '../oauth/relying-party.js'
import { methodLabel, type MeasuredWork, type ResolvedTelemetry } from './telemetry.js'

/**
 * A provider made for Auth.js carries the `customFetch` symbol of its own Auth.js copy, so the
 * symbol is found by its description.
 */
export function fetchOf(provider: OAuthConfig<AnyProfile>): Fetch {
  const own = provider[customFetch]
  if (own) return own
  const foreign = Object.getOwnPropertySymbols(provider).find(
    ({ description }) => description === 'custom-fetch',
  )
  const found: unknown = foreign && Reflect.get(provider, foreign)
  return typeof found === 'function' ? (found as Fetch) : platformFetch
}

/** Measures the requests to a provider. A URL may contain secrets, so only its host is recorded. */
export function measureFetch(
  telemetry: ResolvedTelemetry,
  { id, fetch }: Pick<RelyingParty, 'id' | 'fetch'>,
): Fetch {
  return (input, init) => {
    const method = methodLabel(init?.method ?? 'GET')
    const url = input instanceof Request ? input.url : String(input)
    const measured: MeasuredWork<Response> = {
      name: method,
      kind: 'client',
      histogram: 'http.client.request.duration',
      attributes: {
        'http.request.method': method,
        'server.address': new URL(url).hostname,
        'latchkey.provider': id,
      },
      describe: ({ status }) => ({ 'http.response.status_code': status }),
    }
    return telemetry.run(measured, async () => fetch(input, init))
  }
}

/** The maximum number of cache keys per owner. A multi-tenant app has one for each client. */
const mostClients = 200

/**
 * A config function may make a new fetch function for each request, so a cache that belongs to the
 * function would never be used again. The client replaces it as the key. Its secret is a part of
 * the key, because a tenant could name another tenant's client but does not know its secret.
 */
export function cacheKeyOf(
  { id, clientId, clientSecret, issuer, wellKnown }: OAuthConfig<AnyProfile>,
  fetch: Fetch,
  { clients }: OAuthMemory,
): object {
  if (!clients || fetch === platformFetch || !clientSecret) return fetch
  const name = JSON.stringify([id, clientId, clientSecret, issuer, wellKnown])
  const known = clients.get(name)
  if (known) return known
  if (clients.size >= mostClients) clients.clear()
  const key = {}
  clients.set(name, key)
  return key
}

/** One shared function, so that providers without a custom fetch share the cache. */
const platformFetch: Fetch = (input, init) => fetch(input, init)
