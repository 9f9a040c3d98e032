import { endsBefore } from '../http/ends-before.js'
import type { Time } from '../http/time.js'

/** A cache that loads expired values again, and keeps the old value while the source is down. */
export interface StaleCache<T> {
  /**
   * Returns the value of a key. Parallel calls share one `load`. If it fails, the old value is
   * returned if there is one.
   */
  get(key: string, load: Load<T>, onStale?: OnStale): Promise<T>
  /**
   * Returns a value that is newer than `seen`, loading it if no other call has. Returns undefined
   * if loading fails, or if the last renewal was moments ago.
   */
  renew(key: string, seen: T, load: Load<T>, onStale?: OnStale): Promise<T | undefined>
  /** Returns why the last load failed, while the old value is in use. */
  failureOf(key: string): unknown
}

type Load<T> = () => Promise<T>

/** Called at the first failure after a success, if the old value stays in use. */
type OnStale = (failure: unknown) => void

interface Entry<T> {
  readonly value: T
  readonly loadedAt: number
  /** The number of the load that has brought the value. */
  readonly load: number
  /** When the value is loaded again. */
  readonly dueAt: number
  /** When the next renewal is allowed. */
  readonly renewableAt: number
  /** Why the last load failed. Undefined if it did not. */
  readonly failure?: unknown
}

/** A load that parallel calls share. */
interface Pending<T> {
  readonly value: Promise<T>
  /** When it counts as cut off. A platform may end a request before its work is done. */
  readonly until: number
}

/** How long an old value may be used while the source is down. */
const staleLimit = 24 * 60 * 60 * 1000
/** Delay before a failed load is retried, while an old value is in use. */
const retryDelay = 30 * 1000

/** Minimum delay between two renewals. */
const renewalDelay = 30 * 1000
/** Longer than a request to a provider may take. */
const longestLoad = 15 * 1000

/** Creates a cache for at most `most` values, each loaded again after `lifetime` milliseconds. */
export function createStaleCache<T>(
  { lifetime, most }: { lifetime: number; most: number },
  time: Time,
): StaleCache<T> {
  const entries = new Map<string, Entry<T>>()
  const loads = new Map<string, Pending<T>>()

  const keep = (key: string, entry: Entry<T>): T => {
    entries.delete(key)
    for (const oldest of entries.keys()) if (entries.size >= most) entries.delete(oldest)
    entries.set(key, entry)
    return entry.value
  }

  const isTooOld = ({ loadedAt }: Entry<T>): boolean => time.clock() - loadedAt > staleLimit

  let count = 0

  const load = async (key: string, from: Load<T>, onStale?: OnStale): Promise<T> => {
    count += 1
    const mine = count
    // A load that counts as cut off may end after the one that was begun in its place.
    const newer = (): Entry<T> | undefined => {
      const known = entries.get(key)
      return known && known.load > mine ? known : undefined
    }
    try {
      const value = await from()
      const known = newer()
      if (known) return known.value
      const now = time.clock()
      const { renewableAt = 0 } = entries.get(key) ?? {}
      return keep(key, { value, loadedAt: now, load: mine, dueAt: now + lifetime, renewableAt })
    } catch (thrown) {
      const known = newer()
      if (known) return known.value
      const old = entries.get(key)
      if (!old || isTooOld(old)) throw thrown
      if (old.failure === undefined) onStale?.(thrown)
      return keep(key, { ...old, dueAt: time.clock() + retryDelay, failure: thrown })
    }
  }

  const begin = (key: string, from: Load<T>, onStale?: OnStale): Promise<T> => {
    const value = load(key, from, onStale).finally(() => {
      if (loads.get(key) === mine) loads.delete(key)
    })
    const mine = { value, until: time.clock() + longestLoad }
    loads.set(key, mine)
    return value
  }

  const findPending = (key: string): Pending<T> | undefined => {
    const pending = loads.get(key)
    return pending && time.clock() < pending.until ? pending : undefined
  }

  const loadOnce = async (key: string, from: Load<T>, onStale?: OnStale): Promise<T> => {
    const pending = findPending(key)
    if (!pending) return begin(key, from, onStale)
    if (await endsBefore(time, pending.value, pending.until)) return pending.value
    if (loads.get(key) === pending) loads.delete(key)
    const old = entries.get(key)
    return old && !isTooOld(old) ? old.value : loadOnce(key, from, onStale)
  }

  return {
    get: async (key, from, onStale) => {
      const known = entries.get(key)
      return known && time.clock() < known.dueAt ? known.value : loadOnce(key, from, onStale)
    },
    renew: async (key, seen, from, onStale) => {
      const known = entries.get(key)
      if (known && known.value !== seen) return known.value
      const now = time.clock()
      if (!findPending(key)) {
        if (known && now < known.renewableAt) return undefined
        if (known) entries.set(key, { ...known, renewableAt: now + renewalDelay })
      }
      const value = await loadOnce(key, from, onStale)
      return value === seen ? undefined : value
    },
    failureOf: (key) => entries.get(key)?.failure,
  }
}
