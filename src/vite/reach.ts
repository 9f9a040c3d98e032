import { attachedStatements, declarationsOf, type Declaration } from './declarations.js'
import type { Node } from './parse-module.js'

/** What nodes of a module refer to, through any number of declarations. */
export interface Reached {
  readonly reached: readonly Declaration[]
  /** Statements that may add to a reached declaration, such as `providers.push(…)`. */
  readonly attached: readonly Node[]
}

/** Follows the names that nodes refer to through the declarations of their module. */
export function reach(
  nodes: readonly Node[],
  statements: readonly Node[],
  namesOf: (node: Node) => ReadonlySet<string>,
): Reached {
  const declared = statements.flatMap(declarationsOf)
  const reached = new Set(declared.filter(({ node }) => nodes.includes(node)))
  const attached = new Set<Node>()
  const waiting = [...nodes]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const names = namesOf(node)
    for (const one of declared) {
      if (reached.has(one) || !one.names.some((name) => names.has(name))) continue
      reached.add(one)
      if (!one.from) waiting.push(one.node)
    }
    for (const one of attachedStatements(statements, [...reached])) {
      if (attached.has(one)) continue
      attached.add(one)
      waiting.push(one)
    }
  }
  return { reached: [...reached], attached: [...attached] }
}
