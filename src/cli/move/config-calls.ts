import type ts from 'typescript'
import { isHandler } from './doors.js'
import type { Origin } from './module-names.js'
import type { FindModule } from './modules.js'
import { callOf, findOriginUses, type IsWanted } from './origin-uses.js'
import type { ParsedFile } from './parsed-file.js'
import { traceConfig, type ConfigObject, type TracedConfig } from './trace-config.js'

/** A call of an initializer or of `Auth`, and the configs that it gets. */
export interface ConfigCall extends TracedConfig {
  readonly call: ts.CallExpression
  /** What is called, and its package. */
  readonly origin: Origin
}

/** Finds the calls of initializers in a file. */
export function findConfigCalls(
  file: ParsedFile,
  isInitializer: IsWanted,
  findModule: FindModule,
): readonly ConfigCall[] {
  return findOriginUses(file, isInitializer, findModule).flatMap(({ expression, origin }) => {
    const call = callOf(file, expression)
    if (!call) return []
    const given = call.arguments[isHandler(origin.name, origin.specifier) ? 1 : 0]
    const traced = given ? traceConfig({ file, node: given }, findModule) : nothing
    return [{ call, origin, ...traced }]
  })
}

const nothing: TracedConfig = { configs: [], hidden: [] }

/** Lists every object that brings options into the configs of a call, each once. */
export function objectsOf({ configs }: TracedConfig): readonly ConfigObject[] {
  const found = new Map<ts.Node, ConfigObject>()
  for (const one of configs.flat()) {
    const assigned = [...(found.get(one.object)?.assigned ?? []), ...(one.assigned ?? [])]
    const unique = new Map(assigned.map((option) => [option.node, option]))
    found.set(one.object, { ...one, assigned: [...unique.values()] })
  }
  return [...found.values()]
}
