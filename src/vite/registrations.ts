import { isOfApp, withoutQuery } from './app-module.js'
import { declarationsOf, exportedNodes, isEffect, type Declaration } from './declarations.js'
import { makesServerFunction } from './evaluated-reads.js'
import { reExportsOf, isOfPlatform, textOf, type Read, type Tracer } from './module-exports.js'
import type { Node } from './parse-module.js'
import { groupByName } from './reach.js'
import { isFunction, namesIn, walk } from './walk.js'

/** What a module may hand to another module, such as `registry.load = …` or `register(…)`. */
export interface Registration {
  /** What it uses of the other module. */
  readonly to: Read
  readonly node: Node
  /** The member that a function assigns. It only counts if the config reads such a member. */
  readonly member?: string
}

/**
 * Lists what a module may hand to the modules that it imports: with its statements, with the calls in
 * its declarations and, if its functions run, with what these assign and which server functions they
 * give away.
 */
export function registrationsIn(statements: readonly Node[]): readonly Registration[] {
  const declared = statements.flatMap(declarationsOf)
  const imported = groupByName(declared.filter(isOfOther))
  if (imported.size === 0) return []
  const found: Registration[] = []
  const keep = (names: Iterable<string>, node: Node, member?: string): void => {
    for (const { from } of [...names].flatMap((name) => imported.get(name) ?? [])) {
      if (from) found.push({ to: from, node, ...(member !== undefined && { member }) })
    }
  }
  const made = new Set(declared.filter(({ node }) => isMade(node['init'])).flatMap(namesOf))
  const isHanded = (node: Node): boolean => isMade(node) || made.has(textOf(node) ?? '')
  for (const statement of statements) {
    if (isEffect(statement)) keep(namesIn(statement), statement)
    else {
      walkInside(statement, (node, isLater) => {
        if (isLater && node.type === 'AssignmentExpression') {
          const left = node['left'] as Node
          keep(namesIn(left), node, textOf(left['property']) ?? '*')
        }
        if (!/^(?:Call|New)Expression$/.test(node.type)) return
        const given = node['arguments'] as readonly Node[]
        const names = [...namesIn(node['callee'] as Node), ...given.flatMap((one) => nameOf(one))]
        for (const one of isLater ? given.filter(isHanded) : [node]) keep(names, one)
      })
    }
  }
  return found
}

/** Returns the modules that declare what an import stands for, through any number of re-exports. */
export async function declaringModules(
  read: Read,
  importer: string,
  tracer: Pick<Tracer, 'resolve' | 'read'>,
  seen: Set<string> = new Set(),
): Promise<readonly string[]> {
  const found = await tracer.resolve(read.specifier, importer, read.name)
  if (found === undefined || !isOfApp(found)) return []
  const key = `${found} ${read.name}`
  if (seen.has(key)) return []
  seen.add(key)
  const statements = await tracer.read(found)
  const isDeclared = exportedNodes(statements, read.name).length > 0
  const ids = isDeclared ? [withoutQuery(found)] : []
  // An export of its own wins over `export *`.
  if (isDeclared && read.name !== '*') return ids
  for (const one of reExportsOf(statements, read.name)) {
    ids.push(...(await declaringModules(one, found, tracer, seen)))
  }
  return ids
}

/** Visits a declaration, and tells for each node whether a function has to run first. */
function walkInside(statement: Node, visit: (node: Node, isLater: boolean) => void): void {
  const later = new Set<Node>()
  walk(statement, (node, parent) => {
    if (isFunction(node) || (parent && later.has(parent))) later.add(node)
    visit(node, later.has(node))
  })
}

function isOfOther({ from }: Declaration): boolean {
  return from !== undefined && !isOfPlatform(from.specifier)
}

function isMade(node: unknown): boolean {
  const { type, callee } = (node ?? {}) as Partial<Node>
  return type === 'CallExpression' && makesServerFunction(textOf(callee) ?? '')
}

function namesOf({ names }: Declaration): readonly string[] {
  return names
}

function nameOf(node: Node): readonly string[] {
  return node.type === 'Identifier' ? [textOf(node) ?? ''] : []
}
