import { readModule, type Origin, type ReadModule, type Resolve } from './module-exports.js'

/** What is known about the modules of an app, until one of its files changes. */
export interface Memory {
  readonly ids: Map<string, Promise<string | undefined>>
  readonly read: ReadModule
  readonly origins: Map<string, Origin | undefined>
  /** The scripts of the app that may hand something to another module. */
  readonly registering: Set<string>
  clear(): void
}

/** Without a memory, each name of a barrel would be looked for in all its modules for each import. */
export function createMemory(): Memory {
  const ids: Memory['ids'] = new Map()
  const origins: Memory['origins'] = new Map()
  const registering: Memory['registering'] = new Set()
  const statements = new Map<string, ReturnType<ReadModule>>()
  return {
    ids,
    origins,
    registering,
    read: (id) => remember(statements, id, () => readModule(id)),
    clear() {
      for (const known of [ids, origins, statements, registering]) known.clear()
    },
  }
}

/** Resolves each import of a module once. */
export function resolveOnce(resolve: Resolve, { ids }: Memory): Resolve {
  return (specifier, importer) =>
    remember(ids, JSON.stringify([specifier, importer]), () => resolve(specifier, importer))
}

/** Returns the value of a map, which is made if it is missing. */
function remember<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}
