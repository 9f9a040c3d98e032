/**
 * What a step looks at and what it changes, as `table:key`; the key `*` means every row.
 *
 * Two steps commute unless one of them changes what the other looks at or changes.
 */
export interface Footprint {
  readonly reads: readonly string[]
  readonly writes: readonly string[]
}

/** A step that concerns its own flow only. */
export const nothing: Footprint = { reads: [], writes: [] }

/** A step that commutes with no other. */
export const everything: Footprint = { reads: [], writes: ['*:*'] }

/**
 * The step that begins a transaction. No other task can take a step until its end, so what the
 * steps inside touch decides whether another order makes a difference.
 */
export const transactionStart: Footprint = { ...everything }

export function isNothing({ reads, writes }: Footprint): boolean {
  return reads.length === 0 && writes.length === 0
}

/** Whether the order of two steps can make a difference. */
export function areDependent(a: Footprint, b: Footprint): boolean {
  return touches(a.writes, b.writes) || touches(a.writes, b.reads) || touches(b.writes, a.reads)
}

function touches(some: readonly string[], others: readonly string[]): boolean {
  return some.some((key) => others.some((other) => isSameRow(key, other)))
}

function isSameRow(a: string, b: string): boolean {
  if (a === b || a === '*:*' || b === '*:*') return true
  const [tableA, keyA] = split(a)
  const [tableB, keyB] = split(b)
  return tableA === tableB && (keyA === '*' || keyB === '*')
}

function split(key: string): readonly [string, string] {
  const colon = key.indexOf(':')
  return [key.slice(0, colon), key.slice(colon + 1)]
}
