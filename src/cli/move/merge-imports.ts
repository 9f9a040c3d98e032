import { isAuthJs } from './doors.js'
import type { ImportedName, Portion, SplitImport } from './split-import.js'

/** Which portions of a file's imports are merged. */
export interface Merging {
  /** The portions whose names another one takes over. */
  readonly merged: ReadonlySet<Portion>
  /** The names that a portion takes over. */
  readonly added: ReadonlyMap<Portion, readonly ImportedName[]>
}

/**
 * Merges imports of values, and imports of types, that come from one entry point after the move.
 * An import that was there before takes the names over, and otherwise the first one.
 */
export function mergeImports(imports: readonly SplitImport[]): Merging {
  const merged = new Set<Portion>()
  const added = new Map<Portion, readonly ImportedName[]>()
  const hosts = new Map<string, Portion>()
  const [moved, ours] = partition(imports)
  for (const one of [...ours, ...moved]) {
    for (const portion of one.portions.filter((portion) => mayMerge(one, portion))) {
      const key = `${portion.specifier} ${one.isTypeOnly}`
      const host = hosts.get(key)
      if (!host) hosts.set(key, portion)
      else if (!ours.includes(one) && portion.defaultName === undefined) {
        merged.add(portion)
        added.set(host, [...(added.get(host) ?? []), ...portion.names])
      }
    }
  }
  return { merged, added }
}

/** The imports from Auth.js, and those from Latchkey. */
function partition(
  imports: readonly SplitImport[],
): readonly [moved: readonly SplitImport[], ours: readonly SplitImport[]] {
  return [
    imports.filter(({ literal }) => isAuthJs(literal.text)),
    imports.filter(({ literal }) => !isAuthJs(literal.text)),
  ]
}

function mayMerge({ isHost }: SplitImport, { specifier, names }: Portion): boolean {
  return isHost && names.length > 0 && !isAuthJs(specifier)
}
