import { textOf, type Read } from './module-exports.js'
import type { Node } from './parse-module.js'
import { walk } from './walk.js'

/**
 * Returns the exports that a node imports when it runs. `const { a } = await import('…')` and
 * `(await import('…')).a` name them. Every other form counts as an import of all exports.
 */
export function importsWithin(node: Node): readonly Read[] {
  const named = new Map<unknown, readonly string[]>()
  const reads: Read[] = []
  walk(node, (inner) => {
    const names = namesTaken(inner)
    if (names) named.set(importOf(inner['init'] ?? inner['object']), names)
    if (inner.type !== 'ImportExpression') return
    const specifier = sourceOf(inner)
    for (const name of named.get(inner) ?? ['*']) {
      if (specifier !== undefined) reads.push({ specifier, name })
    }
  })
  return reads
}

/** Whether a node imports modules by a computed name or by a pattern. */
export function importsComputed(node: Node): boolean {
  let isComputed = false
  walk(node, (inner) => {
    isComputed ||= inner.type === 'ImportExpression' && sourceOf(inner) === undefined
  })
  return isComputed || importsGlob(node)
}

/** Whether a node has `import.meta.glob`, with which Vite imports all files that match a pattern. */
export function importsGlob(node: Node): boolean {
  let isGlob = false
  walk(node, (inner) => {
    isGlob ||= isMetaGlob(inner)
  })
  return isGlob
}

/** Whether a node is `import.meta.glob`, or a member of `import.meta` with a computed name. */
export function isMetaGlob({ object, property }: Node): boolean {
  const { type } = (object ?? {}) as Partial<Node>
  return type === 'MetaProperty' && (textOf(property) ?? 'glob').startsWith('glob')
}

function namesTaken(node: Node): readonly string[] | undefined {
  if (node.type === 'MemberExpression' && importOf(node['object']) && !node['computed']) {
    return [textOf(node['property']) ?? '*']
  }
  const pattern = node['id'] as Node | undefined
  if (!importOf(node['init']) || pattern?.type !== 'ObjectPattern') return undefined
  const members = pattern['properties'] as readonly Node[]
  return members.map((one) => (one['computed'] ? '*' : (textOf(one['key']) ?? '*')))
}

/** Returns the import after an `await`. */
function importOf(node: unknown): Node | undefined {
  const { type, argument } = (node ?? {}) as { type?: string; argument?: Node }
  return type === 'AwaitExpression' && argument?.type === 'ImportExpression' ? argument : undefined
}

function sourceOf(node: Node): string | undefined {
  return literalOf(node['source'] as Node | undefined)
}

/** Returns a text that is written in quotes or as a template without expressions. */
export function literalOf(node: Node | undefined): string | undefined {
  const quasis = (node?.['quasis'] as readonly Node[] | undefined) ?? []
  const [only] = quasis
  if (quasis.length !== 1) return node?.type === 'Literal' ? textOf(node) : undefined
  return (only?.['value'] as { readonly cooked?: string } | undefined)?.cooked
}
