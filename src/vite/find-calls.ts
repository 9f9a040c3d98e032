import { declarationsOf } from './declarations.js'
import { importsWithin } from './dynamic-imports.js'
import { findSuspect } from './find-suspect.js'
import { initializerQrls, initializers } from './initializers.js'
import {
  isInitializer,
  specifiersOf,
  textOf,
  traceExport,
  type Origin,
  type Tracer,
} from './module-exports.js'
import { membersRead } from './namespace-members.js'
import type { Node, ParsedModule } from './parse-module.js'
import { namesIn, walk } from './walk.js'

/** A module's calls of initializers. */
export interface ConfigCalls {
  /** The call expressions, each at the top level of the module. */
  readonly calls: readonly Node[]
  /** Imported initializers by their local name, with the specifier that imports each. */
  readonly imported: ReadonlyMap<string, { readonly origin: Origin; readonly specifier: Node }>
}

/** Why a config function could be published. The message is the beginning of a sentence. */
export class Unsafe extends Error {
  /** What to do, if it is not to import and to call the initializer in the usual way. */
  readonly cure: string | undefined
  /** What would happen, as a sentence. */
  readonly harm: string

  constructor(message: string, cure?: string, harm = 'The config would be published.') {
    super(message)
    this.cure = cure
    this.harm = harm
  }
}

/**
 * Finds the calls of initializers in a module.
 *
 * @throws Unsafe if the plugin cannot follow how the module uses an initializer
 */
export async function findConfigCalls(
  { statements }: ParsedModule,
  id: string,
  tracer: Tracer,
): Promise<ConfigCalls> {
  const trace = (name: string, specifier: string): Promise<Origin | undefined> =>
    traceExport(name, specifier, id, tracer)
  const imported = new Map<string, { origin: Origin; specifier: Node }>()
  for (const statement of statements) {
    const source = textOf(statement['source'])
    if (source === undefined) continue
    if (statement.type === 'ExportAllDeclaration' && statement['exported']) {
      await refuseWhole(source, trace)
    }
    for (const specifier of specifiersOf(statement)) {
      const name = textOf(specifier[statement.type === 'ImportDeclaration' ? 'imported' : 'local'])
      const origin = name !== undefined && (await trace(name, source))
      if (!origin) continue
      if (statement.type === 'ImportDeclaration') {
        imported.set(textOf(specifier['local']) ?? '', { origin, specifier })
      } else requireSuffix(textOf(specifier['exported']) ?? '', origin)
    }
    if (statement.type === 'ImportDeclaration') await refuseNamespace(statement, statements, trace)
  }
  await refuseDynamicImports(statements, trace)
  refuseUnbound(statements)
  return { calls: statements.flatMap((one) => callsIn(one, imported)), imported }
}

type Trace = (name: string, specifier: string) => Promise<Origin | undefined>

/** Qwik's optimizer recognizes an initializer only if its name keeps its ending. */
function requireSuffix(name: string, origin: Origin): void {
  const suffix = initializers.includes(origin.name) ? '$' : 'Qrl'
  if (name.endsWith(suffix)) return
  throw new Unsafe(
    `\`${origin.name}\` is exported as \`${name}\`, which does not end in \`${suffix}\``,
  )
}

/** `export * as` exports an object, and Qwik's optimizer does not follow an object's members. */
async function refuseWhole(source: string, trace: Trace): Promise<void> {
  if (await trace('*', source)) throw new Unsafe('An initializer is within `export * as`')
}

async function refuseNamespace(
  statement: Node,
  statements: readonly Node[],
  trace: Trace,
): Promise<void> {
  const namespace = specifiersOf(statement).find((one) => one.type === 'ImportNamespaceSpecifier')
  const local = textOf(namespace?.['local'])
  if (local === undefined) return
  const source = textOf(statement['source']) ?? ''
  const members = membersRead(
    local,
    statements.filter((one) => one !== statement),
  )
  for (const name of members) {
    const origin = await trace(name, source)
    if (!origin) continue
    const found = origin.name === '*' ? 'An initializer' : `\`${origin.name}\``
    throw new Unsafe(`${found} is used through \`import * as ${local}\``)
  }
}

async function refuseDynamicImports(statements: readonly Node[], trace: Trace): Promise<void> {
  for (const { name, specifier } of statements.flatMap(importsWithin)) {
    if (await trace(name, specifier)) {
      throw new Unsafe(`An initializer is within \`import('${specifier}')\``)
    }
  }
  const suspect = findSuspect(statements)
  if (suspect === undefined) return
  throw new Unsafe(
    `\`${suspect}\` may be an initializer, because its module imports a module by a computed name`,
    'If it is an initializer, import it by name, and call it at the top level of the module that imports it. If not, give it a name that does not end in `$` or `Qrl`, or move it to a module without that import.',
  )
}

/** A plugin that adds imports for mentioned names runs after this plugin has read the module. */
function refuseUnbound(statements: readonly Node[]): void {
  const bound = new Set(statements.flatMap(declarationsOf).flatMap(({ names }) => names))
  const unbound = [...initializers, ...initializerQrls].filter((name) => !bound.has(name))
  for (const statement of statements) {
    const names = statement.type.startsWith('Import') ? new Set() : namesIn(statement)
    const found = statement['source'] ? undefined : unbound.find((name) => names.has(name))
    if (found !== undefined)
      throw new Unsafe(`\`${found}\` is used, but this module does not import it`)
  }
}

function callsIn(statement: Node, imported: ConfigCalls['imported']): readonly Node[] {
  const calls: Node[] = []
  if (statement.type === 'ImportDeclaration') return calls
  walk(statement, (node, parent) => {
    const name = node.type === 'Identifier' ? textOf(node) : undefined
    const known = name === undefined ? undefined : imported.get(name)
    if (!known || isPropertyName(node, parent)) return
    if (parent?.type === 'ExportSpecifier') {
      requireSuffix(textOf(parent['exported']) ?? '', known.origin)
      return
    }
    if (parent?.type !== 'CallExpression' || parent['callee'] !== node || !isDollar(known.origin)) {
      throw new Unsafe(`\`${known.origin.name}\` is used as a value`)
    }
    calls.push(parent)
  })
  const inside = functionsIn(statement)
  for (const call of calls) {
    if (inside.some(({ start, end }) => start < call.start && call.end <= end)) {
      throw new Unsafe(
        'An initializer is called inside a function or a block, whose variables may be secret',
      )
    }
  }
  return calls
}

function isDollar({ name }: Origin): boolean {
  return isInitializer(name) && name.endsWith('$')
}

function isPropertyName(node: Node, parent: Node | undefined): boolean {
  if (parent?.['computed'] === true) return false
  if (parent?.type === 'MemberExpression') return parent['property'] === node
  return parent?.type === 'Property' && parent['value'] !== node
}

function functionsIn(statement: Node): readonly Node[] {
  const functions: Node[] = []
  walk(statement, (node) => {
    if (/Function|PropertyDefinition|Block|^For|While|Switch|Try/.test(node.type))
      functions.push(node)
  })
  return functions
}
