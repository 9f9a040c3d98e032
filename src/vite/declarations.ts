import { importedName, sideEffects, specifiersOf, textOf } from './module-exports.js'
import type { Node } from './parse-module.js'
import { namesIn } from './walk.js'

/** An import, a variable, a function or a class that a module declares at its top level. */
export interface Declaration {
  readonly names: readonly string[]
  readonly node: Node
  readonly isExported: boolean
  /** The module and export that an imported value comes from. */
  readonly from?: { readonly specifier: string; readonly name: string }
}

/** Lists what a top-level statement declares. */
export function declarationsOf(statement: Node): readonly Declaration[] {
  if (statement.type === 'ImportDeclaration') return importsOf(statement)
  const isExported = statement.type.startsWith('Export')
  const inner = (isExported ? statement['declaration'] : statement) as Node | null | undefined
  if (!inner) return []
  if (inner.type === 'VariableDeclaration') {
    const declarators = inner['declarations'] as readonly Node[]
    return declarators.map((node) => ({ names: boundNames(node['id'] as Node), node, isExported }))
  }
  const name = /^(?:Function|Class)Declaration$/.test(inner.type) ? textOf(inner['id']) : undefined
  return name === undefined ? [] : [{ names: [name], node: inner, isExported }]
}

/** Whether a statement only has an effect. It declares, imports and exports nothing. */
export function isEffect({ type }: Node): boolean {
  return !/^(?:Import|Export)|Declaration$/.test(type)
}

/**
 * The top-level statements that use a declared value, such as `providers.push(…)`, and so may add
 * to it.
 */
export function attachedStatements(
  statements: readonly Node[],
  declared: readonly Declaration[],
): readonly Node[] {
  const names = declared.filter(({ from }) => !from).flatMap((one) => one.names)
  return statements.filter((statement) => {
    if (!isEffect(statement)) return false
    const used = namesIn(statement)
    return names.some((name) => used.has(name))
  })
}

function importsOf(statement: Node): readonly Declaration[] {
  const source = textOf(statement['source']) ?? ''
  return specifiersOf(statement).map((node) => {
    const name = importedName(node)
    const names = [textOf(node['local']) ?? '']
    return { names, node, isExported: false, from: { specifier: source, name } }
  })
}

function boundNames(pattern: Node): readonly string[] {
  return [...namesIn(pattern)]
}

/**
 * Returns the nodes that give an export its value, the nodes of all exports for `*`, or the
 * statements that run when the module is loaded.
 */
export function exportedNodes(statements: readonly Node[], name: string): readonly Node[] {
  if (name === sideEffects) return statements.filter(isEffect)
  const declared = statements.flatMap(declarationsOf)
  const locals = new Set(statements.flatMap((statement) => localsOf(statement, name)))
  const byName = declared.filter(({ names, isExported }) =>
    names.some((one) => locals.has(one) || (isExported && (name === '*' || one === name))),
  )
  const defaults = statements
    .filter(({ type }) => type === 'ExportDefaultDeclaration' && ['*', 'default'].includes(name))
    .map((statement) => statement['declaration'] as Node)
  return [...byName.filter(({ from }) => !from).map(({ node }) => node), ...defaults]
}

/** `export { local as name }` */
function localsOf(statement: Node, name: string): readonly string[] {
  if (statement.type !== 'ExportNamedDeclaration' || statement['source']) return []
  const specifiers = specifiersOf(statement)
  const exported = specifiers.filter((one) => name === '*' || textOf(one['exported']) === name)
  return exported.map((one) => textOf(one['local']) ?? '')
}
