import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { importSpecifiers } from '../../support/import-specifiers.js'
import { root } from './folder.js'

/** What is loaded, and what is asked for but not ours to answer for. */
export interface ModuleGraph {
  readonly files: ReadonlySet<string>
  /** Packages that are not followed, with the first file that imports each. */
  readonly outside: ReadonlyMap<string, string>
}

type Target = string | null | { readonly [condition: string]: Target }

interface Manifest {
  readonly exports?: Readonly<Record<string, Target>>
  readonly imports?: Readonly<Record<string, Target>>
  readonly dependencies?: Readonly<Record<string, string>>
}

const { resolve: locate } = createRequire(import.meta.url)
const manifest = readManifest(root)

/** Follows all imports from files of ours, into the packages that come with us and no further. */
export function walkModules(
  entries: readonly string[],
  conditions: readonly string[],
): ModuleGraph {
  const files = new Set<string>()
  const outside = new Map<string, string>()
  for (const entry of entries) visit(resolve(root, entry))
  return { files, outside }

  function visit(file: string): void {
    if (files.has(file)) return
    files.add(file)
    for (const specifier of importSpecifiers(file, readFileSync(file, 'utf8'))) {
      const target = find(specifier, file, conditions)
      if (target === undefined) outside.set(specifier, outside.get(specifier) ?? file)
      else visit(target)
    }
  }
}

/** The file that a door of ours leads to. */
export function openDoor(name: string, conditions: readonly string[]): string {
  const file = findIn(manifest.exports, name, conditions)
  if (file === undefined) throw new Error(`There is no door ${name}.`)
  return file
}

function find(specifier: string, from: string, conditions: readonly string[]): string | undefined {
  if (specifier.startsWith('.')) return resolve(dirname(from), specifier)
  if (specifier.startsWith('#')) {
    const own = ownerOf(from)
    const file = findIn(readManifest(own).imports, specifier, conditions)
    return file === undefined ? undefined : resolve(own, file)
  }
  const [, name = '', path = ''] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(specifier) ?? []
  if (!Object.hasOwn(manifest.dependencies ?? {}, name)) return undefined
  const folder = ownerOf(locate(name))
  const file = findIn(readManifest(folder).exports, `.${path}`, conditions)
  return file === undefined ? undefined : resolve(folder, file)
}

function findIn(
  targets: Readonly<Record<string, Target>> = {},
  name: string,
  conditions: readonly string[],
): string | undefined {
  if (Object.hasOwn(targets, name)) return pick(targets[name], conditions)
  for (const [pattern, target] of Object.entries(targets)) {
    const [before = '', after] = pattern.split('*')
    if (after === undefined || !name.startsWith(before) || !name.endsWith(after)) continue
    return pick(target, conditions)?.replace(
      '*',
      name.slice(before.length, -after.length || undefined),
    )
  }
  return undefined
}

/** The first condition that holds, as Node and bundlers choose. */
function pick(target: Target | undefined, conditions: readonly string[]): string | undefined {
  if (typeof target === 'string') return target
  for (const [condition, inner] of Object.entries(target ?? {})) {
    const found = conditions.includes(condition) ? pick(inner, conditions) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

function ownerOf(file: string): string {
  const folder = dirname(file)
  const isOwner = existsSync(join(folder, 'package.json')) && readManifest(folder).exports
  return isOwner ? folder : ownerOf(folder)
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}
