import type { Node } from './parse-module.js'

/**
 * Calls `visit` for a node and all nodes below it. If `visit` returns `false`, the walk skips the
 * node's children.
 */
export function walk(
  node: Node,
  visit: (node: Node, parent: Node | undefined) => boolean | void,
  parent?: Node,
): void {
  if (visit(node, parent) === false) return
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, visit, node)
    }
  }
}

const nothing: ReadonlySet<Node> = new Set()

/**
 * Returns the names that a node refers to. A name that an inner scope declares again also counts.
 * The caller then keeps a value that it could have removed, which is the safe mistake.
 */
export function namesIn(node: Node, ignored: ReadonlySet<Node> = nothing): ReadonlySet<string> {
  const names = new Set<string>()
  walk(node, (inner, parent) => {
    if (ignored.has(inner)) return false
    if (isReference(inner, parent)) names.add(String(inner['name']))
    return true
  })
  return names
}

/** Shorter texts are common words that occur in many modules. */
export const shortestText = 8

/**
 * Returns the texts in the part of a node that is evaluated. It skips functions inside the node,
 * because they run later or never.
 */
export function evaluatedTexts(
  node: Node,
  skipped: ReadonlySet<Node> = nothing,
): readonly string[] {
  // A function that the node declares counts as called.
  const outermost = node['init'] ?? node
  const ignored = new Set([...skipped, ...errorTextsIn(node)])
  walk(node, (inner) => {
    if (inner !== outermost && runsLater(inner)) ignored.add(inner)
  })
  return textsIn(node, ignored)
}

/** Returns the texts of errors: `new Error('Invariant failed')`. An app shows them or logs them. */
export function errorTextsIn(node: Node): ReadonlySet<Node> {
  const texts = new Set<Node>()
  walk(node, ({ type, callee, arguments: given }) => {
    const { name } = (callee ?? {}) as { readonly name?: unknown }
    if (type !== 'NewExpression' || typeof name !== 'string' || !name.endsWith('Error')) return
    for (const one of given as readonly Node[]) {
      if (/^(?:Template)?Literal$/.test(one.type)) texts.add(one)
    }
  })
  return texts
}

/** Returns all texts in a node, except those in the ignored nodes below it. */
export function textsIn(node: Node, ignored: ReadonlySet<Node> = nothing): readonly string[] {
  const texts: string[] = []
  walk(node, (inner) => {
    if (ignored.has(inner)) return false
    const text = textIn(inner)
    if (text !== undefined && text.length >= shortestText) texts.push(text)
    return true
  })
  return texts
}

/** Returns all names and texts in a node, including the names of properties. */
export function wordsIn(node: Node): readonly string[] {
  const words: string[] = []
  walk(node, (inner) => {
    const word = inner.type === 'Identifier' ? inner['name'] : textIn(inner)
    if (typeof word === 'string') words.push(word)
  })
  return words
}

/**
 * Whether a node calls or assigns something when it is evaluated, outside of the ignored nodes below
 * it.
 */
export function calls(node: Node, ignored: ReadonlySet<Node> = nothing): boolean {
  let isCalling = false
  walk(node, (inner) => {
    if (ignored.has(inner) || isMadeLater(inner)) return false
    isCalling ||= /^(?:Call|New|Import|TaggedTemplate|Assignment|Update)Expression$/.test(
      inner.type,
    )
    return true
  })
  return isCalling
}

function textIn(node: Node): string | undefined {
  const { cooked } = (node['value'] ?? {}) as { readonly cooked?: unknown }
  const text = node.type === 'TemplateElement' ? cooked : node['value']
  return typeof text === 'string' ? text : undefined
}

/** Whether a node is code that does not run where it stands. The fields of a class do. */
function runsLater({ type }: Node): boolean {
  return /Function|MethodDefinition/.test(type)
}

/** Whether a node does not run when its class is declared. Static fields and blocks do. */
function isMadeLater(node: Node): boolean {
  return runsLater(node) || (node.type === 'PropertyDefinition' && node['static'] !== true)
}

/** Whether a declaration is a function or a class, which the browser may share. */
export function isCode(node: Node): boolean {
  return isFunction((node['init'] ?? node) as Node)
}

/** Returns the parts of a node that run later or never. A constructor runs where a class is used. */
export function laterParts(node: Node): readonly Node[] {
  const parts: Node[] = []
  walk(node, (inner, parent) => {
    const isConstructor = [inner, parent].some((one) => one?.['kind'] === 'constructor')
    if (!runsLater(inner) || isConstructor) return true
    parts.push(inner)
    return false
  })
  return parts
}

/** Whether a node is a function, a class or a member of one. */
export function isFunction({ type }: Node): boolean {
  return /Function|Class|PropertyDefinition|MethodDefinition/.test(type)
}

function isReference(node: Node, parent: Node | undefined): boolean {
  if (node.type === 'JSXIdentifier') return true
  if (node.type !== 'Identifier') return false
  // `import.meta`
  if (parent?.type === 'MetaProperty') return false
  if (parent?.['computed'] === true) return true
  if (parent?.type === 'MemberExpression') return parent['object'] === node
  if (/^(?:Property|PropertyDefinition|MethodDefinition)$/.test(parent?.type ?? ''))
    return parent?.['value'] === node
  return true
}

/** Whether a value is a node of a parsed module. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
