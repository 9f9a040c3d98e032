import { isMadeFrom, isText, optimizedFrom, withoutQuery } from './app-module.js'
import {
  textOfFile,
  type Asset,
  type BundleFile,
  type Chunk,
  type RenderedModule,
} from './bundle.js'
import { declarationsOf } from './declarations.js'
import { isOrdinary } from './ordinary-text.js'
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
  /** The module with a call that makes or reads it, if the config does not read it. */
  readonly calledIn?: string
  /** Whether its module is only loaded along, so that its texts are most likely keys. */
  readonly isLoaded?: boolean
  /** Whether to search only for its texts, because it is code that the browser may share. */
  readonly isCode?: boolean
  /** Whether no other part of its module runs when the module loads. */
  readonly isAlone?: boolean
  /** Texts that only this value contains and nothing else in its module. */
  readonly texts?: readonly string[]
  /** Whether its module cannot be read, so that no part of it may be published. */
  readonly isWhole?: boolean
  /** The modules that lead to it from the one with the config function. */
  readonly way?: readonly string[]
  /** The value that it only helps to make. To allow that value also allows this one. */
  readonly owner?: string
  /** Whether to offer `publicValues` for it. */
  readonly mayBePublic?: boolean
  /** Matches the paths of files that it may contain, because its module imports them by a pattern. */
  readonly files?: RegExp
}

/** A config value in a file of the browser. */
export interface PublishedValue extends ConfigValue {
  readonly fileName: string
  /** The text of it that the file contains, if the file contains none of its module. */
  readonly text?: string
  /** The text by which it was found in its module. */
  readonly key?: string
}

/** Finds a config value in the files of the browser and its workers, and the file that contains it. */
export async function findPublished(
  files: readonly BundleFile[],
  values: readonly ConfigValue[],
  modules: Modules,
): Promise<PublishedValue | undefined> {
  const wanted = listWanted(values)
  const chunks = files.filter((file) => file.type === 'chunk')
  const scripts = new Set(chunks.map(({ code }) => withoutMapAddress(code)))
  const byModule = new Map<string, ConfigValue[]>()
  for (const value of values) {
    byModule.set(value.id, [...(byModule.get(value.id) ?? []), value])
  }
  const patterns = values.filter(({ files: pattern }) => pattern !== undefined)
  for (const file of files) {
    const { fileName } = file
    // Vite adds each script of a worker once more as an asset. Its modules are searched below.
    const isScript = file.type === 'asset' && scripts.has(withoutMapAddress(textOfFile(file)))
    for (const { text, isCopy } of isScript ? [] : textsOutsideModules(file, modules)) {
      const held = wanted.find(({ forms, isWord }) => (isCopy || !isWord) && hasForm(text, forms))
      if (held) return { ...held.value, fileName, text: held.text }
    }
    const found = file.type === 'chunk' && (await findIn(file, byModule, patterns))
    if (found) return { ...found, fileName }
  }
  return undefined
}

/** A text of the config that is looked for in what no module of the build explains. */
interface Wanted {
  readonly value: ConfigValue
  readonly text: string
  readonly forms: readonly string[]
  /** Whether it reads as a word, which another file may contain by chance. */
  readonly isWord: boolean
}

/** Lists each text once, however many values contain it. */
function listWanted(values: readonly ConfigValue[]): readonly Wanted[] {
  const wanted = new Map<string, Wanted>()
  for (const value of values) {
    for (const text of value.texts ?? []) {
      const isWord = !value.isWhole && isOrdinary(text)
      const known = wanted.get(text)
      if (!known || (known.isWord && !isWord)) {
        wanted.set(text, { value, text, forms: writtenForms(text), isWord })
      }
    }
  }
  return [...wanted.values()]
}

interface Copied {
  readonly text: string
  /** Whether it may be the source of a module of the config, so that its words count, too. */
  readonly isCopy: boolean
}

/**
 * Returns what Vite has copied from files: a whole file for `new URL('./file.ts', import.meta.url)`,
 * or a small file within the code. Other plugins may have added the other files.
 */
function textsOutsideModules(file: BundleFile, modules: Modules): readonly Copied[] {
  if (file.type === 'asset' && listsNames(file)) return []
  const text = textOfFile(file)
  const isCopy = file.type === 'asset' && isCopied(file, modules)
  const own = file.type === 'asset' ? [{ text, isCopy }] : []
  const inlined = inlinedIn(text).map((one) => ({ text: one, isCopy: true }))
  return [...own, ...inlined].flatMap((one) => {
    const map = parseMap(one.text)
    if (!map) return one
    const sources = foreignTexts(map, file.fileName, modules)
    return sources.map((source) => ({ text: source, isCopy: one.isCopy }))
  })
}

/** Whether Qwik or Vite has written a file from the names of routes, symbols and chunks. */
function listsNames({ fileName, names = [] }: Asset): boolean {
  return (
    /^(?:q-manifest|\.vite\/(?:ssr-)?manifest)\.json$/.test(fileName) ||
    [fileName, ...names].some((name) => /(?:^|[/._-])bundle-graph(?:[._-][^/]*)?\.json$/.test(name))
  )
}

function isCopied({ originalFileNames = [] }: Asset, { secret }: Modules): boolean {
  const originals = originalFileNames.map((name) => `/${name.replace(/^(?:\.{0,2}\/)+/, '')}`)
  return [...secret].some((id) => originals.some((original) => id.endsWith(original)))
}

/** Vite may add the address of a map to a script of a worker. */
function withoutMapAddress(code: string): string {
  return code.replace(/\n?\/\/# sourceMappingURL=\S*\s*$/, '').trimEnd()
}

async function findIn(
  file: Chunk,
  byModule: ReadonlyMap<string, readonly ConfigValue[]>,
  patterns: readonly ConfigValue[],
): Promise<Omit<PublishedValue, 'fileName'> | undefined> {
  for (const [at, module] of Object.entries(file.modules)) {
    // The optimizer may have moved a variable into a module that it made from this one.
    const own = [...byModule].flatMap(([id, held]) => (isMadeFrom(at, id) ? held : []))
    // Code may spell a text in many ways, so a copy of the source is not searched.
    const copied = isText(at) && module.code ? own.find(isMoreThanCode) : undefined
    if (copied) return { ...copied, isWhole: true }
    const found = own.length > 0 && (await findRendered(module, own))
    if (found) return found
    const file = optimizedFrom(withoutQuery(at))
    if (!module.code || /[\\/]node_modules[\\/]/.test(file)) continue
    const matched = patterns.find(({ id, files }) => id !== file && files?.test(file))
    if (matched) return matched
  }
  return undefined
}

function isMoreThanCode({ isCode = false, texts = [] }: ConfigValue): boolean {
  return !isCode || texts.length > 0
}

async function findRendered(
  { code, renderedExports = [] }: RenderedModule,
  values: readonly ConfigValue[],
): Promise<Omit<PublishedValue, 'fileName'> | undefined> {
  if (!code) return undefined
  const statements = await parseRendered(code)
  const names = writtenNames(statements.flatMap((statement) => [...namesIn(statement)]))
  const isExported = (name: string): boolean =>
    name === '*' ? renderedExports.length > 0 : renderedExports.includes(name)
  const declared = writtenNames(statements.flatMap(declarationsOf).flatMap((one) => one.names))
  // A bundler keeps a call even if its result is unused, but it drops the variable's name.
  const hasLeftover = statements.some((one) => one.type === 'ExpressionStatement' && calls(one))
  const textIn = ({ texts = [] }: ConfigValue): string | undefined => {
    return texts.find((text) => hasForm(code, writtenForms(text)))
  }
  const found = values.find((value) => {
    const { name, isLocal, isCode, isAlone, isWhole } = value
    return (
      isWhole ||
      // A number or a short text cannot be searched for, but the declaration that holds it can.
      (!isCode && (isExported(name) || declared.has(name))) ||
      (isLocal && names.has(name)) ||
      (isAlone && hasLeftover) ||
      textIn(value) !== undefined
    )
  })
  const key = found && textIn(found)
  return found && { ...found, ...(key !== undefined && { key }) }
}

/** Finds the value of a variable in the files of the browser and its workers. */
export function findVariable(
  files: readonly BundleFile[],
  variables: readonly Variable[],
): (Variable & { readonly fileName: string }) | undefined {
  const wanted = variables.map((one) => ({ ...one, forms: writtenForms(one.value) }))
  for (const file of files) {
    const code = textOfFile(file)
    const texts = [code, ...inlinedIn(code)]
    const found = wanted.find(({ forms }) => texts.some((text) => hasForm(text, forms)))
    if (found) return { name: found.name, value: found.value, fileName: file.fileName }
  }
  return undefined
}

/** A bundler may have added a number to make a name unique in its chunk. */
function writtenNames(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => [name, name.replace(/\$\d+$/, '')]))
}

async function parseRendered(code: string): Promise<readonly Node[]> {
  return (await parseModule(code, 'rendered.js')).statements
}

function hasForm(code: string, forms: readonly string[]): boolean {
  return forms.some((form) => code.includes(form))
}

/**
 * Returns how code may spell a text: in either kind of quotes, in a template, or with all non-ASCII
 * characters escaped.
 */
function writtenForms(text: string): readonly string[] {
  const quoted = JSON.stringify(text).slice(1, -1)
  const unquoted = quoted.replaceAll('\\"', '"')
  const single = unquoted.replaceAll("'", String.raw`\'`)
  const template = unquoted.replaceAll(/`|\$\{/g, String.raw`\$&`)
  const forms = [text, quoted, single, template]
  return [...new Set([...forms, ...forms.slice(1).map(escapeCharacters)])]
}

function escapeCharacters(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, (character) => {
    const code = character.charCodeAt(0).toString(16)
    return code.length <= 2
      ? `\\x${code.padStart(2, '0').toUpperCase()}`
      : `\\u${code.padStart(4, '0')}`
  })
}

/** Returns the files that Vite has written into the code because they are small. */
function inlinedIn(code: string): readonly string[] {
  const found = code.matchAll(/data:[^,]*;base64,([A-Za-z0-9+/=]+)/g)
  return [...found].map(([, data = '']) => Buffer.from(data, 'base64').toString('utf8'))
}
