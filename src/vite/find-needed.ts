import { declarationsOf } from './declarations.js'
import type { Node } from './parse-module.js'
import { namesIn } from './walk.js'

/** Finds the nodes of the declarations that a module's exports need, outside of the ignored nodes. */
export function findNeeded(
  statements: readonly Node[],
  ignored: ReadonlySet<Node>,
): ReadonlySet<Node> {
  const declared = statements.flatMap(declarationsOf)
  const exported = statements.filter(({ type }) => type.startsWith('Export'))
  const needed = new Set(exported.flatMap(declarationsOf).map(({ node }) => node))
  const waiting = [...exported]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const names = namesIn(node, ignored)
    for (const one of declared) {
      if (needed.has(one.node) || !one.names.some((name) => names.has(name))) continue
      needed.add(one.node)
      waiting.push(one.node)
    }
  }
  return needed
}
