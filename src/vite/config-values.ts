import { isOfApp, isText, withoutQuery } from './app-module.js'
import { exportedNodes, exportsOf, type Declaration } from './declarations.js'
import { isMedia } from './bundle.js'
import { importsWithin } from './dynamic-imports.js'
import { harmlessNames } from './harmless-names.js'
import { importPatterns } from './import-patterns.js'
import { handedOn, isOfPlatform, sideEffects, type Read, type Tracer } from './module-exports.js'
import { importsRead } from './namespace-members.js'
import { keysIn } from './find-keys.js'
import { flowBeside } from './flow-beside.js'
import { findLoadedKeys, importsOfModule, type LoadedImport } from './loaded-keys.js'
import { mayBePublic } from './may-be-public.js'
import { mayBeKey } from './ordinary-text.js'
import type { Node } from './parse-module.js'
import { isPlainData, isSetting } from './plain-data.js'
import type { ConfigValue } from './published-values.js'
import { reach } from './reach.js'
import { readData } from './read-data.js'
import type { StrippedModule } from './strip-config.js'
import { calls, errorTextsIn, evaluatedTexts, isCode, laterParts, textsIn } from './walk.js'

interface Step extends Read {
  readonly importer: string
  /** Whether the config function itself reads it, instead of reading a value that contains it. */
  readonly isDirect: boolean
  /** Whether only an effect beside a value reads it, which may be for the browser as well. */
  readonly isBeside: boolean
  /** Whether only functions of modules further away read it, so that it may be a setting. */
  readonly isShared: boolean
  /** The module with a call that reads it, if the config does not. */
  readonly calledIn?: string
  /** The modules that lead to it from the one with the config function. */
  readonly way: readonly string[]
}

/**
 * Lists the values from the app's own modules that flow into a config function, through any number
 * of modules. It skips exports of packages, because they are not secrets of the app. Latchkey itself
 * is one of them, also where it is linked from another folder.
 */
export async function findConfigValues(
  { read, unread, left = [] }: Pick<StrippedModule, 'read' | 'unread'> & Partial<StrippedModule>,
  importer: string,
  { resolve, read: readStatements }: Pick<Tracer, 'resolve' | 'read'>,
): Promise<readonly ConfigValue[]> {
  const values: ConfigValue[] = []
  /** A text of these may also be one of a value, whose name says more. */
  const beside: ConfigValue[] = []
  const loaded: LoadedImport[] = left.map((one) => ({ ...one, importer, way: [] }))
  const seen = new Set<string>()
  const first = { importer, isShared: false, way: [] }
  const waiting: Step[] = [
    ...read.map((one) => ({ ...one, ...first, isDirect: true, isBeside: false })),
    ...unread.map((one) => {
      return { ...one, ...first, isDirect: false, isBeside: true, calledIn: importer }
    }),
  ]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { name, isDirect, isBeside, isShared, calledIn } = next
    const caller = calledIn === undefined ? {} : { calledIn }
    // To resolve a built-in of Node prints a warning about a browser that never gets it.
    if (isOfPlatform(next.specifier)) continue
    const found = await resolve(next.specifier, next.importer)
    // A module that Vite cannot resolve fails the build of each file that imports it.
    if (found === undefined || !isOfApp(found)) continue
    const id = withoutQuery(found)
    // A value that the config reads directly contains more, so both ways to it are followed.
    const step = JSON.stringify([found, name, isDirect, isBeside, isShared, calledIn])
    if (seen.has(step)) continue
    seen.add(step)
    const way = [...next.way, id]
    const keep = (value: Omit<ConfigValue, 'id'>): void => {
      if (isBeside) beside.push({ id, way, ...value, ...onlyTexts, ...caller })
      else values.push({ id, way, ...value })
    }
    const statements = isText(found) ? [] : await readStatements(found)
    if (statements.length === 0) {
      if (isPicture(id)) continue
      const { texts = [], ...data } = await readData(found)
      keep({ name, ...data, texts: isBeside ? texts.filter(mayBeKey) : texts })
      continue
    }
    const flow = flowInto(name, statements, { isDirect, isBeside, isShared })
    for (const files of isBeside ? [] : flow.own.flatMap((node) => importPatterns(node, id))) {
      keep({ name, files, isCode: true })
    }
    for (const part of flow.parts) keep(part)
    const isFirst = next.importer === importer
    const isLoaded =
      name === sideEffects || (isDirect && (isFirst || exportedNodes(statements, name).length > 0))
    const effects = flowBeside(flow, statements, { isLoaded, isBare: name === sideEffects })
    beside.push({ id, way, name: sideEffects, texts: effects.keys, ...onlyTexts })
    if (isLoaded && isDirect) {
      loaded.push(...importsOfModule(statements).map((one) => ({ ...one, importer: id, way })))
    }
    const leadTo = (reads: readonly Read[], how: Partial<Step>): void => {
      const given = { importer: id, way, isDirect: false, isBeside, isShared }
      for (const one of reads) {
        waiting.push({ ...one, ...given, ...caller, ...how })
      }
    }
    leadTo(handedOn(statements, name), { isDirect })
    leadTo(flow.reads, {})
    leadTo(flow.sharedReads, { isShared: true })
    leadTo(effects.reads, { isBeside: true, isShared: false })
    for (const { names, keys, reads } of effects.unread) {
      for (const one of names) {
        beside.push({ id, way, name: one, texts: keys, ...onlyTexts, calledIn: id })
      }
      leadTo(reads, { isBeside: true, isShared: false, calledIn: id })
    }
  }
  const keys = await findLoadedKeys(loaded, { resolve, read: readStatements })
  return [...values, ...beside, ...keys.map((one) => ({ ...one, ...onlyTexts }))]
}

/** An app shows its pictures to every visitor. */
function isPicture(id: string): boolean {
  return isMedia(id) || /\.svg$/i.test(id)
}

/** The effects of a module may be for the browser, so only their keys are searched for. */
const onlyTexts = { isCode: true, isWhole: false, isAlone: false, mayBePublic: false } as const

interface Flow {
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
function flowInto(
  name: string,
  statements: readonly Node[],
  { isDirect, isBeside, isShared }: Pick<Step, 'isDirect' | 'isBeside' | 'isShared'>,
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
  // A module further away may hand on all exports together, as it does with a database schema.
  const mayShare = (node: Node): boolean => !isDirect && attached.length === 0 && isPlainData(node)
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
        texts: textsOf(one.node),
        isCode: isPlainCode(one.node) || mayShare(one.node),
        mayBePublic: mayBePublic(one.node),
      })),
      ...(exports.length > 0 && attached.length > 0
        ? [{ name, texts: attached.flatMap(textsOf), isCode: true }]
        : []),
      ...others.flatMap(({ names, node }) =>
        names.map((part) => ({
          name: part,
          texts: textsOf(node).filter((text) => !isShareable(node, names) || mayBeKey(text)),
          isCode: isPlainCode(node) || isShareable(node, names),
          mayBePublic: mayBePublic(node),
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
