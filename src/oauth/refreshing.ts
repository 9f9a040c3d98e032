/** Values by key that are loaded again when they are old, and outlive an outage of their source. */
export interface Refreshing<T> {
  /** The value of a key; `load` runs once at a time, and its failure matters only without a value. */
  get(key: string, load: () => Promise<T>): Promise<T>
}

interface Entry<T> {
  readonly value: T
  readonly loadedAt: number
  /** When the source is asked again. */
  readonly dueAt: number
}

/** How long an old value stands in for one that cannot be had. */
const staleLimit = 24 * 60 * 60 * 1000
/** How long a failing source is left alone while an old value stands in. */
const retryDelay = 30 * 1000

/** A memory for at most `most` values, each asked for again after `lifetime` milliseconds. */
export function refreshing<T>({
  lifetime,
  most,
}: {
  lifetime: number
  most: number
}): Refreshing<T> {
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
      return keep(key, { value, loadedAt: now, dueAt: now + lifetime })
    } catch (thrown) {
      const old = entries.get(key)
      if (!old || Date.now() - old.loadedAt > staleLimit) throw thrown
      return keep(key, { ...old, dueAt: Date.now() + retryDelay })
    } finally {
      underWay.delete(key)
    }
  }

  return {
    get: async (key, from) => {
      const known = entries.get(key)
      if (known && Date.now() < known.dueAt) return known.value
      const loading = underWay.get(key) ?? load(key, from)
      underWay.set(key, loading)
      return loading
    },
  }
}
