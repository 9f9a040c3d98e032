import { isMadeFrom, optimizedFrom, withoutQuery } from './app-module.js'
import { textOfFile, type BundleFile, type Chunk, type RenderedModule } from './bundle.js'
import { declarationsOf } from './declarations.js'
import { parseModule, type Node } from './parse-module.js'
import type { Variable } from './secret-variable.js'
import { foreignTexts, parseMap, type Modules } from './source-maps.js'
import { calls, namesIn } from './walk.js'

/** A value that a config function reads. */
export interface ConfigValue {
  /** The module that declares it. */
  readonly id: string
  readonly name: string
  /** Whether the module that calls the initializer declares it. */
  readonly isLocal?: boolean
  /**
   * Whether to search only for its texts, because it is code that the browser may share.
   */
  readonly isCode?: boolean
  /** Whether no other part of its module runs when the module loads. */
  readonly isAlone?: boolean
  /** Texts that only this value contains and nothing else in its module. */
  readonly texts?: readonly string[]
  /** Whether its module cannot be read, so that no part of it may be published. */
  readonly isWhole?: boolean
  /** Matches the paths of files that it may contain, because its module imports them by a pattern. */
  readonly files?: RegExp
}

/** A config value in a file of the browser. */
export interface PublishedValue extends ConfigValue {
  readonly fileName: string
  /** Whether the file only contains one of its texts, and none of its module. */
  readonly isText?: boolean
}

/** Finds a config value in the files of the browser and its workers, and the file that contains it. */
export async function findPublished(
  files: readonly BundleFile[],
  values: readonly ConfigValue[],
  modules: Modules,
): Promise<PublishedValue | undefined> {
  for (const file of files) {
    const { fileName } = file
    const copied = textsOutsideModules(file, modules)
    const held = values.find(({ texts = [] }) => copied.some((text) => hasText(text, texts)))
    if (held) return { ...held, fileName, isText: true }
    const found = file.type === 'chunk' && (await findIn(file, values))
    if (found) return { ...found, fileName }
  }
  return undefined
}

/**
 * Returns what Vite has copied from files: a whole file for `new URL('./file.ts', import.meta.url)`,
 * or a small file within the code.
 */
function textsOutsideModules(file: BundleFile, modules: Modules): readonly string[] {
  const text = textOfFile(file)
  const own = file.type === 'asset' ? [text] : []
  return [...own, ...inlinedIn(text)].flatMap((one) => {
    const map = parseMap(one)
    return map ? foreignTexts(map, file.fileName, modules) : one
  })
}

async function findIn(
  file: Chunk,
  values: readonly ConfigValue[],
): Promise<ConfigValue | undefined> {
  for (const [at, module] of Object.entries(file.modules)) {
    // The optimizer may have moved a variable into a module that it made from this one.
    const own = values.filter(({ id }) => isMadeFrom(at, id))
    const found = own.length > 0 && (await findRendered(module, own))
    if (found) return found
    const file = optimizedFrom(withoutQuery(at))
    if (!module.code || /[\\/]node_modules[\\/]/.test(file)) continue
    const matched = values.find(({ id, files }) => id !== file && files?.test(file))
    if (matched) return matched
  }
  return undefined
}

async function findRendered(
  { code, renderedExports = [] }: RenderedModule,
  values: readonly ConfigValue[],
): Promise<ConfigValue | undefined> {
  if (!code) return undefined
  const statements = await parseRendered(code)
  const names = new Set(statements.flatMap((statement) => [...namesIn(statement)]))
  const isExported = (name: string): boolean =>
    name === '*' ? renderedExports.length > 0 : renderedExports.includes(name)
  const declared = new Set(statements.flatMap(declarationsOf).flatMap((one) => one.names))
  // A bundler keeps a call even if its result is unused, but it drops the variable's name.
  const hasLeftover = statements.some((one) => one.type === 'ExpressionStatement' && calls(one, []))
  return values.find(
    ({ name, isLocal, isCode, isAlone, isWhole, texts = [] }) =>
      isWhole ||
      // A number or a short text cannot be searched for, but the declaration that holds it can.
      (!isCode && (isExported(name) || isAmong(declared, name))) ||
      (isLocal && isAmong(names, name)) ||
      (isAlone && hasLeftover) ||
      hasText(code, texts),
  )
}

/** Finds the value of a variable in the files of the browser and its workers. */
export function findVariable(
  files: readonly BundleFile[],
  variables: readonly Variable[],
): { readonly name: string; readonly fileName: string } | undefined {
  for (const file of files) {
    const code = textOfFile(file)
    const texts = [code, ...inlinedIn(code)]
    const found = variables.find(({ value }) => texts.some((text) => hasText(text, [value])))
    if (found) return { name: found.name, fileName: file.fileName }
  }
  return undefined
}

/** A bundler may have added a number to make the name unique in its chunk. */
function isAmong(names: ReadonlySet<string>, name: string): boolean {
  return [...names].some((one) => one === name || one.replace(/\$\d+$/, '') === name)
}

async function parseRendered(code: string): Promise<readonly Node[]> {
  return (await parseModule(code, 'rendered.js')).statements
}

function hasText(code: string, texts: readonly string[]): boolean {
  return texts.some((text) => writtenForms(text).some((form) => code.includes(form)))
}

/**
 * Returns how code may spell a text: in quotes, in a template, or with all non-ASCII characters
 * escaped.
 */
function writtenForms(text: string): readonly string[] {
  const quoted = JSON.stringify(text).slice(1, -1)
  const escaped = quoted.replaceAll(/[^\x20-\x7e]/g, (character) => {
    const code = character.charCodeAt(0).toString(16)
    return code.length <= 2
      ? `\\x${code.padStart(2, '0').toUpperCase()}`
      : `\\u${code.padStart(4, '0')}`
  })
  return [text, quoted, escaped]
}

/** Returns the files that Vite has written into the code because they are small. */
function inlinedIn(code: string): readonly string[] {
  const found = code.matchAll(/data:[^,]*;base64,([A-Za-z0-9+/=]+)/g)
  return [...found].map(([, data = '']) => Buffer.from(data, 'base64').toString('utf8'))
}
