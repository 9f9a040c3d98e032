import { exportedNodes, exportsOf, type Declaration } from './declarations.js'
import { importsWithin } from './dynamic-imports.js'
import { keysIn } from './find-keys.js'
import { harmlessNames } from './harmless-names.js'
import { mayBePublic } from './may-be-public.js'
import { textOf, type Read } from './module-exports.js'
import { importsRead } from './namespace-members.js'
import { mayBeKey } from './ordinary-text.js'
import type { Node } from './parse-module.js'
import { isSetting } from './plain-data.js'
import type { ConfigValue } from './published-values.js'
import { reach } from './reach.js'
import { isOfSchema, isWithoutKeys, textsOfSchema } from './shared-schema.js'
import { calls, errorTextsIn, evaluatedTexts, isCode, laterParts, textsIn } from './walk.js'

/** How the config comes to read an export. */
export interface Reader {
  /** Whether the config function itself reads it, instead of reading a value that contains it. */
  readonly isDirect: boolean
  /** Whether only an effect beside a value reads it, which may be for the browser as well. */
  readonly isBeside: boolean
  /** Whether only functions of modules further away read it, so that it may be a setting. */
  readonly isShared: boolean
}

/** What makes up the value of an export. */
export interface Flow {
  readonly reads: readonly Read[]
  /** What only functions of a module further away read. */
  readonly sharedReads: readonly Read[]
  readonly reached: readonly Declaration[]
  /** The nodes of the module that make up the value. */
  readonly own: readonly Node[]
  /** The value, and the other declarations in the module that make it up. */
  readonly parts: readonly Omit<ConfigValue, 'id'>[]
}

/**
 * Finds what makes up the value of an export, including what its methods and callbacks read. In a
 * module that the config function imports, this includes all texts of callbacks. In modules further
 * away, a callback is code of the app, which the browser may share.
 */
export function flowInto(
  name: string,
  statements: readonly Node[],
  { isDirect, isBeside, isShared }: Reader,
): Flow {
  const found = exportedNodes(statements, name)
  // A CommonJS module does not show which part of it is the value.
  const nodes = found.length > 0 || statements.some(isModuleSyntax) ? found : statements
  const { reached, attached } = reach(nodes, statements)
  const given = new Set(nodes)
  const others = reached.filter(({ from, node }) => !from && !given.has(node))
  const own = [...nodes, ...attached, ...others.map(({ node }) => node)]
  const ownNodes = new Set(own)
  let elsewhere: ReadonlySet<string> | undefined
  // If a text also occurs elsewhere in the module, the app may render it from there.
  const isElsewhere = (text: string): boolean => {
    elsewhere ??= new Set(statements.flatMap((statement) => textsIn(statement, ownNodes)))
    return elsewhere.has(text)
  }
  const allTextsOf = (node: Node): readonly string[] => {
    if (isBeside) return keysIn(node)
    if (!isCode(node)) return textsIn(node)
    return isDirect ? textsIn(node, errorTextsIn(node)) : evaluatedTexts(node)
  }
  const textsOf = (node: Node): readonly string[] => {
    return allTextsOf(node).filter((text) => !isElsewhere(text))
  }
  const added = new Set(attached)
  const isAlone = isDirect && !statements.some((one) => !added.has(one) && runs(one, ownNodes))
  const exports = name === '*' ? exportsOf(statements) : []
  const later = new Set(isDirect || isShared ? [] : own.flatMap(laterParts))
  const evaluated = new Set(reach(nodes, statements, later).reached.map(({ node }) => node))
  const isHarmless = harmlessNames(statements)
  const isBehindCode = (node: Node): boolean => !isDirect && (isShared || !evaluated.has(node))
  const isShareable = (node: Node, names: readonly string[]): boolean =>
    isBehindCode(node) &&
    attached.length === 0 &&
    !isCode(node) &&
    isSetting(node, names, isHarmless)
  // An export may have another name than its declaration, and either may say that it is a secret.
  const ownNames = reached.flatMap(({ node, names }) => (given.has(node) ? names : []))
  const isSharedSetting =
    nodes.length > 0 && nodes.every((node) => isShareable(node, [name, ...ownNames]))
  const whole = {
    name,
    isAlone,
    texts: [...nodes, ...attached]
      .flatMap(textsOf)
      .filter((text) => !isSharedSetting || mayBeKey(text)),
    isCode: isSharedSetting || (nodes.length > 0 && nodes.every(isPlainCode)),
    mayBePublic: nodes.every(mayBePublic),
  }
  // A module further away may re-export everything, as it does with a database schema.
  const mayShare = (node: Node, names: readonly string[]): boolean =>
    exports.length > 0 && !isDirect && attached.length === 0 && isOfSchema(node, names)
  const settingPart = (node: Node): Pick<ConfigValue, 'texts' | 'isCode'> => {
    return { texts: textsOf(node).filter(mayBeKey), isCode: true }
  }
  const sharedPart = (
    node: Node,
    names: readonly string[],
  ): Pick<ConfigValue, 'texts' | 'isCode'> => {
    return mayShare(node, names)
      ? { texts: textsOfSchema(textsOf(node), names), isCode: true }
      : { texts: textsOf(node), isCode: isPlainCode(node) }
  }
  return {
    own,
    reached,
    reads: [
      ...importsRead(
        reached.filter(({ node }) => !isBehindCode(node)),
        own,
      ),
      ...own.flatMap(importsWithin),
    ],
    sharedReads: importsRead(
      reached.filter(({ node }) => isBehindCode(node)),
      own,
    ),
    parts: [
      ...(exports.length === 0 ? [whole] : []),
      ...exports.map((one) => ({
        name: one.name,
        isAlone,
        ...sharedPart(one.node, [one.name, textOf(one.node['id']) ?? '']),
        mayBePublic: mayBePublic(one.node),
      })),
      ...(exports.length > 0 && attached.length > 0
        ? [{ name, texts: attached.flatMap(textsOf), isCode: true }]
        : []),
      ...others.flatMap(({ names, node }) =>
        names.map((part) => ({
          name: part,
          ...(isShareable(node, names) ? settingPart(node) : sharedPart(node, names)),
          mayBePublic: mayBePublic(node),
          ...(isWithoutKeys(node, names) && { owner: name }),
        })),
      ),
    ],
  }
}

/** A function without texts can publish only its code. */
function isPlainCode(node: Node): boolean {
  return isCode(node) && evaluatedTexts(node).length === 0
}

function isModuleSyntax({ type }: Node): boolean {
  return /^(?:Import|Export)/.test(type)
}

/** Whether a statement calls something when the module loads, outside of the given nodes. */
function runs(statement: Node, ignored: ReadonlySet<Node>): boolean {
  return statement.type === 'ExpressionStatement' || calls(statement, ignored)
}
