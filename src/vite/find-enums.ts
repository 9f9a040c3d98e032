import { isEffect } from './declarations.js'
import { enumNames, renameEnums } from './enum-names.js'
import { findConfigCalls } from './find-calls.js'
import { parseModule, type Node } from './parse-module.js'
import { reach } from './reach.js'
import type { Tracer } from './module-exports.js'
import { namesIn } from './walk.js'

/** Names the enums of a module that its config functions or the statements beside them read. */
export async function findEnums(
  code: string,
  id: string,
  tracer: Tracer,
): Promise<readonly string[]> {
  // What only looks like an enum is left out below, because nothing reads its name.
  const names = enumNames(code)
  if (names.length === 0 || !/\.[cm]?tsx?(?:\?|$)/.test(id)) return []
  const renamed = await parseModule(renameEnums(code), id)
  // The last statement is the one that keeps the enums.
  const statements = renamed.statements.slice(0, -1)
  const { calls } = await findConfigCalls({ ...renamed, statements }, id, tracer)
  const forServer = [
    ...calls.flatMap((call) => call['arguments'] as readonly Node[]),
    ...statements.filter(isEffect),
  ]
  const { reached, attached } = reach(forServer, statements)
  const nodes = [...forServer, ...attached, ...reached.map(({ node }) => node)]
  const read = nodes.map((node) => namesIn(node))
  return [...new Set(names)].filter((name) => read.some((one) => one.has(name)))
}
