/**
 * When sessions were last seen alive in the database, by the key of their row: within `recheckAge`
 * the database is not asked again. Bounded; the oldest entry goes first.
 */
const seen = new Map<string, number>()
const mostSeen = 10_000

/** Whether a session was seen alive less than `age` seconds before `now`. */
export function wasAlive(key: string, now: number, age: number): boolean {
  const at = seen.get(key)
  return at !== undefined && at + age > now
}

export function rememberAlive(key: string, now: number): void {
  seen.delete(key)
  seen.set(key, now)
  if (seen.size <= mostSeen) return
  const { value: oldest } = seen.keys().next()
  if (oldest !== undefined) seen.delete(oldest)
}

export function forgetAlive(key: string): void {
  seen.delete(key)
}

/** After sessions have ended whose keys are not known: all are asked for again. */
export function forgetAllAlive(): void {
  seen.clear()
}
