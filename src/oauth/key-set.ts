import { createLocalJWKSet, type JSONWebKeySet } from 'jose'
import { OAuthResponseInvalid } from '../errors/oauth-errors.js'
import { callOut } from './outgoing.js'
import { createStaleCache } from './stale-cache.js'
import type { LocalKeys } from './oauth-memory.js'
import { quoteFailure } from './quote-failure.js'
import type { RelyingParty } from './relying-party.js'
import { requireGood } from './require-good.js'

/** The public keys of a server. */
export interface KeySet {
  /** Returns the cached keys, or loads them. */
  current(): Promise<LocalKeys>
  /**
   * Returns keys that are newer than `seen`, and loads them if necessary. Returns undefined if it
   * is too early for another request.
   */
  newerThan(seen: LocalKeys): Promise<LocalKeys | undefined>
  /** Returns why the keys could not be loaded again, while the old ones are in use. */
  failure(): unknown
}

const lifetime = 10 * 60_000
const mostKeySets = 200

/** Returns the key set at a URL. @see RFC 7517, section 5 */
export function keySetAt(party: RelyingParty, url: string): KeySet {
  const { keySets } = party.memory
  const known =
    keySets.get(party.cacheKey) ?? createStaleCache({ lifetime, most: mostKeySets }, party.memory)
  keySets.set(party.cacheKey, known)
  const read = (): Promise<LocalKeys> => readKeys(party, url)
  const onStale = (failure: unknown): void =>
    party.warn(
      'old-keys-in-use',
      `The keys of the provider "${party.id}" cannot be loaded again, so the old keys stay in use for up to 24 hours.${quoteFailure(failure)}`,
    )
  return {
    current: () => known.get(url, read, onStale),
    newerThan: (seen) => known.renew(url, seen, read, onStale),
    failure: () => known.failureOf(url),
  }
}

async function readKeys(party: RelyingParty, url: string): Promise<LocalKeys> {
  const headers = { accept: 'application/json, application/jwk-set+json' }
  const response = await callOut(party.fetch, url, { headers, method: 'GET' }, party.httpHosts)
  const request = { what: 'Key set', url, options: '`issuer` and `jwks_endpoint`' }
  await requireGood(response, request, party)
  try {
    return createLocalJWKSet((await response.json()) as JSONWebKeySet)
  } catch (cause) {
    throw new OAuthResponseInvalid(
      `Key set: ${url} answers 200 with JSON that is not a key set. Check ${request.options} of the provider "${party.id}".`,
      { cause },
    )
  }
}
