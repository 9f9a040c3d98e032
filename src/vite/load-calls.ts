import { declarationsOf, exportsOf, type Declaration } from './declarations.js'
import { textOf, type Read } from './module-exports.js'
import { importsRead } from './namespace-members.js'
import { readsAsWords } from './ordinary-text.js'
import type { Node } from './parse-module.js'
import { calls, evaluatedTexts, isCode, namesIn, textsIn, walk } from './walk.js'

/**
 * A declaration that calls something when its module is loaded, such as `new Stripe('…')`. A bundler
 * keeps the call even if no component imports the value.
 */
export interface LoadCall {
  readonly names: readonly string[]
  readonly node: Node
  /** The exports that need it, and that only a component's import keeps. It asks for the call. */
  readonly neededBy: readonly string[]
  /** Its texts, and those of the constants that it reads, except for words. */
  readonly texts: readonly string[]
  /** What it reads from other modules. */
  readonly reads: readonly Read[]
}

/** Lists the declarations of a module that call something when the module is loaded. */
export function findLoadCalls(statements: readonly Node[]): readonly LoadCall[] {
  const declared = [...statements.flatMap(declarationsOf), ...statements.flatMap(defaultValue)]
  const found = declared.filter(({ node, from }) => !from && calls(node, callsOfQwik(node)))
  if (found.length === 0) return []
  // A module may have thousands of them, so each index is made once.
  const byName = group(declared, ({ names }) => names)
  const users = group(declared, namesOutside)
  const exports = group(exportsOf(statements), ({ node }) => [node])
  // A bundler keeps such a class although no component imports it, and lists it as an export.
  const classes = new Set(found.filter(({ node }) => isCode(node)))
  return found.map((one) => {
    const reached = follow(one, ({ node, from }) => {
      const names = from ? [] : [...namesIn(node, callsOfQwik(node))]
      return names.flatMap((name) => byName.get(name) ?? [])
    })
    const needing = follow(one, ({ names }) => names.flatMap((name) => users.get(name) ?? []))
    const asked = needing.filter((user) => !classes.has(user))
    const nodes = reached.filter(({ from }) => !from).map(({ node }) => node)
    return {
      names: one.names,
      node: one.node,
      neededBy: asked.flatMap(({ node }) => exports.get(node) ?? []).map(({ name }) => name),
      texts: nodes.flatMap(textsOf).filter((text) => !readsAsWords(text)),
      reads: importsRead(reached, nodes),
    }
  })
}

/** `export default new Client('…')` */
function defaultValue(statement: Node): readonly Declaration[] {
  if (statement.type !== 'ExportDefaultDeclaration') return []
  // A function or a class with a name is a declaration.
  if (declarationsOf(statement).length > 0) return []
  return [{ names: ['default'], node: statement['declaration'] as Node, isExported: true }]
}

/** What Qwik makes with `…$` is for the browser, or Qwik removes it. */
function callsOfQwik(node: Node): ReadonlySet<Node> {
  const found = new Set<Node>()
  walk(node, (inner) => {
    if (textOf(inner['callee'])?.endsWith('$')) found.add(inner)
  })
  return found
}

function textsOf(node: Node): readonly string[] {
  return isCode(node) ? evaluatedTexts(node) : textsIn(node, callsOfQwik(node))
}

/** Returns the items that have each key. */
function group<Item, Key>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly Key[],
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    for (const key of keysOf(item)) {
      const known = groups.get(key)
      if (known) known.push(item)
      else groups.set(key, [item])
    }
  }
  return groups
}

/**
 * Returns the names of its module that a declaration refers to. A name that it declares itself
 * within, such as a parameter, may mean another value.
 */
function namesOutside({ node, from }: Declaration): readonly string[] {
  if (from) return []
  const own = new Set<string>()
  walk(node, (inner) => {
    if (inner === node) return
    const { params = [], param, id } = inner as { params?: Node[]; param?: Node; id?: Node }
    for (const bound of [...params, param, id]) {
      for (const name of bound ? namesIn(bound) : []) own.add(name)
    }
  })
  return [...namesIn(node)].filter((name) => !own.has(name))
}

/** Returns a declaration and all that a step leads to from it. */
function follow(
  first: Declaration,
  step: (one: Declaration) => readonly Declaration[],
): readonly Declaration[] {
  const found = new Set([first])
  // A set also visits what is added to it meanwhile.
  for (const one of found) for (const next of step(one)) found.add(next)
  return [...found]
}
