import { declarationsOf, isEffect, type Declaration } from './declarations.js'
import type { Node } from './parse-module.js'
import { namesIn } from './walk.js'

/** What nodes of a module refer to, through any number of declarations. */
export interface Reached {
  readonly reached: readonly Declaration[]
  /** Statements that may add to a reached declaration, such as `providers.push(…)`. */
  readonly attached: readonly Node[]
}

/**
 * Follows the names that nodes refer to, outside of the ignored nodes, through the declarations of
 * their module.
 */
export function reach(
  nodes: readonly Node[],
  statements: readonly Node[],
  ignored?: ReadonlySet<Node>,
): Reached {
  const declared = statements.flatMap(declarationsOf)
  const given = new Set(nodes)
  const reached = new Set(declared.filter(({ node }) => given.has(node)))
  const attached = new Set<Node>()
  const byName = groupByName(declared)
  // A large module has thousands of declarations, and hardly any effects.
  const effects = statements.filter(isEffect).map((node) => ({ node, names: namesIn(node) }))
  const waiting = [...nodes]
  const attach = ({ from, names }: Declaration): void => {
    if (from) return
    for (const one of effects) {
      if (attached.has(one.node) || !names.some((name) => one.names.has(name))) continue
      attached.add(one.node)
      waiting.push(one.node)
    }
  }
  for (const one of reached) attach(one)
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    for (const one of [...namesIn(node, ignored)].flatMap((name) => byName.get(name) ?? [])) {
      if (reached.has(one)) continue
      reached.add(one)
      if (!one.from) waiting.push(one.node)
      attach(one)
    }
  }
  return { reached: [...reached], attached: [...attached] }
}

/** Finds declarations by each name that they declare. */
export function groupByName(
  declared: readonly Declaration[],
): ReadonlyMap<string, readonly Declaration[]> {
  const byName = new Map<string, Declaration[]>()
  for (const one of declared) {
    for (const name of one.names) byName.set(name, [...(byName.get(name) ?? []), one])
  }
  return byName
}
