import { isEffect } from './declarations.js'
import { findConfigCalls } from './find-calls.js'
import { parseModule, type Node } from './parse-module.js'
import { reach } from './reach.js'
import type { Tracer } from './module-exports.js'
import { namesIn } from './walk.js'

const enumName = /\benum(\s+)([\w$]+)(?=\s*\{)/g

/**
 * Names the enums of a module that its config functions or the statements beside them read. Removing
 * types turns the members of an enum into constants, but not those of an enum that the module does
 * not declare. So the declarations get other names before the types are removed.
 */
export async function findEnums(
  code: string,
  id: string,
  tracer: Tracer,
): Promise<readonly string[]> {
  // A text or a comment may look like an enum. It is left out below, because nothing reads its name.
  const names = [...code.matchAll(enumName)].map(([, , name = '']) => name)
  if (names.length === 0 || !/\.[cm]?tsx?(?:\?|$)/.test(id)) return []
  const renamed = await parseModule(code.replace(enumName, 'enum$1$2_of_types'), id)
  const { calls } = await findConfigCalls(renamed, id, tracer)
  const forServer = [
    ...calls.flatMap((call) => call['arguments'] as readonly Node[]),
    ...renamed.statements.filter(isEffect),
  ]
  const { reached, attached } = reach(forServer, renamed.statements)
  const nodes = [...forServer, ...attached, ...reached.map(({ node }) => node)]
  const read = nodes.map((node) => namesIn(node))
  return [...new Set(names)].filter((name) => read.some((one) => one.has(name)))
}
