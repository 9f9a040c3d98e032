import { importedName, sideEffects, specifiersOf, textOf, type Read } from './module-exports.js'
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

/** Whether a statement is `import './file'`. A stylesheet runs no code, and the browser needs it. */
export function isBareImport(statement: Node): boolean {
  const isBare = statement.type === 'ImportDeclaration' && specifiersOf(statement).length === 0
  return isBare && !stylesheet.test(textOf(statement['source']) ?? '')
}

const stylesheet = /^[^?#]+\.(?:css|less|sass|scss|styl|stylus|pcss|postcss|sss)(?:\?|$)/

/** Returns what a module imports only for its effects. */
export function bareImports(statements: readonly Node[]): readonly Read[] {
  return statements.filter(isBareImport).map((one) => {
    return { specifier: textOf(one['source']) ?? '', name: sideEffects }
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

/** An export whose value the module declares. */
interface Export {
  readonly name: string
  readonly node: Node
}

/**
 * Returns the nodes that give an export its value, the nodes of all exports for `*`, or the
 * statements that run when the module is loaded.
 */
export function exportedNodes(statements: readonly Node[], name: string): readonly Node[] {
  if (name === sideEffects) return statements.filter(isEffect)
  const exports = exportsOf(statements).filter((one) => name === '*' || one.name === name)
  return [...new Set(exports.map(({ node }) => node))]
}

/** Lists the exports of a module, without those that it re-exports from other modules. */
export function exportsOf(statements: readonly Node[]): readonly Export[] {
  const declared = statements.flatMap(declarationsOf).filter(({ from }) => !from)
  const direct = declared
    .filter(({ isExported }) => isExported)
    .flatMap(({ names, node }) => names.map((name) => ({ name, node })))
  return [...direct, ...statements.flatMap((statement) => listedExports(statement, declared))]
}

/** `export { local as name }` and `export default …` */
function listedExports(statement: Node, declared: readonly Declaration[]): readonly Export[] {
  if (statement.type === 'ExportDefaultDeclaration') {
    return [{ name: 'default', node: statement['declaration'] as Node }]
  }
  if (statement.type !== 'ExportNamedDeclaration' || statement['source']) return []
  return specifiersOf(statement).flatMap((one) => {
    const local = textOf(one['local']) ?? ''
    const name = textOf(one['exported']) ?? ''
    return declared.filter(({ names }) => names.includes(local)).map(({ node }) => ({ name, node }))
  })
}
