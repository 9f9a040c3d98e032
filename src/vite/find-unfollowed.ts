import { findConfigCalls, Unsafe } from './find-calls.js'
import { packageEntryOf } from './initializers.js'
import type { Resolve, Tracer } from './module-exports.js'
import { parseModule } from './parse-module.js'
import { createMemory, resolveOnce } from './memory.js'

/** The part of a plugin's `this` that lists a build's modules, in Rollup and in Rolldown. */
interface ModuleGraph {
  getModuleIds(): IterableIterator<string>
  getModuleInfo(id: string): {
    readonly code: string | null
    readonly importers: readonly string[]
    readonly dynamicImporters: readonly string[]
  } | null
}

/**
 * Looks at the code that all plugins have left of each module, and returns a module that uses an
 * initializer although it is not one of the known modules.
 */
export async function findUnfollowed(
  graph: ModuleGraph,
  resolve: Resolve,
  isKnown: (id: string) => boolean,
): Promise<string | undefined> {
  const behind = importersOfEntries(graph)
  // Many modules lead to the same few, so each is resolved and read once.
  const memory = createMemory()
  const find = resolveOnce(resolve, memory)
  // Only a module that imports an initializer can export it again.
  const resolveBehind: Resolve = async (specifier, importer) => {
    const id = await find(specifier, importer)
    return id !== undefined && (behind.has(id) || packageEntryOf(id) !== undefined) ? id : undefined
  }
  const tracer = { ...memory, resolve: resolveBehind }
  for (const id of behind) {
    const code = isKnown(id) ? '' : (graph.getModuleInfo(id)?.code ?? '')
    if (code !== '' && (await usesInitializer(code, id, tracer))) return id
  }
  return undefined
}

/** Finds all modules that import one of our package entries, through any number of modules. */
function importersOfEntries(graph: ModuleGraph): ReadonlySet<string> {
  const behind = new Set<string>()
  const entries = [...graph.getModuleIds()].filter((id) => packageEntryOf(id) !== undefined)
  const waiting = [...entries]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const info = graph.getModuleInfo(id)
    for (const importer of [...(info?.importers ?? []), ...(info?.dynamicImporters ?? [])]) {
      if (!behind.has(importer)) waiting.push(importer)
      behind.add(importer)
    }
  }
  return behind
}

async function usesInitializer(code: string, id: string, tracer: Tracer): Promise<boolean> {
  try {
    const module = await parseModule(code, 'compiled.js')
    return (await findConfigCalls(module, id, tracer)).calls.length > 0
  } catch (error) {
    if (error instanceof Unsafe) return true
    throw error
  }
}
