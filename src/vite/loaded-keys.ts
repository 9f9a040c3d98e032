import { isOfApp, withoutQuery } from './app-module.js'
import { declarationsOf, exportedNodes, isEffect } from './declarations.js'
import { importsWithin } from './dynamic-imports.js'
import { keysIn, likelyKeys, likelyKeysOfStatements } from './find-keys.js'
import { findLoadCalls } from './load-calls.js'
import { reExportsOf, isOfPlatform, sideEffects, type Read, type Tracer } from './module-exports.js'
import { importsRead } from './namespace-members.js'
import type { Node } from './parse-module.js'
import type { ConfigValue } from './published-values.js'
import { reach } from './reach.js'
import { laterParts } from './walk.js'

/** An import whose module the browser loads together with a module of the config. */
export interface LoadedImport extends Read {
  readonly importer: string
  /** The modules that lead to it from the one with the config function. */
  readonly way: readonly string[]
  /** The module with a call that reads the import. Without it, only what the import runs counts. */
  readonly calledIn?: string
}

/**
 * Finds the keys in what runs when imports are loaded, also where no value of the config leads to
 * them: a bundler keeps `new Stripe('…')` in a file of which a component needs nothing. The code may be
 * for the browser, so only texts count that are most likely keys.
 */
export async function findLoadedKeys(
  imports: readonly LoadedImport[],
  { resolve, read }: Pick<Tracer, 'resolve' | 'read'>,
): Promise<readonly ConfigValue[]> {
  const values: ConfigValue[] = []
  const seen = new Set<string>()
  const waiting = [...imports]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { specifier, name, importer, calledIn } = next
    if (isOfPlatform(specifier)) continue
    const found = await resolve(specifier, importer)
    const step = JSON.stringify([found, name, calledIn])
    if (found === undefined || !isOfApp(found) || seen.has(step)) continue
    seen.add(step)
    const id = withoutQuery(found)
    const way = [...next.way, id]
    const statements = await read(found)
    const exported = exportedNodes(statements, name)
    for (const one of reExportsOf(statements, name))
      waiting.push({ ...next, ...one, importer: id, way })
    if (calledIn !== undefined) {
      const texts = exported.flatMap((node) => keysIn(node, undefined, likelyKeys))
      if (texts.length > 0) values.push({ id, way, name, texts, calledIn, ...onlyLoaded })
      continue
    }
    // A barrel may lead to other modules as well.
    if (exported.length === 0 && !imports.includes(next)) continue
    const { keys, reads } = effectsOf(statements)
    if (keys.length > 0) values.push({ id, way, name: sideEffects, texts: keys, ...onlyLoaded })
    for (const one of reads) waiting.push({ ...one, importer: id, way, calledIn: id })
  }
  return values
}

const onlyLoaded = { isCode: true, isLoaded: true } as const

/** Returns the keys in what a module does when it is loaded, and what this reads of other modules. */
function effectsOf(statements: readonly Node[]): {
  readonly keys: readonly string[]
  readonly reads: readonly Read[]
} {
  const effects = statements.filter(isEffect)
  const { reached } = reach(effects, statements)
  const nodes = [...effects, ...reached.flatMap(({ from, node }) => (from ? [] : node))]
  const called = findLoadCalls(statements, likelyKeys)
  return {
    keys: [
      ...nodes.flatMap((node) => keysIn(node, new Set(laterParts(node)), likelyKeysOfStatements)),
      ...called.flatMap(({ keys }) => keys),
    ],
    reads: [...importsRead(reached, nodes), ...called.flatMap(({ reads }) => reads)],
  }
}

/** Lists what a module imports and re-exports. Of imports, only the given nodes count. */
export function importsOfModule(
  statements: readonly Node[],
  left?: ReadonlySet<Node>,
): readonly Read[] {
  const isLeft = (node: Node): boolean => left?.has(node) ?? true
  const imported = statements.flatMap(declarationsOf).filter(({ node }) => isLeft(node))
  return [
    ...imported.flatMap(({ from }) => from ?? []),
    ...imported.flatMap(({ from, node }) => (from ? [] : importsWithin(node))),
    ...statements.flatMap((one) => reExportsOf([one], '*')),
    ...statements.filter(({ type }) => type === 'ExportDefaultDeclaration').flatMap(importsWithin),
  ]
}
