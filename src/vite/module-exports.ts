import { readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { renameEnums, restoreEnums } from './enum-names.js'
import { packageEntryOf, initializerQrls, initializers } from './initializers.js'
import { parseModule, type Node } from './parse-module.js'

/**
 * Finds the file that an import resolves to, as Vite does. With the name of an export, the answer is
 * undefined if that export cannot be an initializer.
 */
export type Resolve = (
  specifier: string,
  importer: string,
  name?: string,
) => Promise<string | undefined>

/** Returns the statements of a module. */
export type ReadModule = (id: string) => Promise<readonly Node[]>

/** An initializer or its QRL form, and the package entry that exports it. */
export interface Origin {
  readonly door: string
  readonly name: string
}

/** How exports are followed to an initializer, and what was found out on the way. */
export interface Tracer {
  readonly resolve: Resolve
  readonly read: ReadModule
  /** What an export of a module stands for, by the module and the export's name. */
  readonly origins: Map<string, Origin | undefined>
}

/** Packages that never re-export our initializers and that nearly every module imports. */
const unrelated = /^(?:@builder\.io\/|@qwik\.dev\/|node:|latchkey\/(?!qwik2$))/

/**
 * Returns which initializer an exported name stands for, through any number of re-exports. `*`
 * stands for any export. Undefined if the name stands for something else.
 */
export async function traceExport(
  name: string,
  specifier: string,
  importer: string,
  tracer: Tracer,
): Promise<Origin | undefined> {
  const seen = new Set<string>()
  const origin = await follow({ name, specifier }, importer, tracer, seen)
  // If one of these exports led to an initializer, only the last one is known to do so.
  if (!origin) for (const key of seen) tracer.origins.set(key, undefined)
  return origin
}

async function follow(
  { name, specifier }: Read,
  importer: string,
  tracer: Tracer,
  seen: Set<string>,
): Promise<Origin | undefined> {
  if (isUnrelated(specifier)) return undefined
  const id = await tracer.resolve(specifier, importer, name)
  const key = `${id} ${name}`
  // All paths share one set, so that a module that led nowhere is not read again.
  if (id === undefined || seen.has(key)) return undefined
  if (tracer.origins.has(key)) return tracer.origins.get(key)
  seen.add(key)
  const door = packageEntryOf(id)
  if (door !== undefined) return isInitializer(name) || name === '*' ? { door, name } : undefined
  for (const step of reExportsOf(await tracer.read(id), name)) {
    const origin = await follow(step, id, tracer, seen)
    if (!origin) continue
    tracer.origins.set(key, origin)
    return origin
  }
  return undefined
}

/** Whether an import leads to a package that cannot re-export our initializers. */
export function isUnrelated(specifier: string): boolean {
  return isOfPlatform(specifier) || isBuiltin(specifier)
}

/** Whether an import leads to Qwik, to Latchkey or, by its prefix, to Node. */
export function isOfPlatform(specifier: string): boolean {
  return unrelated.test(specifier)
}

/** Whether a package entry's export is an initializer, in either form. */
export function isInitializer(name: string): boolean {
  return initializers.includes(name) || initializerQrls.includes(name)
}

/** The name that stands for what a module does when it is loaded, for `import './file'`. */
export const sideEffects = 'import'

/** An export of another module that a module reads. `*` stands for all exports. */
export interface Read {
  readonly name: string
  readonly specifier: string
}

/**
 * Returns the statements of an app's file. The list is empty if the file does not exist or is not a
 * script.
 */
export async function readModule(id: string): Promise<readonly Node[]> {
  const path = id.replace(/[?#].*$/, '')
  if (!/\.[cm]?[jt]sx?$/.test(path)) return []
  const source = await readFile(path, 'utf8').catch(() => '')
  // Fields that a compiler moves into the constructor look like code that the browser may share.
  const options = { useDefineForClassFields: true }
  const { statements } = await parseModule(renameEnums(source), path, options)
  return restoreEnums(source, statements)
}

/** Returns the exports that a module may re-export under a name. */
export function reExportsOf(statements: readonly Node[], name: string): readonly Read[] {
  return statements.flatMap((statement) =>
    stepsFrom(statement, name).concat(stepsThroughImport(statement, name, statements)),
  )
}

/** `export … from '…'` */
function stepsFrom(statement: Node, name: string): readonly Read[] {
  const specifier = textOf(statement['source'])
  if (specifier === undefined) return []
  if (statement.type === 'ExportAllDeclaration') {
    const namespace = textOf(statement['exported'])
    if (namespace === undefined) return [{ name, specifier }]
    return isMeant(name, namespace) ? [{ name: '*', specifier }] : []
  }
  if (statement.type !== 'ExportNamedDeclaration') return []
  return specifiersOf(statement)
    .filter((one) => isMeant(name, textOf(one['exported'])))
    .map((one) => ({ name: textOf(one['local']) ?? '', specifier }))
}

/** `import { a } from '…'; export { a }` */
function stepsThroughImport(
  statement: Node,
  name: string,
  statements: readonly Node[],
): readonly Read[] {
  if (statement.type !== 'ExportNamedDeclaration' || statement['source']) return []
  const exported = specifiersOf(statement).filter((one) => isMeant(name, textOf(one['exported'])))
  const locals = exported.map((one) => textOf(one['local']))
  const imports = statements.filter(({ type }) => type === 'ImportDeclaration')
  return imports.flatMap((one) => {
    const found = specifiersOf(one).filter((inner) => locals.includes(textOf(inner['local'])))
    const specifier = textOf(one['source']) ?? ''
    return found.map((inner) => ({ name: importedName(inner), specifier }))
  })
}

function isMeant(name: string, exported: string | undefined): boolean {
  return name === '*' || name === exported
}

/** Returns the name that an import specifier imports. */
export function importedName(specifier: Node): string {
  if (specifier.type === 'ImportNamespaceSpecifier') return '*'
  return textOf(specifier['imported']) ?? 'default'
}

/** Returns what an import or export statement lists in its braces. */
export function specifiersOf(statement: Node): readonly Node[] {
  return (statement['specifiers'] as readonly Node[] | undefined) ?? []
}

/** Returns the text of a name or a literal. */
export function textOf(node: unknown): string | undefined {
  const { name, value } = (node ?? {}) as { readonly name?: unknown; readonly value?: unknown }
  const text = name ?? value
  return typeof text === 'string' ? text : undefined
}
