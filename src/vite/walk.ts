import type { Node } from './parse-module.js'

/** Calls `visit` for a node and all below it; what `visit` returns `false` for is not entered. */
export function walk(
  node: Node,
  visit: (node: Node, parent: Node | undefined) => boolean | void,
  parent?: Node,
): void {
  if (visit(node, parent) === false) return
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, visit, node)
    }
  }
}

/**
 * The names that a node refers to. A name that is declared again further inside counts, too: the
 * caller then keeps a value that it could have removed, which is the safe mistake.
 */
export function namesIn(node: Node, ignored: readonly Node[] = []): ReadonlySet<string> {
  const names = new Set<string>()
  walk(node, (inner, parent) => {
    if (ignored.includes(inner)) return false
    if (isReference(inner, parent)) names.add(String(inner['name']))
    return true
  })
  return names
}

function isReference(node: Node, parent: Node | undefined): boolean {
  if (node.type === 'JSXIdentifier') return true
  if (node.type !== 'Identifier') return false
  if (parent?.['computed'] === true) return true
  if (parent?.type === 'MemberExpression') return parent['object'] === node
  if (parent?.type === 'Property') return parent['value'] === node
  return true
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
