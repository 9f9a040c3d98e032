import { declarationsOf, type Declaration } from './declarations.js'
import { importsWithin } from './dynamic-imports.js'
import { keysIn, type KeyRules } from './find-keys.js'
import { textOf, type Read } from './module-exports.js'
import { importsRead } from './namespace-members.js'
import { mayBeKey, readsAsWords } from './ordinary-text.js'
import type { Node } from './parse-module.js'
import { hasNumbers } from './plain-data.js'
import { usesOnlyPlatform } from './platform-calls.js'
import { isPublicText, publicParts } from './public-text.js'
import { calls, evaluatedTexts, isCode, isFunction, namesIn, textsIn, walk } from './walk.js'

/**
 * A declaration that calls or assigns something when its module is loaded, such as
 * `new Stripe('…')`. A bundler keeps the call even if no component imports the value.
 */
export interface LoadCall {
  readonly names: readonly string[]
  readonly node: Node
  /** Its texts that may be keys, and those of the constants that it reads. */
  readonly keys: readonly string[]
  /** Why it may publish a key in the file with the config, where a text may only have words. */
  readonly reason: string | undefined
  /** What it reads from other modules. */
  readonly reads: readonly Read[]
}

/** Lists the declarations of a module that call something when the module is loaded. */
export function findLoadCalls(statements: readonly Node[], rules?: KeyRules): readonly LoadCall[] {
  const declared = [...statements.flatMap(declarationsOf), ...statements.flatMap(defaultValue)]
  const ignored = new Set([
    ...partsOfQwik(statements, declared),
    ...statements.flatMap(publicParts),
  ])
  const found = declared.filter((one) => !one.from && !isEnum(one) && calls(one.node, ignored))
  if (found.length === 0) return []
  // A module may have thousands of them, so the index is made once.
  const byName = new Map<string, Declaration[]>()
  for (const one of declared) {
    for (const name of one.names) byName.set(name, [...(byName.get(name) ?? []), one])
  }
  const readBy = ({ node, from }: Declaration): readonly Declaration[] => {
    const names = from ? [] : [...namesIn(node, ignored)]
    return names.flatMap((name) => byName.get(name) ?? [])
  }
  return found.map((first) => {
    const reached = new Set([first])
    // A set also visits what is added to it meanwhile.
    for (const one of reached) for (const next of readBy(one)) reached.add(next)
    const nodes = [...reached].filter(({ from }) => !from).map(({ node }) => node)
    const texts = nodes.flatMap((node) => {
      return isCode(node) ? evaluatedTexts(node) : textsIn(node, ignored)
    })
    const keys = nodes.flatMap((node) => keysIn(node, ignored, rules))
    const isOfPlatform = usesOnlyPlatform([...reached], ignored)
    const isTooMuch = (text: string): boolean =>
      keys.includes(text) || (!isOfPlatform && !readsAsWords(text) && !isPublicText(text))
    const text = texts.find(isTooMuch)
    const isCounted = nodes.some((one) => !isCode(one) && hasNumbers(one, ignored))
    return {
      names: first.names,
      node: first.node,
      keys,
      reason: text === undefined ? (isCounted ? manyNumbers : undefined) : reasonFor(text, keys),
      reads: [...importsRead([...reached], nodes), ...nodes.flatMap(importsWithin)],
    }
  })
}

const manyNumbers = 'eight numbers or more, or a BigInt, which may be a key'

function reasonFor(text: string, keys: readonly string[]): string {
  const start = `a text that begins with \`${text.slice(0, 4)}\``
  if (!keys.includes(text)) return `${start} and is more than words, so that it may be a key`
  return `${start} and may be a key by its ${mayBeKey(text) ? 'letters' : 'name'}`
}

/** `export default new Client('…')` */
function defaultValue(statement: Node): readonly Declaration[] {
  if (statement.type !== 'ExportDefaultDeclaration') return []
  // A function or a class with a name is a declaration.
  if (declarationsOf(statement).length > 0) return []
  return [{ names: ['default'], node: statement['declaration'] as Node, isExported: true }]
}

/** `var Key = ((Key) => …)(Key || {})`, which a compiler makes of an enum. A bundler removes it. */
function isEnum({ node, names: [name] }: Declaration): boolean {
  const { type, callee, arguments: given = [] } = (node['init'] ?? {}) as Partial<Node>
  const [argument] = given as readonly Node[]
  const isCalled = type === 'CallExpression' && isFunction(callee as Node)
  return isCalled && argument?.type === 'LogicalExpression' && textOf(argument['left']) === name
}

/**
 * What Qwik makes with `…$` or `createContextId` is for the browser, or Qwik removes it. In a `…$` call of the app or of
 * another package, this is true of functions only.
 */
function partsOfQwik(
  statements: readonly Node[],
  declared: readonly Declaration[],
): ReadonlySet<Node> {
  const imported = declared.filter(isOfQwik)
  const ofQwik = new Set(imported.flatMap(({ names }) => names))
  const contexts = new Set(
    imported.flatMap(({ from, names }) => (from?.name === 'createContextId' ? names : [])),
  )
  const found = new Set<Node>()
  const keep = (node: Node): void => {
    const name = textOf(node['callee'])
    if (name !== undefined && contexts.has(name)) found.add(node)
    if (!name?.endsWith('$')) return
    if (ofQwik.has(name)) found.add(node)
    for (const given of node['arguments'] as readonly Node[]) {
      if (isFunction(given)) found.add(given)
    }
  }
  for (const statement of statements) walk(statement, keep)
  return found
}

function isOfQwik({ from }: Declaration): boolean {
  return /^@(?:builder\.io|qwik\.dev)\//.test(from?.specifier ?? '')
}
