import { keysIn } from './find-keys.js'
import { textOf } from './module-exports.js'
import { readsAsPlainWords } from './ordinary-text.js'
import type { Node } from './parse-module.js'
import { isNameOfSecret, isPublicVariable, isSecretName } from './secret-variable.js'
import { laterParts, namesIn, shortestText, textsIn, walk } from './walk.js'

/**
 * Whether a constant is without calls and names, so that it has nothing but its texts. A list of
 * numbers may be a key, and so may a BigInt or a pattern, which are not searched for as texts.
 */
export function isPlainData(node: Node): boolean {
  const init = node['init'] as Node | null | undefined
  let isMade = init !== null && init !== undefined && !hasNumbers(node)
  if (init) {
    walk(init, (inner, parent) => {
      const isKey = inner.type === 'Identifier' && parent?.['key'] === inner && !parent['computed']
      isMade &&= isKey || isPlainLiteral(inner) || isContainer(inner)
    })
  }
  return isMade
}

/**
 * Whether a constant that a function reads is a setting, such as the size of a page or the labels of
 * a list. What a browser computes by itself is not secret, so its texts and numbers count, and what it
 * is made with: names of the module that lead to no other, and those of the platform.
 */
export function isSetting(
  node: Node,
  names: readonly string[],
  isHarmless: (name: string) => boolean,
): boolean {
  if (hasKey(node, names) || hasNumbers(node) || readsEnv(node)) return false
  const value = (node['init'] ?? node) as Node
  const read = namesIn(value, new Set(laterParts(value)))
  return [...read].every((name) => isHarmless(name) || ofPlatform.test(name))
}

/** They only keep what they are given. `crypto`, `btoa` or `TextEncoder` make a key of a text. */
export const ofPlatform: RegExp =
  /^(?:undefined|NaN|Infinity|Array|Boolean|Date|Intl|Map|Math|Number|Object|RegExp|Set|Symbol|URL|URLSearchParams|WeakMap|WeakSet|window|document|location|navigator)$/

/** Whether a value has a text that may be a key, or a short text or a number that its name says is one. */
function hasKey(node: Node, names: readonly string[]): boolean {
  if (names.some(isNameOfSecret) && hasLiteral(node)) return true
  const isNamed = names.some(isSecretName) && textsIn(node).some((text) => !readsAsPlainWords(text))
  return isNamed || keysIn(node).length > 0
}

function hasLiteral(node: Node): boolean {
  let isFound = false
  walk(node, ({ value }) => {
    isFound ||= typeof value === 'string' || typeof value === 'number'
  })
  return isFound
}

/** Whether a value reads a variable of the environment that may be secret. */
export function readsEnv(node: Node): boolean {
  let isRead = false
  walk(node, (inner, parent) => {
    const isEnv = inner.type === 'MemberExpression' && textOf(inner['property']) === 'env'
    isRead ||= isEnv && !(parent && isPublicEnv(parent))
  })
  return isRead
}

/** Whether a value has a BigInt, or so many numbers in one list, object or call that they may be a key. */
export function hasNumbers(node: Node, ignored?: ReadonlySet<Node>): boolean {
  let isFound = false
  walk(node, (inner) => {
    if (ignored?.has(inner)) return false
    isFound ||= 'bigint' in inner || numbersIn(inner) >= shortestText
    return true
  })
  return isFound
}

/** Counts the numbers that a list, a call or an object with numbers for names holds together. */
function numbersIn({ type, elements, arguments: given, properties }: Node): number {
  if (type === 'ArrayExpression') return sum(elements as readonly (Node | null)[])
  if (/^(?:Call|New)Expression$/.test(type)) return sum(given as readonly Node[])
  if (type !== 'ObjectExpression') return 0
  const held = (properties as readonly Node[]).flatMap((one) => {
    const value = one['value'] as Node | undefined
    const isListed = value?.type === 'ArrayExpression' || isNumber(one['key'] as Node | undefined)
    return value && isListed ? value : []
  })
  return sum(held)
}

function sum(nodes: readonly (Node | null)[]): number {
  return nodes.reduce((total, one) => {
    if (one?.type === 'ArrayExpression') return total + numbersIn(one)
    return total + (isNumber(one ?? undefined) ? 1 : 0)
  }, 0)
}

/** `99`, `-99`, or the name of a member such as `'0'` */
function isNumber(node: Node | undefined): boolean {
  if (node?.type === 'UnaryExpression') return isNumber(node['argument'] as Node)
  return typeof node?.['value'] === 'number' || /^\d+$/.test(textOf(node) ?? '')
}

/** `import.meta.env.DEV`, or a variable that Vite gives to every visitor. */
export function isPublicEnv(node: Node): boolean {
  if (node.type !== 'MemberExpression' || node['computed'] === true) return false
  const { object, property } = (node['object'] ?? {}) as Partial<Node>
  if (textOf(property) !== 'env') return false
  const name = textOf(node['property']) ?? ''
  const isOfVite = (object as Node | undefined)?.type === 'MetaProperty'
  // Vite has only public variables there. `define` may add others, which have the names of secrets.
  return isPublicVariable(name) || (isOfVite && !isSecretName(name))
}

function isContainer({ type }: Node): boolean {
  return /^(?:(?:Array|Object)Expression|Property)$/.test(type)
}

/** Whether a node is a string, a number, a boolean or `null`, and no BigInt and no pattern. */
function isPlainLiteral(node: Node): boolean {
  return node.type === 'Literal' && !('bigint' in node) && !('regex' in node)
}
