import { declarationsOf, type Declaration } from './declarations.js'
import type { Node } from './parse-module.js'
import { ofPlatform } from './plain-data.js'
import { groupByName } from './reach.js'
import { laterParts, namesIn, walk } from './walk.js'

/** What functions of a module may use as well, because it neither keeps nor passes on anything. */
const ofHelpers =
  /^(?:String|JSON|console|arguments|parseInt|parseFloat|isNaN|isFinite|(?:en|de)codeURI(?:Component)?|\w*Error)$/

/**
 * Returns a test for the names that a module declares: whether all that a name leads to stays in the
 * module and in the platform. A function that makes a client of another module does not.
 */
export function harmlessNames(statements: readonly Node[]): (name: string) => boolean {
  let byName: ReadonlyMap<string, readonly Declaration[]> | undefined
  const known = new Map<string, boolean>()
  return (name) => {
    byName ??= groupByName(statements.flatMap(declarationsOf))
    const isHarmless = known.get(name) ?? staysHere(name, byName)
    known.set(name, isHarmless)
    return isHarmless
  }
}

function staysHere(first: string, byName: ReadonlyMap<string, readonly Declaration[]>): boolean {
  const names = new Set([first])
  // A set also visits what is added to it meanwhile.
  for (const name of names) {
    for (const { from, node } of byName.get(name) ?? []) {
      if (from) return false
      const own = namesBoundIn(node)
      for (const read of namesIn(node, methodsOf(node))) {
        if (byName.has(read)) names.add(read)
        else if (!own.has(read) && !ofPlatform.test(read) && !ofHelpers.test(read)) return false
      }
    }
  }
  return byName.has(first)
}

/** The methods of a class do not run where the class is used. */
function methodsOf(node: Node): ReadonlySet<Node> {
  const { type } = (node['init'] ?? node) as Node
  return new Set(type.startsWith('Class') ? laterParts(node) : [])
}

/** Returns the parameters and variables of the functions in a node, and its own name. */
function namesBoundIn(node: Node): ReadonlySet<string> {
  const names = new Set<string>()
  walk(node, ({ id, param, params = [] }) => {
    for (const pattern of [id, param, ...(params as readonly unknown[])]) {
      for (const name of pattern ? namesIn(pattern as Node) : []) names.add(name)
    }
  })
  return names
}
