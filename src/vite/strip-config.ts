import {
  bareImports,
  declarationsOf,
  isBareImport,
  isEffect,
  type Declaration,
} from './declarations.js'
import { importsComputed, importsGlob, importsWithin } from './dynamic-imports.js'
import { Unsafe, type ConfigCalls } from './find-calls.js'
import { findNeeded } from './find-needed.js'
import { keptInitializer } from './initializers.js'
import { findLoadCalls } from './load-calls.js'
import { importsOfModule } from './loaded-keys.js'
import { specifiersOf, textOf, type Read } from './module-exports.js'
import { importsRead } from './namespace-members.js'
import type { Node, ParsedModule } from './parse-module.js'
import { reach } from './reach.js'
import { textsIn } from './walk.js'

/** A module without its config functions, as the browser receives it. */
export interface StrippedModule {
  readonly code: string
  /** Values of this module that both its exports and the server's part need. */
  readonly kept: readonly KeptValue[]
  /** Values of other modules that the server's part reads. */
  readonly read: readonly Read[]
  /** What calls beside the config read of other modules, although the config does not. */
  readonly unread: readonly Read[]
  /** What the rest of the module imports or re-exports, so that the browser loads these modules. */
  readonly left: readonly Read[]
  /** The names that such calls give to values, if they may publish a key. */
  readonly called: readonly RiskyCall[]
}

/** The name of a value, and why the call that makes it may publish a key. */
export interface RiskyCall {
  readonly name: string
  readonly reason: string
}

/** A value that the browser may get. A bundler drops the name of a value whose call it keeps. */
export interface KeptValue {
  readonly name: string
  readonly texts: readonly string[]
}

/**
 * Leaves only what the exports of a module need, without the config functions. All other statements
 * and imports are for the server: a statement may register a provider or set a secret. Imports each
 * initializer from its package entry under the name that Qwik strips.
 */
export function stripConfig(
  { code, statements }: ParsedModule,
  { calls: made, imported }: ConfigCalls,
): StrippedModule {
  const functions = made.flatMap((call) => call['arguments'] as readonly Node[])
  const needed = findNeeded(statements, new Set(functions))
  const forServer = [...functions, ...statements.filter(isEffect)]
  const { reached } = reach(forServer, statements)
  const onServer = [...forServer, ...nodesOf(reached)]
  // An instance may refer to itself, and it does not contain secrets.
  const isInstance = ({ node }: Declaration): boolean => made.includes(node['init'] as Node)
  const kept = reached.filter((one) => needed.has(one.node) && !one.from && !isInstance(one))
  const read = new Set(reached.map(({ node }) => node))
  const declared = new Set(statements.flatMap(declarationsOf).map(({ node }) => node))
  // The value of `export default` is not a declaration. It always stays.
  const unread = findLoadCalls(statements).filter(({ node }) => {
    return (needed.has(node) || !declared.has(node)) && !read.has(node)
  })
  const used = made.map(({ callee }) => textOf(callee))
  const inUse = [...imported].filter(([name]) => used.includes(name))
  const doors = inUse
    .filter(([, { specifier }]) => needed.has(specifier))
    .map(([local, { origin }]) => {
      return `import { ${keptInitializer} as ${local} } from ${JSON.stringify(origin.door)}`
    })
  const replaced = inUse.map(([, { specifier }]) => specifier)
  const parts = new Set([...needed].filter((node) => !replaced.includes(node)))
  const write = (node: Node): string => withEmptyCalls(code, node, made)
  return {
    code: [...doors, ...statements.flatMap((one) => writeStatement(one, parts, write))].join('\n'),
    kept: kept.flatMap(({ names, node }) => {
      return names.map((name) => ({ name, texts: textsIn(node) }))
    }),
    read: [...importsRead(reached, onServer), ...importsIn(onServer), ...bareImports(statements)],
    unread: unread.flatMap(({ reads }) => reads),
    left: importsOfModule(statements, parts),
    called: unread.flatMap(({ names, reason }) => {
      return reason === undefined ? [] : names.map((name) => ({ name, reason }))
    }),
  }
}

function nodesOf(declared: readonly Declaration[]): readonly Node[] {
  return declared.filter(({ from }) => !from).map(({ node }) => node)
}

function importsIn(all: readonly Node[]): readonly Read[] {
  if (all.some(importsGlob)) {
    throw new Unsafe(
      'The config function reads `import.meta.glob`, whose files cannot be followed',
      'Import each of these files by its name.',
    )
  }
  if (all.some(importsComputed)) {
    throw new Unsafe(
      'The config function imports a module whose name is computed',
      'Import it by its name.',
    )
  }
  return all.flatMap(importsWithin)
}

type Write = (node: Node) => string

/** Returns the parts of a statement that are left, as a new statement. */
function writeStatement(statement: Node, left: ReadonlySet<Node>, write: Write): readonly string[] {
  if (isBareImport(statement)) return []
  if (statement.type === 'ImportDeclaration') return writeImport(statement, left, write)
  if (statement.type.startsWith('Export')) return [write(statement)]
  if (statement.type !== 'VariableDeclaration') return left.has(statement) ? [write(statement)] : []
  const parts = (statement['declarations'] as readonly Node[]).filter((one) => left.has(one))
  if (parts.length === 0) return []
  return [`${String(statement['kind'])} ${parts.map(write).join(', ')};`]
}

function writeImport(statement: Node, left: ReadonlySet<Node>, write: Write): readonly string[] {
  const specifiers = specifiersOf(statement)
  if (specifiers.every((one) => left.has(one))) return [write(statement)]
  // Import attributes follow the source, as in `with { type: 'json' }`.
  const source = statement['source'] as Node
  const from = write({ ...statement, start: source.start })
  return specifiers
    .filter((one) => left.has(one))
    .map((one) => `import ${clauseOf(one)} from ${from}`)
}

function clauseOf(specifier: Node): string {
  const local = textOf(specifier['local']) ?? ''
  if (specifier.type === 'ImportNamespaceSpecifier') return `* as ${local}`
  if (specifier.type === 'ImportDefaultSpecifier') return `{ default as ${local} }`
  const name = textOf(specifier['imported']) ?? ''
  // Qwik's optimizer does not support names in quotes.
  return `{ ${/^[\w$]+$/.test(name) ? name : JSON.stringify(name)} as ${local} }`
}

/**
 * Returns the code of a node. In its calls of initializers, one empty function takes the place of
 * all arguments and of the comments between them.
 */
function withEmptyCalls(code: string, { start, end }: Node, calls: readonly Node[]): string {
  const inside = calls.filter((call) => start <= call.start && call.end <= end)
  const outermost = inside.filter(
    (call) => !inside.some((other) => other.start < call.start && call.end <= other.end),
  )
  let at = start
  const texts = outermost.map((call) => {
    const text = `${code.slice(at, (call['callee'] as Node).end)}(() => null)`
    at = call.end
    return text
  })
  return texts.join('') + code.slice(at, end)
}
