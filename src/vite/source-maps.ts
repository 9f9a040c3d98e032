import { dirname, resolve } from 'node:path'
import { normalizePath } from 'vite'
import type { Bundle } from './published-values.js'

interface SourceMap {
  readonly version?: number
  readonly sources?: readonly (string | null)[]
  readonly sourcesContent?: readonly (string | null)[]
}

const inlineMap = /(sourceMappingURL=data:application\/json[^,]*;base64,)([A-Za-z0-9+/=]+)/g

/**
 * Removes the text of modules from all source maps of a bundle, including inline maps in chunks.
 */
export function hideSources(bundle: Bundle, folder: string, ids: ReadonlySet<string>): void {
  const files = Object.values(bundle)
  const chunks = files.filter((file) => file.type === 'chunk')
  const mayHold = new Set(
    chunks
      .filter(({ modules }) =>
        Object.keys(modules).some((id) => ids.has(id.replace(/[?#].*$/, ''))),
      )
      .flatMap(({ fileName }) => [fileName, `${fileName}.map`]),
  )
  for (const file of files) {
    const place = dirname(resolve(folder, file.fileName))
    const hide = (map: string): string =>
      withoutSources(map, { place, ids, mustHide: mayHold.has(file.fileName) })
    if (file.type === 'chunk') {
      file.code = file.code.replace(inlineMap, (_, start: string, data: string) => {
        return start + encode(hide(decode(data)))
      })
    } else if (file.fileName.endsWith('.map')) {
      file.source = hide(
        typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source),
      )
    }
  }
}

interface Hidden {
  readonly place: string
  readonly ids: ReadonlySet<string>
  /** Whether the map's chunk contains one of the modules. */
  readonly mustHide: boolean
}

function withoutSources(text: string, { place, ids, mustHide }: Hidden): string {
  const map = parseMap(text)
  if (!map) return text
  const { sources = [], sourcesContent = [] } = map
  const isHidden = (index: number): boolean =>
    ids.has(normalizePath(resolve(place, sources[index] ?? '')).replace(/[?#].*$/, ''))
  const isFound = sourcesContent.some((_, index) => isHidden(index))
  if (!isFound && !mustHide) return text
  // If the app writes custom paths into maps, no module can be recognized, so all texts are
  // removed.
  const left = sourcesContent.map((content, index) =>
    !isFound || isHidden(index) ? null : content,
  )
  return JSON.stringify({ ...map, sourcesContent: left })
}

/** A file whose name ends in `.map` may not be a source map. */
function parseMap(text: string): SourceMap | undefined {
  try {
    const map = JSON.parse(text) as SourceMap | null
    return map?.version === 3 ? map : undefined
  } catch {
    return undefined
  }
}

function decode(data: string): string {
  return Buffer.from(data, 'base64').toString('utf8')
}

function encode(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}
