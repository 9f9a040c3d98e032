/** Values by key that are loaded again when they are old, and outlive an outage of their source. */
export interface StaleCache<T> {
  /** The value of a key; `load` runs once at a time, and its failure matters only without a value. */
  get(key: string, load: () => Promise<T>): Promise<T>
  /**
   * A value that is newer than `seen`: the one that somebody else has loaded since, or the result of
   * one more load. Undefined when that fails, or when the last one was moments ago.
   */
  renew(key: string, seen: T, load: () => Promise<T>): Promise<T | undefined>
}

interface Entry<T> {
  readonly value: T
  readonly loadedAt: number
  /** When the source is asked again. */
  readonly dueAt: number
  /** When something newer than the value may be asked for. */
  readonly renewableAt: number
}

/** How long an old value stands in for one that cannot be had. */
const staleLimit = 24 * 60 * 60 * 1000
/** How long a failing source is left alone while an old value stands in. */
const retryDelay = 30 * 1000

/** How long a source is left alone after it was asked for something newer. */
const renewalDelay = 30 * 1000

/** A memory for at most `most` values, each asked for again after `lifetime` milliseconds. */
export function createStaleCache<T>({
  lifetime,
  most,
}: {
  lifetime: number
  most: number
}): StaleCache<T> {
  const entries = new Map<string, Entry<T>>()
  const underWay = new Map<string, Promise<T>>()

  const keep = (key: string, entry: Entry<T>): T => {
    entries.delete(key)
    for (const oldest of entries.keys()) if (entries.size >= most) entries.delete(oldest)
    entries.set(key, entry)
    return entry.value
  }

  const load = async (key: string, from: () => Promise<T>): Promise<T> => {
    try {
      const value = await from()
      const now = Date.now()
      const { renewableAt = 0 } = entries.get(key) ?? {}
      return keep(key, { value, loadedAt: now, dueAt: now + lifetime, renewableAt })
    } catch (thrown) {
      const old = entries.get(key)
      if (!old || Date.now() - old.loadedAt > staleLimit) throw thrown
      return keep(key, { ...old, dueAt: Date.now() + retryDelay })
    } finally {
      underWay.delete(key)
    }
  }

  const loadOnce = (key: string, from: () => Promise<T>): Promise<T> => {
    const loading = underWay.get(key) ?? load(key, from)
    underWay.set(key, loading)
    return loading
  }

  return {
    get: async (key, from) => {
      const known = entries.get(key)
      return known && Date.now() < known.dueAt ? known.value : loadOnce(key, from)
    },
    renew: async (key, seen, from) => {
      const known = entries.get(key)
      if (known && known.value !== seen) return known.value
      const now = Date.now()
      if (!underWay.has(key)) {
        if (known && now < known.renewableAt) return undefined
        if (known) entries.set(key, { ...known, renewableAt: now + renewalDelay })
      }
      const value = await loadOnce(key, from)
      return value === seen ? undefined : value
    },
  }
}
