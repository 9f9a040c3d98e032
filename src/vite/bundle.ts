import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The part of a Rollup or Rolldown bundle that the plugin reads. */
export type Bundle = Readonly<Record<string, BundleFile>>

/** A file of a bundle. */
export type BundleFile = Chunk | Asset

/** A script of a bundle. */
export interface Chunk {
  readonly type: 'chunk'
  readonly fileName: string
  code: string
  map?: SourceMap | null
  readonly modules: Readonly<Record<string, RenderedModule>>
}

/** A file of a bundle that is not one of its scripts. */
export interface Asset {
  readonly type: 'asset'
  readonly fileName: string
  /** The names that plugins gave it, from which the bundler made its file name. */
  readonly names?: readonly string[]
  /** The files that it was made from, as seen from the app's folder. */
  readonly originalFileNames?: readonly string[]
  source: string | Uint8Array
}

/** What a chunk contains of a module. */
export interface RenderedModule {
  readonly code: string | null
  readonly renderedExports?: readonly string[]
}

/** The members of a source map that the plugin reads. */
export interface SourceMap {
  readonly version?: number
  readonly sources?: readonly (string | null)[]
  sourcesContent?: readonly (string | null)[] | undefined
  /** Maps within the map, which no bundler writes. */
  readonly sections?: unknown
}

/** Returns a bundle with the texts that were written. A plugin may have changed them on the disk. */
export async function readWritten(bundle: Bundle, folder: string): Promise<Bundle> {
  const files = textFilesOf(bundle).map(async (file): Promise<BundleFile> => {
    const { fileName, type } = file
    const text = await readFile(join(folder, fileName), 'utf8').catch(() => textOfFile(file))
    if (type === 'asset') {
      const { names = [], originalFileNames = [] } = file
      return { type, fileName, names, originalFileNames, source: text }
    }
    return { type, fileName, code: text, modules: file.modules }
  })
  const read = await Promise.all(files)
  return Object.fromEntries(read.map((file) => [file.fileName, file]))
}

/** Returns the files of a bundle that may contain text. Decoding pictures takes longest of all. */
export function textFilesOf(bundle: Bundle): readonly BundleFile[] {
  return Object.values(bundle).filter((file) => file.type === 'chunk' || !isMedia(file.fileName))
}

/** Whether a file is a picture, a font, a sound or a film, as far as its name says. */
export function isMedia(fileName: string): boolean {
  return media.test(fileName)
}

const media =
  /\.(?:png|apng|jpe?g|jfif|gif|webp|avif|bmp|ico|tiff?|heic|woff2?|ttf|otf|eot|mp[34]|m4[av]|mov|webm|og[gv]|opus|wav|flac|aac)$/i

/** Returns the text of a file. */
export function textOfFile(file: BundleFile): string {
  if (file.type === 'chunk') return file.code
  return typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source)
}
