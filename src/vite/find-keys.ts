import { textOf } from './module-exports.js'
import { isLikelyKey, mayBeKey, readsAsPlainWords } from './ordinary-text.js'
import type { Node } from './parse-module.js'
import { isSentryDsn, publicParts } from './public-text.js'
import { isOrdinaryKey, isSecretName } from './secret-variable.js'
import { evaluatedTexts, isCode, isNode, textsIn, walk } from './walk.js'

const nothing: ReadonlySet<Node> = new Set()

/** Which texts are keys. */
export interface KeyRules {
  readonly isKey: (text: string) => boolean
  /** Whether a text is a key because of the name of a secret that it has. */
  readonly isNamedKey: (text: string, name: string) => boolean
  /** Whether the name of a function counts for what it is given, as in `setApiKey('…')`. */
  readonly hasNamedCalls: boolean
}

/** For code that the config reads or runs. */
const possibleKeys: KeyRules = {
  isKey: mayBeKey,
  isNamedKey: (text, name) => !readsAsPlainWords(text, name),
  hasNamedCalls: true,
}

/** For declarations of code that is only loaded along. In the code of a browser, labels have such names. */
export const likelyKeys: KeyRules = {
  isKey: isLikelyKey,
  isNamedKey: (text, name) => {
    if (/^(?:keys?|tokens?)$/i.test(name) && identifier.test(text)) return false
    return !readsAsPlainWords(text.replace(/[:?…]+$/, ''), name)
  },
  hasNamedCalls: true,
}

/** For statements there. `setKey('…')` is often for the browser. */
export const likelyKeysOfStatements: KeyRules = { ...likelyKeys, hasNamedCalls: false }

/** What a `key` of the browser finds: `address1`, `my-app-theme` or `colors.brand.500`. */
const identifier = /^(?:[\p{L}._:-]+\d?|(?:\p{L}+\.)+\d{1,3})$/u

/**
 * Returns the texts in the evaluated part of a node that may be keys, by their letters or by the name
 * that they are given.
 */
export function keysIn(
  node: Node,
  ignored: ReadonlySet<Node> = nothing,
  rules: KeyRules = possibleKeys,
): readonly string[] {
  const skipped = new Set([...ignored, ...publicParts(node)])
  const texts = isCode(node) ? evaluatedTexts(node, skipped) : textsIn(node, skipped)
  const named = new Set(namedKeysIn(node, skipped, rules))
  return texts.filter((text) => rules.isKey(text) || named.has(text))
}

/** Returns the texts that have the name of a secret, as in `{ apiKey: '…' }` or `setApiKey('…')`. */
function namedKeysIn(
  node: Node,
  ignored: ReadonlySet<Node>,
  { isNamedKey, hasNamedCalls }: KeyRules,
): readonly string[] {
  const texts: string[] = []
  walk(node, (inner) => {
    if (ignored.has(inner)) return false
    if (!hasNamedCalls && 'callee' in inner) return true
    const { name, values } = namedValues(inner)
    if (!isSecretName(name) || isOrdinaryKey(name)) return true
    const found = values.flatMap((value) =>
      textsIn(value, new Set([...ignored, ...argumentsIn(value)])),
    )
    const isDsn = (text: string): boolean => /dsn$/i.test(name) && isSentryDsn(text)
    // A column often has the name of its member.
    texts.push(...found.filter((text) => text !== name && !isDsn(text) && isNamedKey(text, name)))
    return true
  })
  return texts
}

/** What a call is given has the name of the function: `password: z.string().min(8, 'too-short-text')` */
function argumentsIn(value: Node): readonly Node[] {
  const found: Node[] = []
  walk(value, (inner) => {
    found.push(...((inner['arguments'] ?? []) as readonly Node[]))
  })
  return found
}

interface NamedValues {
  readonly name: string
  readonly values: readonly Node[]
}

/** Returns what a node gives a name to: a member, a variable, or the arguments of a function. */
function namedValues(node: Node): NamedValues {
  const { type, id, init, left, right, key, value, callee } = node as Node &
    Partial<Record<string, Node>>
  if (type === 'VariableDeclarator') return named(id, [init])
  if (type.startsWith('Assignment')) return named(left, [right])
  if (/^Property(?:Definition)?$/.test(type)) return named(key, [value])
  return named(callee, (node['arguments'] ?? []) as readonly Node[])
}

/** The name of a member is that of the expression that ends with it. */
function named(node: Node | undefined, values: readonly unknown[]): NamedValues {
  const { property } = (node ?? {}) as { readonly property?: Node }
  return { name: textOf(property ?? node) ?? '', values: values.filter(isNode) }
}
