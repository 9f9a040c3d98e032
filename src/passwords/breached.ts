import { toHex } from '../crypto/hex.js'
import { fetchWhole } from '../http/fetch-whole.js'

/** Answers of the service by prefix, and when they were received, in milliseconds. */
export type RangeCache = Map<string, { readonly range: string; readonly since: number }>

/** How the service for leaked passwords is asked. */
export interface RangeService {
  readonly fetch: typeof globalThis.fetch
  /** The prefix of five hex digits is appended. */
  readonly url: string
  readonly cache: RangeCache
  readonly now: () => Date
  /** Called if the service does not answer. */
  readonly onFailure: (reason: string) => void
}

export const pwnedPasswordsUrl = 'https://api.pwnedpasswords.com/range/'

const limits = { milliseconds: 1000, bytes: 1024 * 1024 }

/** Each answer has about 40 kB. */
const mostCached = 50

/** Milliseconds for which an answer is used. */
const longestUse = 6 * 60 * 60 * 1000

/** A proxy or a broken mirror may answer 200 with a page of its own. */
const rangeLine = /^[\dA-F]{35}(?::\d+)?\s*$/im

/**
 * Whether a password occurs in known leaks. Only the first five hex digits of its SHA-1 leave the
 * server. Undefined if the service fails.
 *
 * @see https://haveibeenpwned.com/API/v3#SearchingPwnedPasswordsByRange
 */
export async function isBreachedPassword(
  password: string,
  service: RangeService,
): Promise<boolean | undefined> {
  const bytes = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(password))
  const digest = toHex(new Uint8Array(bytes)).toUpperCase()
  const [prefix, suffix] = [digest.slice(0, 5), digest.slice(5)]
  try {
    return hasSuffix(await readRange(prefix, service), suffix)
  } catch (thrown) {
    // The cause may quote the URL, which is all that it knows about the password.
    service.onFailure(thrown instanceof Error ? thrown.name : 'unknown')
    return undefined
  }
}

/** Padding lines have the count 0. Some mirrors send no counts. */
function hasSuffix(range: string, suffix: string): boolean {
  return range.split(/\r?\n/).some((line) => {
    const [found = '', count] = line.trim().split(':')
    return found.toUpperCase() === suffix && count?.trim() !== '0'
  })
}

async function readRange(prefix: string, service: RangeService): Promise<string> {
  const { cache } = service
  const since = service.now().getTime()
  const known = cache.get(prefix)
  if (known && since - known.since < longestUse) return known.range
  // The padding hides from an observer which range the size of the answer belongs to.
  const init = { headers: { 'add-padding': 'true', accept: 'text/plain' } }
  const { response, body } = await fetchWhole(service.fetch, service.url + prefix, init, limits)
  if (response.status !== 200 || !body) throw new RangeUnavailable()
  const range = new TextDecoder().decode(body)
  if (!rangeLine.test(range)) throw new RangeUnavailable()
  if (cache.size >= mostCached) cache.clear()
  cache.set(prefix, { range, since })
  return range
}

class RangeUnavailable extends Error {
  override readonly name = 'RangeUnavailable'
}
