import { importsGlob } from './dynamic-imports.js'
import { textOf } from './module-exports.js'
import { mayBeKey } from './ordinary-text.js'
import type { Node } from './parse-module.js'
import { isPublicEnv } from './plain-data.js'
import { calls, isFunction, textsIn, walk } from './walk.js'

/** Members of a config or of a provider. */
const secretMember = /^(?:providers|secret|clientSecret|env)$/

/** They only keep what they are given. */
const container = /^(?:Date|Map|Set|URL|URLSearchParams|RegExp)$/

/**
 * Whether to offer `publicValues` for a value. The config itself, a client, an object with calls and
 * what reads the environment are hardly ever meant for every visitor.
 */
export function mayBePublic(node: Node): boolean {
  const value = (node['init'] ?? node) as Node
  const plain = new Set<Node>()
  let isSecret = false
  walk(value, (inner) => {
    if (isPublicEnv(inner)) return false
    if (isPlainContainer(inner)) plain.add(inner)
    const member = inner.type === 'Property' ? inner['key'] : inner['property']
    isSecret ||= secretMember.test(textOf(member) ?? '')
    isSecret ||= inner.type === 'NewExpression' && !plain.has(inner) && !isFunction(value)
    return true
  })
  if (isSecret || !calls(value, plain) || importsGlob(value)) return !isSecret
  return !/^(?:Object|Array)Expression$/.test(value.type) && !textsIn(value).some(mayBeKey)
}

/** `new Set(['open', 'closed'])` */
function isPlainContainer(node: Node): boolean {
  if (node.type !== 'NewExpression' || !container.test(textOf(node['callee']) ?? '')) return false
  const given = node['arguments'] as readonly Node[]
  return !given.some((one) => calls(one)) && !textsIn(node).some(mayBeKey)
}
