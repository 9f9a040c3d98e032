import { keysIn } from './find-keys.js'
import { textOf } from './module-exports.js'
import { readsAsWords } from './ordinary-text.js'
import type { Node } from './parse-module.js'
import { hasNumbers, isPlainData, readsEnv } from './plain-data.js'
import { isNameOfSecret, isSecretName } from './secret-variable.js'
import { calls, isCode, walk } from './walk.js'

/**
 * Whether the browser may share an export that a module further away re-exports together with all
 * others, as it does with a database schema: plain data, or what calls make of words.
 */
export function isOfSchema(node: Node, names: readonly string[]): boolean {
  if (isPlainData(node)) return true
  return !isCode(node) && calls(node) && isWithoutKeys(node, names) && !readsEnv(node)
}

/** Returns the texts of such an export that are still searched for. Words may be those of a label. */
export function textsOfSchema(
  texts: readonly string[],
  names: readonly string[],
): readonly string[] {
  return names.some(isSecretName) ? texts : texts.filter((text) => !readsAsWords(text))
}

/** Whether a declaration has no text and no numbers that may be a key, and not the name of one. */
export function isWithoutKeys(node: Node, names: readonly string[]): boolean {
  if (names.some(isSecretName) || hasNumbers(node) || keysIn(node).length > 0) return false
  let hasSecret = false
  walk(node, ({ type, key, value }) => {
    const isText = type === 'Property' && typeof (value as Node)['value'] === 'string'
    hasSecret ||= isText && isNameOfSecret(textOf(key) ?? '')
  })
  return !hasSecret
}
