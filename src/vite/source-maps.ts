import { dirname, resolve } from 'node:path'
import { normalizePath } from 'vite'
import type { Bundle } from './published-values.js'

interface SourceMap {
  readonly sources?: readonly (string | null)[]
  readonly sourcesContent?: readonly (string | null)[]
}

const inlineMap = /(sourceMappingURL=data:application\/json[^,]*;base64,)([A-Za-z0-9+/=]+)/g

/** Takes the text of modules out of all source maps of a bundle, those inside of chunks included. */
export function hideSources(bundle: Bundle, folder: string, ids: ReadonlySet<string>): void {
  for (const file of Object.values(bundle)) {
    const place = dirname(resolve(folder, file.fileName))
    const hide = (map: string): string => withoutSources(map, place, ids)
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

function withoutSources(text: string, place: string, ids: ReadonlySet<string>): string {
  const map = JSON.parse(text) as SourceMap
  const { sources = [], sourcesContent = [] } = map
  const isHidden = (index: number): boolean =>
    ids.has(normalizePath(resolve(place, sources[index] ?? '')))
  if (!sourcesContent.some((_, index) => isHidden(index))) return text
  const left = sourcesContent.map((content, index) => (isHidden(index) ? null : content))
  return JSON.stringify({ ...map, sourcesContent: left })
}

function decode(data: string): string {
  return Buffer.from(data, 'base64').toString('utf8')
}

function encode(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}
