import { importsGlob } from './dynamic-imports.js'
import { textOf } from './module-exports.js'
import { mayBeKey } from './ordinary-text.js'
import type { Node } from './parse-module.js'
import { calls, isFunction, textsIn, walk } from './walk.js'

/** Members of a config or of a provider. */
const secretMember = /^(?:providers|secret|clientSecret|env)$/

/**
 * Whether to offer `publicValues` for a value. The config itself, a client, an object with calls and
 * what reads the environment are hardly ever meant for every visitor.
 */
export function mayBePublic(node: Node): boolean {
  const value = (node['init'] ?? node) as Node
  let isSecret = false
  walk(value, (inner) => {
    const member = inner.type === 'Property' ? inner['key'] : inner['property']
    isSecret ||= secretMember.test(textOf(member) ?? '')
    isSecret ||= inner.type === 'NewExpression' && !isFunction(value)
  })
  if (isSecret || !calls(value) || importsGlob(value)) return !isSecret
  return !/^(?:Object|Array)Expression$/.test(value.type) && !textsIn(value).some(mayBeKey)
}
