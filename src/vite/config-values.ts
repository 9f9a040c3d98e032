import { exportedNodes } from './declarations.js'
import { importsWithin } from './dynamic-imports.js'
import { refuseGlob } from './find-calls.js'
import { handedOn, readModule, type Read, type Resolve } from './module-exports.js'
import type { Node } from './parse-module.js'
import type { ConfigValue } from './published-values.js'
import { reach } from './reach.js'
import { calls, evaluatedNames, evaluatedTexts, isFunction, namesIn, textsIn } from './walk.js'

interface Step extends Read {
  readonly importer: string
  /** Whether the config function itself reads it, instead of reading a value that contains it. */
  readonly isDirect: boolean
}

/**
 * Lists the values from the app's own modules that flow into a config function, through any number
 * of modules. It skips exports of packages, because they are not secrets of the app.
 */
export async function findConfigValues(
  read: readonly Read[],
  importer: string,
  resolve: Resolve,
): Promise<readonly ConfigValue[]> {
  const values: ConfigValue[] = []
  const seen = new Set<string>()
  const waiting: Step[] = read.map((one) => ({ ...one, importer, isDirect: true }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { name, isDirect } = next
    const id = await resolve(next.specifier, next.importer)
    if (id === undefined || /[\\/]node_modules[\\/]/.test(id)) continue
    // A value that the config reads directly contains more, so both ways to it are followed.
    const step = JSON.stringify([id, name, isDirect])
    if (seen.has(step)) continue
    seen.add(step)
    const statements = await readModule(id)
    const { reads, parts, ...whole } = flowInto(name, statements, { isDirect })
    values.push({ id, name, ...whole })
    for (const part of parts) values.push({ id, ...part })
    for (const one of handedOn(statements, name)) waiting.push({ ...one, importer: id, isDirect })
    for (const one of reads) waiting.push({ ...one, importer: id, isDirect: false })
  }
  return values
}

interface Flow extends Omit<ConfigValue, 'id' | 'name'> {
  readonly reads: readonly Read[]
  /** The other declarations in the module that make up the value. */
  readonly parts: readonly Omit<ConfigValue, 'id'>[]
}

/**
 * Finds what makes up the value of an export. In a module that the config function imports, this
 * includes what callbacks read. In modules further away, a callback is code of the app, which the
 * browser may share.
 */
function flowInto(
  name: string,
  statements: readonly Node[],
  { isDirect }: { readonly isDirect: boolean },
): Flow {
  const nodes = exportedNodes(statements, name)
  const { reached, attached } = reach(nodes, statements, isDirect ? namesIn : evaluatedNames)
  const others = reached.filter(({ from, node }) => !from && !nodes.includes(node))
  const own = [...nodes, ...attached, ...others.map(({ node }) => node)]
  refuseGlob(own)
  const beside = new Set(statements.flatMap((statement) => textsIn(statement, own)))
  // If a text also occurs elsewhere in the module, the app may render it from there.
  const textsOf = (node: Node): readonly string[] =>
    (isDirect ? textsIn(node, []) : evaluatedTexts(node)).filter((text) => !beside.has(text))
  return {
    reads: [...reached.flatMap(({ from }) => from ?? []), ...own.flatMap(importsWithin)],
    texts: [...nodes, ...attached].flatMap(textsOf),
    isCode: !isDirect && nodes.length > 0 && nodes.every(isPlainCode),
    isAlone: isDirect && !statements.some((one) => !attached.includes(one) && runs(one, own)),
    parts: others.flatMap(({ names, node }) =>
      names.map((part) => ({ name: part, texts: textsOf(node), isCode: isPlainCode(node) })),
    ),
  }
}

/** A function without texts can publish only its code. */
function isPlainCode(node: Node): boolean {
  return isFunction((node['init'] ?? node) as Node) && evaluatedTexts(node).length === 0
}

/** Whether a statement calls something when the module loads, outside of the given nodes. */
function runs(statement: Node, ignored: readonly Node[]): boolean {
  return statement.type === 'ExpressionStatement' || calls(statement, ignored)
}
