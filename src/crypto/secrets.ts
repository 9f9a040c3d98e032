/**
 * The first secret creates tokens and MACs, and all of them open or verify. There is always one, so
 * an empty key cannot be used by mistake.
 */
export type Secrets = readonly [string, ...string[]]

/** Returns one or several secrets as a list. Undefined if every one is empty or not a string. */
export function toSecrets(given: unknown): Secrets | undefined {
  const list: readonly unknown[] = Array.isArray(given) ? given : [given]
  const [first, ...older] = list.filter((one) => typeof one === 'string' && one !== '') as string[]
  return first === undefined ? undefined : Object.freeze<[string, ...string[]]>([first, ...older])
}

/** Returns the secret that stays the same the longest when new ones are added in front. */
export function oldestSecret([first, ...older]: Secrets): string {
  return older.at(-1) ?? first
}
