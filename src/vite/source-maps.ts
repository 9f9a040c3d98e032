import { dirname, resolve } from 'node:path'
import { normalizePath } from 'vite'
import { isMadeFrom, optimizedFrom, withoutQuery } from './app-module.js'
import { textFilesOf, textOfFile, type Bundle, type BundleFile, type SourceMap } from './bundle.js'

/** A source in a map, by the path that the map gives it. */
interface Source {
  readonly path: string
  readonly text: string
}

/** Where the files of a bundle are written, and what is known about its modules. */
export interface Modules {
  readonly folder: string
  /** The modules whose text no source map may contain. */
  readonly secret: ReadonlySet<string>
  /** All modules of the build. */
  readonly known: ReadonlySet<string>
}

const inlineMap = /(sourceMappingURL=data:application\/json[^,]*;base64,)([A-Za-z0-9+/=]+)/g

/**
 * Removes the text of secret modules from all source maps of a bundle: from files, from comments in
 * scripts, and from the map that a chunk carries, because Vite makes the file from it again.
 */
export function hideSources(bundle: Bundle, modules: Modules): void {
  const files = textFilesOf(bundle)
  const chunks = files.filter((file) => file.type === 'chunk')
  const mayHold = new Set(
    chunks
      .filter((chunk) => Object.keys(chunk.modules).some((id) => isSecret(id, modules.secret)))
      .flatMap(({ fileName }) => [fileName, `${fileName}.map`]),
  )
  for (const file of files) {
    const isStrict = mayHold.has(file.fileName)
    const hide = (map: SourceMap): boolean =>
      removeSources(map, file.fileName, { ...modules, isStrict })
    const text = textOfFile(file)
    const hidden = hideInText(text, hide)
    if (file.type === 'chunk') {
      const { map } = file
      // Rolldown only notices that a member of the chunk is set.
      if (map && hide(map)) file.map = map
      if (hidden !== text) file.code = hidden
    } else if (hidden !== text) file.source = hidden
  }
}

/** Finds a source map that contains the text of a secret module. */
export function findUnhidden(
  files: readonly BundleFile[],
  { folder, secret }: Modules,
): { readonly fileName: string; readonly id: string } | undefined {
  for (const file of files) {
    const { fileName } = file
    const sources = mapsIn(textOfFile(file)).flatMap((map) => sourcesOf(map, fileName, folder))
    const found = sources.find(({ path }) => isSecret(path, secret))
    if (found) return { fileName, id: found.path }
  }
  return undefined
}

/** Returns the paths of all modules of a build. */
export function modulesOf(build: { getModuleIds(): IterableIterator<string> }): Set<string> {
  return new Set([...build.getModuleIds()].map((id) => optimizedFrom(withoutQuery(id))))
}

/**
 * Returns the texts of a map, except those of modules of the build. A module may contain the same
 * words as the config, and what it publishes is searched for in its chunk.
 */
export function foreignTexts(map: SourceMap, fileName: string, modules: Modules): string[] {
  return sourcesOf(map, fileName, modules.folder)
    .filter(({ path }) => !modules.known.has(path))
    .map(({ text }) => text)
}

/** Returns the map that a text is. Undefined if the text is not a source map. */
export function parseMap(text: string): SourceMap | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  try {
    const map = JSON.parse(text) as SourceMap | null
    const isMap = map?.version === 3 && Array.isArray(map.sources) && map.sections === undefined
    return isMap ? map : undefined
  } catch {
    return undefined
  }
}

function mapsIn(text: string): readonly SourceMap[] {
  const inline = [...text.matchAll(inlineMap)].map(([, , data = '']) => decode(data))
  return [text, ...inline].flatMap((one) => parseMap(one) ?? [])
}

function sourcesOf(map: SourceMap, fileName: string, folder: string): readonly Source[] {
  const { sources = [], sourcesContent } = map
  return (sourcesContent ?? []).flatMap((text, index) =>
    text === null ? [] : { path: pathOf(sources[index], fileName, folder), text },
  )
}

/** Returns the path of a source, which a map states from its own place. */
function pathOf(source: string | null | undefined, fileName: string, folder: string): string {
  const place = dirname(resolve(folder, fileName))
  return withoutQuery(normalizePath(resolve(place, source ?? '')))
}

function isSecret(id: string, secret: ReadonlySet<string>): boolean {
  return [...secret].some((one) => isMadeFrom(id, one))
}

interface Hidden extends Modules {
  /** Whether the map's chunk contains a secret module. */
  readonly isStrict: boolean
}

/** Removes texts from a map, and returns whether there were any. */
function removeSources(
  map: SourceMap,
  fileName: string,
  { folder, secret, known, isStrict }: Hidden,
): boolean {
  const { sources = [], sourcesContent } = map
  const left = sourcesContent?.map((text, index) => {
    const path = pathOf(sources[index], fileName, folder)
    // If the app writes other paths into maps, its modules cannot be recognized.
    return isSecret(path, secret) || (isStrict && !known.has(path)) ? null : text
  })
  const isChanged = left?.some((text, index) => text !== sourcesContent?.[index]) ?? false
  if (left && isChanged) map.sourcesContent = left
  return isChanged
}

/** Changes the map that a text is, or the maps in its comments. */
function hideInText(text: string, hide: (map: SourceMap) => boolean): string {
  const whole = parseMap(text)
  if (whole) return hide(whole) ? JSON.stringify(whole) : text
  return text.replace(inlineMap, (comment, start: string, data: string) => {
    const map = parseMap(decode(data))
    return map && hide(map) ? start + encode(JSON.stringify(map)) : comment
  })
}

function decode(data: string): string {
  return Buffer.from(data, 'base64').toString('utf8')
}

function encode(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}
