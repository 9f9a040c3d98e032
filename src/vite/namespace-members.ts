import type { Declaration } from './declarations.js'
import { textOf, type Read } from './module-exports.js'
import type { Node } from './parse-module.js'
import { walk } from './walk.js'

/**
 * Returns the members that nodes read of an `import * as` object. `*` stands for all members,
 * because code that uses the object as a whole may read any of them.
 */
export function membersRead(local: string, nodes: readonly Node[]): ReadonlySet<string> {
  const members = new Set<string>()
  for (const one of nodes) {
    walk(one, (node, parent) => {
      if (!/^(?:JSX)?Identifier$/.test(node.type) || node['name'] !== local) return
      const isMember = parent?.type === 'MemberExpression' && parent['object'] === node
      members.add((isMember && memberName(parent)) || '*')
    })
  }
  return members
}

/** Returns what nodes read from other modules, given the declarations that they reach. */
export function importsRead(
  reached: readonly Declaration[],
  nodes: readonly Node[],
): readonly Read[] {
  return reached.flatMap(({ from, names: [local = ''] }) => {
    if (from?.name !== '*') return from ?? []
    const { specifier } = from
    return [...membersRead(local, nodes)].map((name) => ({ specifier, name }))
  })
}

/** Returns the name of the member that an expression reads. Undefined if the name is computed. */
function memberName(node: Node): string | undefined {
  const property = node['property'] as Node
  return node['computed'] === true && property.type !== 'Literal' ? undefined : textOf(property)
}
