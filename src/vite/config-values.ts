import { isOfApp, isText, withoutQuery } from './app-module.js'
import { isMedia } from './bundle.js'
import { exportedNodes } from './declarations.js'
import { flowBeside } from './flow-beside.js'
import { flowInto, type Reader } from './flow-into.js'
import { importPatterns } from './import-patterns.js'
import { findLoadedKeys, importsOfModule, type LoadedImport } from './loaded-keys.js'
import { reExportsOf, isOfPlatform, sideEffects, type Read, type Tracer } from './module-exports.js'
import type { ConfigValue } from './published-values.js'
import { readData } from './read-data.js'
import type { StrippedModule } from './strip-config.js'

interface Step extends Read, Reader {
  readonly importer: string
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
    // Resolving a built-in module of Node prints a warning, although no browser ever loads it.
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
      const { texts = [], keys = [], ...data } = await readData(found)
      keep({ name, ...data, texts: isBeside ? keys : texts })
      continue
    }
    const flow = flowInto(name, statements, { isDirect, isBeside, isShared })
    for (const { paths } of isBeside ? [] : flow.own.flatMap((node) => importPatterns(node, id))) {
      keep({ name, files: paths, isCode: true })
    }
    for (const part of flow.parts) keep(part)
    const isFirst = next.importer === importer
    const isLoaded =
      name === sideEffects || (isDirect && (isFirst || exportedNodes(statements, name).length > 0))
    const effects = flowBeside(flow, statements, { isLoaded, isBare: name === sideEffects })
    beside.push({ id, way, name: sideEffects, texts: effects.keys, ...onlyTexts })
    for (const one of isLoaded && isDirect ? importsOfModule(statements) : []) {
      loaded.push({ ...one, importer: id, way })
    }
    const leadTo = (reads: readonly Read[], how: Partial<Step>): void => {
      const given = { importer: id, way, isDirect: false, isBeside, isShared }
      for (const one of reads) {
        waiting.push({ ...one, ...given, ...caller, ...how })
      }
    }
    leadTo(reExportsOf(statements, name), { isDirect })
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
  return [...values, ...beside, ...keys]
}

/** An app shows its pictures to every visitor. */
function isPicture(id: string): boolean {
  return isMedia(id) || /\.svg$/i.test(id)
}

/** The effects of a module may be for the browser, so only their keys are searched for. */
const onlyTexts = { isCode: true, isWhole: false, isAlone: false, mayBePublic: false } as const
