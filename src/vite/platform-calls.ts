import type { Declaration } from './declarations.js'
import { textOf } from './module-exports.js'
import type { Node } from './parse-module.js'
import { isFunction, walk } from './walk.js'

/** They only keep what they are given, and send it nowhere. */
const container =
  /^(?:Array|Date|Headers|Intl|Map|Number|Object|RegExp|Set|String|Symbol|URL|URLSearchParams|WeakMap|WeakSet)$/

/**
 * Whether declarations call only what the platform has for keeping values, such as `new Headers(…)` or
 * `Object.freeze(…)`. A key is found in them by its letters or its name, as in a constant.
 */
export function usesOnlyPlatform(
  declared: readonly Declaration[],
  ignored: ReadonlySet<Node>,
): boolean {
  return declared.every(({ from, node }) => !from && keepsOnly(node, ignored))
}

function keepsOnly(node: Node, ignored: ReadonlySet<Node>): boolean {
  let isKept = true
  walk(node, (inner) => {
    if (ignored.has(inner)) return false
    if (/^(?:Call|New)Expression$/.test(inner.type)) {
      isKept &&= container.test(firstName(inner['callee'] as Node))
    }
    isKept &&= !isFunction(inner) && !/^(?:Assignment|Update|Import|TaggedT)/.test(inner.type)
    return true
  })
  return isKept
}

/** Returns the name before the first dot: `Object` of `Object.freeze`. */
function firstName(callee: Node): string {
  const { object } = callee as { readonly object?: Node }
  return object ? firstName(object) : (textOf(callee) ?? '')
}
