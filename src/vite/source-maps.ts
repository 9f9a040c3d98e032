import { dirname, resolve } from 'node:path'
import { normalizePath } from 'vite'
import type { Bundle } from './published-values.js'

interface SourceMap {
  readonly version?: number
  readonly sources?: readonly (string | null)[]
  readonly sourcesContent?: readonly (string | null)[]
}

const inlineMap = /(sourceMappingURL=data:application\/json[^,]*;base64,)([A-Za-z0-9+/=]+)/g

/** Takes the text of modules out of all source maps of a bundle, those inside of chunks included. */
export function hideSources(bundle: Bundle, folder: string, ids: ReadonlySet<string>): void {
  const files = Object.values(bundle)
  const chunks = files.filter((file) => file.type === 'chunk')
  const mayHold = new Set(
    chunks
      .filter(({ modules }) => Object.keys(modules).some((id) => ids.has(id)))
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
  /** Whether the chunk of the map contains one of the modules. */
  readonly mustHide: boolean
}

function withoutSources(text: string, { place, ids, mustHide }: Hidden): string {
  const map = parseMap(text)
  if (!map) return text
  const { sources = [], sourcesContent = [] } = map
  const isHidden = (index: number): boolean =>
    ids.has(normalizePath(resolve(place, sources[index] ?? '')))
  const isFound = sourcesContent.some((_, index) => isHidden(index))
  if (!isFound && !mustHide) return text
  // Where the app writes its own paths into maps, none can be recognised, and all texts go.
  const left = sourcesContent.map((content, index) =>
    !isFound || isHidden(index) ? null : content,
  )
  return JSON.stringify({ ...map, sourcesContent: left })
}

/** A file that ends in `.map` may be something else. */
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
