import { declarationsOf, exportedNodes, type Declaration } from './declarations.js'
import { handedOn, readModule, type Resolve } from './module-exports.js'
import type { Node } from './parse-module.js'
import type { ConfigValue } from './published-values.js'
import { evaluatedNames, evaluatedTexts, isFunction, textsIn } from './walk.js'

/** An export that a config function reads. */
interface Read {
  readonly specifier: string
  readonly name: string
}

interface Step extends Read {
  readonly importer: string
  /** Whether the config function itself reads it, rather than a value that it reads. */
  readonly isDirect: boolean
}

/**
 * Lists the values of the app's own modules that flow into a config function, through any number of
 * modules. Exports of packages are left out, because they are not secrets of the app.
 */
export async function findConfigValues(
  read: readonly Read[],
  importer: string,
  resolve: Resolve,
): Promise<readonly ConfigValue[]> {
  const found = new Map<string, ConfigValue>()
  const waiting: Step[] = read.map((one) => ({ ...one, importer, isDirect: true }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { name, isDirect } = next
    const id = await resolve(next.specifier, next.importer)
    if (id === undefined || /[\\/]node_modules[\\/]/.test(id) || found.has(`${id} ${name}`))
      continue
    const statements = await readModule(id)
    const { reads, siblings, ...made } = flowInto(name, statements, { isDirect })
    for (const sibling of siblings) found.set(`${id} ${sibling}`, { id, name: sibling })
    found.set(`${id} ${name}`, { id, name, ...made })
    for (const one of handedOn(statements, name)) waiting.push({ ...one, importer: id, isDirect })
    for (const one of reads) waiting.push({ ...one, importer: id, isDirect: false })
  }
  return [...found.values()]
}

interface Flow extends Pick<ConfigValue, 'texts' | 'isCode'> {
  readonly reads: readonly Read[]
  /** Other exports of the same module. */
  readonly siblings: readonly string[]
}

/** What the value of an export is made of. */
function flowInto(
  name: string,
  statements: readonly Node[],
  { isDirect }: { readonly isDirect: boolean },
): Flow {
  const nodes = exportedNodes(statements, name)
  const reached = reach(nodes, statements.flatMap(declarationsOf))
  const own = [...nodes, ...reached.filter(({ from }) => !from).map(({ node }) => node)]
  // A function that is called on the way is code, which the browser may share.
  const data = isDirect ? own : own.filter((node) => !declaresFunction(node))
  const beside = new Set(statements.flatMap((statement) => textsIn(statement, data)))
  return {
    reads: reached.flatMap(({ from }) => from ?? []),
    siblings: reached
      .filter(({ isExported, node }) => isExported && !declaresFunction(node))
      .flatMap(({ names }) => names),
    // A text that stands elsewhere in the module, too, may be rendered from there.
    texts: data.flatMap(evaluatedTexts).filter((text) => !beside.has(text)),
    isCode: !isDirect && nodes.length > 0 && nodes.every(declaresFunction),
  }
}

function declaresFunction(node: Node): boolean {
  return isFunction((node['init'] ?? node) as Node)
}

function reach(nodes: readonly Node[], declared: readonly Declaration[]): readonly Declaration[] {
  const reached = new Set<Declaration>()
  const waiting = [...nodes]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const names = evaluatedNames(node)
    for (const one of declared) {
      if (reached.has(one) || !one.names.some((name) => names.has(name))) continue
      reached.add(one)
      if (!one.from) waiting.push(one.node)
    }
  }
  return [...reached]
}
