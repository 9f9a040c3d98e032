import { posix } from 'node:path'
import type { ParsedFile, TypeScript } from './parsed-file.js'

/** Finds the app's file that an import in another file means. */
export type FindModule = (from: ParsedFile, specifier: string) => ParsedFile | undefined

const extension = /\.[cm]?[jt]sx?$/

/** Qwik's starters map `~/` to `src/`. */
const usualPaths: Readonly<Record<string, readonly string[]>> = { '~/*': ['./src/*'] }

/**
 * Prepares to resolve imports as TypeScript does: relative ones, and those that `paths` of the app's
 * `tsconfig.json` maps.
 */
export function openModules(
  typescript: TypeScript,
  files: readonly ParsedFile[],
  tsconfig: string | undefined,
): FindModule {
  const known = new Map<string, ParsedFile>()
  for (const file of files) {
    const stem = file.path.replace(extension, '')
    known.set(stem, file)
    if (posix.basename(stem) === 'index') known.set(posix.dirname(stem), file)
  }
  const aliases = Object.entries({ ...usualPaths, ...readPaths(typescript, tsconfig) })
  return ({ path }, specifier) => {
    const targets = specifier.startsWith('.')
      ? [posix.join(posix.dirname(path), specifier)]
      : aliases.flatMap(([pattern, values]) => mapAlias(specifier, pattern, values))
    for (const target of targets) {
      const found = known.get(target) ?? known.get(target.replace(extension, ''))
      if (found) return found
    }
    return undefined
  }
}

function mapAlias(
  specifier: string,
  pattern: string,
  values: readonly string[],
): readonly string[] {
  const [start = '', end] = pattern.split('*')
  if (end === undefined) return specifier === pattern ? values.map(normalize) : []
  if (!specifier.startsWith(start) || !specifier.endsWith(end)) return []
  const rest = specifier.slice(start.length, specifier.length - end.length)
  return values.map((value) => normalize(value.replace('*', rest)))
}

function normalize(path: string): string {
  return posix.normalize(path).replace(/\/$/, '')
}

function readPaths(
  typescript: TypeScript,
  tsconfig: string | undefined,
): Readonly<Record<string, readonly string[]>> {
  const parsed = typescript.parseConfigFileTextToJson('tsconfig.json', tsconfig ?? '{}')
  const config = parsed.config as { readonly compilerOptions?: unknown } | undefined
  const options = config?.compilerOptions
  if (typeof options !== 'object' || options === null) return {}
  const { baseUrl = '.', paths = {} } = options as { baseUrl?: unknown; paths?: unknown }
  if (typeof baseUrl !== 'string' || typeof paths !== 'object' || paths === null) return {}
  const found = Object.entries(paths).map(([pattern, values]) => {
    const texts: readonly unknown[] = Array.isArray(values) ? values : []
    const targets = texts.filter((value) => typeof value === 'string')
    return [pattern, targets.map((value) => posix.join(baseUrl, value))] as const
  })
  return Object.fromEntries(found)
}
