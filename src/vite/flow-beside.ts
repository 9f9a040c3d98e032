import { bareImports, isEffect } from './declarations.js'
import { importsWithin } from './dynamic-imports.js'
import { keysIn } from './find-keys.js'
import { findLoadCalls, type LoadCall } from './load-calls.js'
import type { Read } from './module-exports.js'
import { importsRead } from './namespace-members.js'
import type { Node } from './parse-module.js'
import { reach, type Reached } from './reach.js'
import { namesIn } from './walk.js'

/**
 * Finds the effects of a module that are not part of a value, such as `mailer.setApiKey('…')`: those
 * on an imported name that the value reads. In a module that is loaded for the config, these are all
 * effects and bare imports. A declaration that calls something is an effect, too. If the config only
 * reads another export of the module, the browser may still import what the call makes.
 */
export function flowBeside(
  { own, reached }: Pick<Reached, 'reached'> & { readonly own: readonly Node[] },
  statements: readonly Node[],
  { isLoaded, isBare }: { readonly isLoaded: boolean; readonly isBare: boolean },
): Beside {
  const imported = reached.flatMap(({ from, names }) => (from ? names : []))
  const ownNodes = new Set(own)
  const effects = statements.filter((one) => isEffect(one) && !ownNodes.has(one))
  const roots = effects.filter((one) => {
    const names = isLoaded ? undefined : namesIn(one)
    return names === undefined || imported.some((name) => names.has(name))
  })
  const called = isLoaded ? findLoadCalls(statements).filter((one) => !ownNodes.has(one.node)) : []
  if (isBare) roots.push(...called.map(({ node }) => node))
  const { reached: read, attached } = reach(roots, statements)
  const declared = read.filter(({ from }) => !from).map(({ node }) => node)
  const nodes = [...new Set([...roots, ...attached, ...declared])].filter((one) => {
    return !ownNodes.has(one)
  })
  return {
    reads: [
      ...importsRead(read, nodes),
      ...nodes.flatMap(importsWithin),
      ...(isLoaded ? bareImports(statements) : []),
    ],
    keys: nodes.flatMap((node) => keysIn(node)),
    unread: called.filter(({ node }) => !nodes.includes(node)),
  }
}

/** What a module does when it is loaded, besides what makes up a value. */
interface Beside {
  readonly reads: readonly Read[]
  /** Its texts that may be keys. The rest may be for the browser. */
  readonly keys: readonly string[]
  /** The calls in declarations that neither the value nor an effect needs. */
  readonly unread: readonly LoadCall[]
}
