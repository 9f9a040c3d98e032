import { isText, withoutQuery } from './app-module.js'
import { declarationsOf, exportedNodes, isEffect, type Declaration } from './declarations.js'
import { importsWithin } from './dynamic-imports.js'
import { anyMember, evaluatedReads, makesServerFunction, type NameRead } from './evaluated-reads.js'
import { pathFrom } from './explain-published.js'
import { Unsafe, type ConfigCalls } from './find-calls.js'
import type { Memory } from './memory.js'
import { reExportsOf, isOfPlatform, textOf, type Tracer } from './module-exports.js'
import type { Node, ParsedModule } from './parse-module.js'
import { patternReads, type ReadPart } from './pattern-reads.js'
import { declaringModules, registrationsIn, type Registration } from './registrations.js'
import { isCode, namesIn, walk } from './walk.js'

/** A node of a module that is evaluated for the config. */
interface Part {
  readonly module: Module
  readonly node: Node
  /** The name by which it was read, for the message. */
  readonly name: string
  /** The module that it hands something to, if the config reads only that module. */
  readonly handedTo?: string
  /** Whether it is a callback if it is a function. */
  readonly isCallback: boolean
}

/** A module, by the names that it declares. A large module has thousands of them. */
interface Module {
  readonly id: string
  readonly declared: ReadonlyMap<string, readonly Declaration[]>
  /** Statements such as `providers.push(…)`, and values that functions assign to a name. */
  readonly effects: ReadonlyMap<string, readonly Node[]>
}

/** How modules are followed, and what is known of the app if all its scripts were read. */
type Followed = Pick<Tracer, 'resolve' | 'read'> &
  Partial<Pick<Memory, 'registering'>> & {
    /** The app's folder, if files may be looked for there. */
    readonly root?: string
  }

/**
 * Refuses a server function that is called or read while the config is evaluated, in any of the
 * app's modules. Qwik lets any visitor call a server function, so a visitor would get the config. A
 * server function that only a callback of the config calls is one that the app publishes on purpose.
 *
 * @throws Unsafe if there is one
 */
export async function refuseServerFunctions(
  { statements }: ParsedModule,
  { calls }: ConfigCalls,
  id: string,
  tracer: Followed,
): Promise<void> {
  const given = calls.flatMap((call) => call['arguments'] as readonly Node[])
  const modules = new Map<string, Module>()
  const registered = new Map<string, Registered[]>()
  const indexOnce = async (at: string, found: readonly Node[]): Promise<Module> => {
    const known = modules.get(at)
    if (known) return known
    const module = indexModule(at, found)
    modules.set(at, module)
    for (const one of registrationsIn(found)) {
      for (const to of await declaringModules(one.to, at, tracer)) {
        if (to !== at) add(registered, to, { ...one, module })
      }
    }
    return module
  }
  const module = await indexOnce(id, statements)
  const first = given.map((node) => ({ module, node, name: '', isCallback: false }))
  // Another file may hand a server function to a module that the config reads.
  for (const one of tracer.registering ?? []) await indexOnce(one, await tracer.read(one))
  const called = new Set<string>()
  let known = -1
  // A member that is called only at the end may be a function that was taken for a callback before.
  // The dev server learns of a registration only when it reads the module that makes it.
  while (called.size + modules.size > known) {
    known = called.size + modules.size
    await followParts(first, called, { ...tracer, indexOnce, registered })
  }
}

/** A registration, and the module that makes it. */
interface Registered extends Registration {
  readonly module: Module
}

interface Following extends Followed {
  readonly indexOnce: (id: string, statements: readonly Node[]) => Promise<Module>
  /** What other modules hand to a module, by the id of that module. */
  readonly registered: ReadonlyMap<string, readonly Registered[]>
}

/** Follows all that is evaluated, and adds the members that are read to those that are called. */
async function followParts(
  first: readonly Part[],
  called: Set<string>,
  { resolve, read, root, indexOnce, registered }: Following,
): Promise<void> {
  const before = new Set(called)
  const seen = new Map<Node, Set<boolean>>()
  const seenReads = new Set<string>()
  const parts: Part[] = [...first]
  const reads: ReadPart[] = []
  for (;;) {
    const part = parts.pop()
    if (part) {
      const ways = seen.get(part.node) ?? new Set()
      if (ways.has(part.isCallback)) continue
      seen.set(part.node, ways.add(part.isCallback))
      const isEnv = (name: string): boolean => holdsEnv(part.module.declared.get(name) ?? [])
      const found = evaluatedReads(part.node, before, part.isCallback, isEnv)
      if (found.maker !== undefined) refuse(part, found.maker)
      for (const one of found.members) called.add(one)
      for (const one of found.names) {
        parts.push(...partsOf(one.name, part, one.isCallback))
        reads.push(...importsOf(one, part))
      }
      reads.push(
        ...(await patternReads(found.patterns, before, { importer: part.module.id, read, root })),
      )
      reads.push(...dynamicReads(found.imports, part))
      continue
    }
    const next = reads.pop()
    if (!next) return
    const key = JSON.stringify(next)
    if (seenReads.has(key)) continue
    seenReads.add(key)
    const isMade = !next.isCallback && makesServerFunction(next.name)
    if (isMade && !next.specifier.startsWith('.')) refuse(undefined, next.name)
    if (isOfPlatform(next.specifier)) continue
    const found = next.isFile
      ? next.specifier
      : await resolve(next.specifier, next.importer, next.name)
    if (found === undefined || isOfPackage(found) || isText(found)) continue
    const statements = await read(found)
    const { name, isCallback } = next
    const from = { module: await indexOnce(found, statements), name, isCallback }
    const exported = exportedNodes(statements, name)
    parts.push(...exported.flatMap((node) => withEffects({ ...from, node })))
    const isRead = exported.some((node) => !isCallback || !isCode(node))
    const handed = (isRead && registered.get(withoutQuery(found))) || []
    parts.push(...handed.flatMap((one) => partsHanded(one, found, before)))
    for (const one of reExportsOf(statements, name)) {
      reads.push({ ...one, importer: found, isCallback })
    }
  }
}

function refuse(part: Part | undefined, maker: string): never {
  const { found, cure } = describePart(part)
  throw new Unsafe(
    `${found}, which is made with \`${maker}\``,
    cure,
    'Any visitor can call a server function, and would get the config.',
  )
}

function describePart(part: Part | undefined): { readonly found: string; readonly cure: string } {
  const usePlain =
    'Use a plain function instead: the config function already runs on the server only.'
  const path = part && pathFrom('', part.module.id)
  if (part?.handedTo !== undefined) {
    const to = pathFrom('', part.handedTo)
    const move = `If the config does not call it, move what the config reads out of ${to}.`
    return { found: `${path} hands ${to} a function`, cure: `${usePlain} ${move}` }
  }
  // `*` stands for all exports, and an export may have another name than its declaration.
  const name = part && (textOf(part.node['id']) ?? part.name)
  const read = name === undefined || name === '' ? 'a function' : `\`${name}\` of ${path}`
  return { found: `The config function uses ${read}`, cure: usePlain }
}

function indexModule(id: string, statements: readonly Node[]): Module {
  const declared = new Map<string, Declaration[]>()
  const effects = new Map<string, Node[]>()
  for (const statement of statements) {
    for (const one of declarationsOf(statement)) {
      for (const name of one.names) add(declared, name, one)
    }
    for (const name of isEffect(statement) ? namesIn(statement) : []) add(effects, name, statement)
    walk(statement, ({ type, left, right }) => {
      if (type !== 'AssignmentExpression') return
      // `registry.load = …` only counts as a statement.
      const isMember = (left as Node).type === 'MemberExpression'
      for (const name of isMember ? [] : namesIn(left as Node)) add(effects, name, right as Node)
    })
  }
  return { id, declared, effects }
}

function add<Item>(groups: Map<string, Item[]>, key: string, item: Item): void {
  const known = groups.get(key)
  if (known) known.push(item)
  else groups.set(key, [item])
}

/** Returns what a name of a module stands for, and what adds to it. */
function partsOf(name: string, part: Part, isCallback: boolean): readonly Part[] {
  const found = (part.module.declared.get(name) ?? []).filter((one) => !one.from)
  return found.flatMap(({ node }) => withEffects({ ...part, node, name, isCallback }))
}

function withEffects(part: Part): readonly Part[] {
  const { node, module, name, isCallback } = part
  const id = node['id'] as Node | null | undefined
  // Nothing adds to a function, and a callback's name may be in any statement.
  if (!id || (isCallback && isCode(node))) return [part]
  const effects = [...namesIn(id)].flatMap((bound) => module.effects.get(bound) ?? [])
  return [part, ...effects.map((one) => ({ module, node: one, name, isCallback }))]
}

/** Returns what another module hands to a module of which the config reads an export. */
function partsHanded(
  { module, node, member }: Registered,
  handedTo: string,
  called: ReadonlySet<string>,
): readonly Part[] {
  const isRead = member === undefined || called.has(member) || called.has(anyMember)
  return isRead ? [{ module, node, name: '', isCallback: false, handedTo }] : []
}

/** Returns the export that an imported name stands for. */
function importsOf({ name, member, isCallback }: NameRead, { module }: Part): readonly ReadPart[] {
  return (module.declared.get(name) ?? []).flatMap(({ from }) => {
    if (!from) return []
    const imported = from.name === '*' ? member : from.name
    return [{ specifier: from.specifier, name: imported, importer: module.id, isCallback }]
  })
}

function dynamicReads(specifiers: readonly string[], { module, node }: Part): readonly ReadPart[] {
  const reads = specifiers.length === 0 ? [] : importsWithin(node)
  return reads
    .filter(({ specifier }) => specifiers.includes(specifier))
    .map(({ specifier, name }) => ({ specifier, name, importer: module.id, isCallback: false }))
}

/** Whether a name stands for `process.env` or `import.meta.env`. */
function holdsEnv(declared: readonly Declaration[]): boolean {
  return declared.some(({ node }) => {
    const { object, property } = (node['init'] ?? {}) as { readonly object?: Node; property?: Node }
    if (object === undefined || textOf(property) !== 'env') return false
    return object.type === 'MetaProperty' || textOf(object) === 'process'
  })
}

function isOfPackage(id: string): boolean {
  return /[\\/]node_modules[\\/]/.test(id)
}
