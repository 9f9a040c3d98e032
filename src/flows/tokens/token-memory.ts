import type { AdapterAccount } from '../../model/adapter.js'

const mostNames = 1000

/** Names an account in the memory of this process. */
export function nameOf({
  provider,
  providerAccountId,
}: Pick<AdapterAccount, 'provider' | 'providerAccountId'>): string {
  return JSON.stringify([provider, providerAccountId])
}

/** Remembers a value. Drops the oldest entries if there are too many. */
export function remember<T>(known: Map<string, T>, name: string, value: T): void {
  known.delete(name)
  for (const oldest of known.keys()) if (known.size >= mostNames) known.delete(oldest)
  known.set(name, value)
}
