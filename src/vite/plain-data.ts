import { textOf } from './module-exports.js'
import type { Node } from './parse-module.js'
import { isPublicVariable, isSecretName } from './secret-variable.js'
import { shortestText, walk } from './walk.js'

/**
 * Whether a constant is without calls and names, so that it has nothing but its texts. A list of
 * numbers may be a key, and so may a BigInt or a pattern, which are not searched for as texts.
 */
export function isPlainData(node: Node): boolean {
  return isMadeOf(node, (inner) => isPlainLiteral(inner) || isContainer(inner))
}

/**
 * Whether a constant that a function reads is a setting, such as the size of a page or the labels of
 * a list. Its name must not be that of a secret.
 */
export function isSetting(node: Node, names: readonly string[]): boolean {
  return !names.some(isSecretName) && isMadeOf(node, isPartOfSetting)
}

function isPartOfSetting(node: Node): boolean {
  if (node.type === 'Literal') return !('bigint' in node)
  const isComputed = /^(?:Template(?:Literal|Element)|(?:Unary|Binary)Expression)$/.test(node.type)
  return isComputed || isContainer(node) || isPublicEnv(node)
}

/** Whether each part of a constant's value is one of the given kind. */
function isMadeOf(node: Node, isPart: (inner: Node) => boolean): boolean {
  const init = node['init'] as Node | null | undefined
  let isMade = init !== null && init !== undefined
  let numbers = 0
  if (init) {
    walk(init, (inner, parent) => {
      const isKey = inner.type === 'Identifier' && parent?.['key'] === inner && !parent['computed']
      isMade &&= isKey || isPart(inner)
      if (typeof inner['value'] === 'number') numbers += 1
      return !isPublicEnv(inner)
    })
  }
  return isMade && numbers < shortestText
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
