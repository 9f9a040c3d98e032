import { attachedStatements, type Declaration } from './declarations.js'
import type { Node } from './parse-module.js'
import { namesIn } from './walk.js'

/** What only a module's config functions use. */
export interface Unused {
  readonly removed: ReadonlySet<Declaration>
  /** Statements that only add to removed declarations, such as `providers.push(…)`. */
  readonly attached: readonly Node[]
  /** All declarations that the config functions read. */
  readonly reached: ReadonlySet<Declaration>
}

/** Finds what only the config functions use, and everything that they reach. */
export function findUnused(
  statements: readonly Node[],
  declared: readonly Declaration[],
  functions: readonly Node[],
): Unused {
  let attached = attachedStatements(statements, declared)
  for (;;) {
    const found = removeWith(statements, declared, functions, attached)
    const left = attached.filter((one) => addsOnlyTo(one, found.removed, declared))
    if (left.length === attached.length) return { ...found, attached }
    // A statement that must stay also keeps the declarations that it mentions.
    attached = left
  }
}

function removeWith(
  statements: readonly Node[],
  declared: readonly Declaration[],
  functions: readonly Node[],
  attached: readonly Node[],
): Pick<Unused, 'removed' | 'reached'> {
  const removed = new Set<Declaration>()
  const reached = new Set<Declaration>()
  for (let size = -1; size !== removed.size + reached.size;) {
    size = removed.size + reached.size
    const added = attachedStatements(attached, [...removed])
    const gone = [...functions, ...added, ...[...removed].map(({ node }) => node)]
    const wanted = new Set(gone.flatMap((node) => [...namesIn(node)]))
    for (const one of declared) if (one.names.some((name) => wanted.has(name))) reached.add(one)
    for (const one of reached) {
      const ignored = [...gone, ...attached, one.node]
      if (!one.isExported && !isUsed(one, statements, ignored)) removed.add(one)
    }
  }
  return { removed, reached }
}

function addsOnlyTo(
  statement: Node,
  removed: ReadonlySet<Declaration>,
  declared: readonly Declaration[],
): boolean {
  const used = namesIn(statement)
  const mentioned = declared.filter(
    ({ from, names }) => !from && names.some((name) => used.has(name)),
  )
  return mentioned.length > 0 && mentioned.every((one) => removed.has(one))
}

function isUsed(
  { names }: Declaration,
  statements: readonly Node[],
  ignored: readonly Node[],
): boolean {
  return statements
    .filter(({ type }) => type !== 'ImportDeclaration')
    .some((statement) => {
      const used = namesIn(statement, ignored)
      return names.some((name) => used.has(name))
    })
}
