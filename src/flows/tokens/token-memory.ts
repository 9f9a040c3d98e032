import type { AdapterAccount } from '../../model/adapter.js'

const mostNames = 1000

/** Names an account in the memory of this process. */
export function nameOf({
  provider,
  providerAccountId,
}: Pick<AdapterAccount, 'provider' | 'providerAccountId'>): string {
  return JSON.stringify([provider, providerAccountId])
}

/** Remembers a time. Drops the oldest entries if there are too many. */
export function rememberUntil(times: Map<string, number>, name: string, until: number): void {
  times.delete(name)
  for (const oldest of times.keys()) if (times.size >= mostNames) times.delete(oldest)
  times.set(name, until)
}
