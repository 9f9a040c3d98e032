import { posix } from 'node:path'
import type { ParsedFile, TypeScript } from './parsed-file.js'

/** Finds the app's file that an import in another file means. */
export type FindModule = (from: ParsedFile, specifier: string) => ParsedFile | undefined

const extension = /\.[cm]?[jt]sx?$/

/** Qwik's starters map `~/` to `src/`. */
const usualPaths: Readonly<Record<string, readonly string[]>> = { '~/*': ['./src/*'] }

/**
 * Prepares to resolve imports as TypeScript does: relative ones, and those that `paths` of the app's
 * `tsconfig.json` maps, or of a file that it extends.
 */
export function openModules(
  typescript: TypeScript,
  files: readonly ParsedFile[],
  texts: ReadonlyMap<string, string>,
): FindModule {
  const known = new Map<string, ParsedFile>()
  for (const file of files) {
    const stem = file.path.replace(extension, '')
    known.set(stem, file)
    if (posix.basename(stem) === 'index') known.set(posix.dirname(stem), file)
  }
  const aliases = Object.entries({
    ...usualPaths,
    ...readPaths(typescript, texts, 'tsconfig.json'),
  })
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

type Paths = Readonly<Record<string, readonly string[]>>

/** A config that extends others inherits their `paths` unless it has its own. The last one wins. */
function readPaths(
  typescript: TypeScript,
  texts: ReadonlyMap<string, string>,
  path: string,
  steps: number = mostConfigs,
): Paths {
  const text = texts.get(path)
  if (text === undefined || steps === 0) return {}
  const parsed = typescript.parseConfigFileTextToJson(path, text)
  const { compilerOptions, extends: bases } = (parsed.config ?? {}) as TsConfig
  const folder = posix.dirname(path)
  if (compilerOptions?.paths !== undefined) return toPaths(compilerOptions, folder)
  const names = [bases].flat().filter((base) => typeof base === 'string')
  const inherited = names
    .map((name) => findBase(texts, posix.join(folder, name)))
    .map((base) => readPaths(typescript, texts, base, steps - 1))
  return inherited.reverse().find((paths) => Object.keys(paths).length > 0) ?? {}
}

/** Configs that extend each other in a circle are a mistake. */
const mostConfigs = 8

/** The members of a `tsconfig.json` that are read here. */
interface TsConfig {
  readonly compilerOptions?: { readonly baseUrl?: unknown; readonly paths?: unknown }
  readonly extends?: unknown
}

/** The extension may be left out. */
function findBase(texts: ReadonlyMap<string, string>, path: string): string {
  return texts.has(path) ? path : `${path}.json`
}

function toPaths(
  { baseUrl = '.', paths }: NonNullable<TsConfig['compilerOptions']>,
  folder: string,
): Paths {
  if (typeof baseUrl !== 'string' || typeof paths !== 'object' || paths === null) return {}
  const found = Object.entries(paths).map(([pattern, values]) => {
    const targets: readonly unknown[] = Array.isArray(values) ? values : []
    const texts = targets.filter((value) => typeof value === 'string')
    return [pattern, texts.map((value) => posix.join(folder, baseUrl, value))] as const
  })
  return Object.fromEntries(found)
}
