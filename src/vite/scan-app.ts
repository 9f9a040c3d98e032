import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { normalizePath } from 'vite'
import { isForeign, isOwn, withoutQuery } from './app-module.js'
import { importsWithin } from './dynamic-imports.js'
import { isSource } from './find-instances.js'
import { packageEntryOf } from './initializers.js'
import { listFiles } from './list-files.js'
import type { Memory } from './memory.js'
import { isUnrelated, textOf, type Resolve } from './module-exports.js'
import { parseModule, type ParsedModule } from './parse-module.js'
import { registrationsIn } from './registrations.js'

/** A module of an app, which the server's or the browser's build may contain. */
export interface ScannedModule {
  readonly id: string
  readonly module: ParsedModule
  /** The modules that it imports. */
  readonly imports: readonly string[]
}

/** Files that Qwik or a server loads by their name, wherever they are. */
const entryName = /^(?:entry\b.*|root|service-worker)\.[cm]?[jt]sx?$/

/** Files of routes. Qwik runs plugin files on the server only. */
const routeName = /^(?:plugin(?:@.*)?|layout(?:[-!].*)?|index(?:[!@].*)?)\.[cm]?[jt]sx?$/
const pluginName = /^plugin(?:@.*)?\.tsx?$/

/**
 * Reads scripts, and what they import from other folders, such as a package of the workspace. A file
 * that does not parse is left out: a build that contains it fails without us. Remembers
 * those that may hand something to another module.
 */
export async function scanModules(
  files: readonly string[],
  resolve: Resolve,
  known: Pick<Memory, 'registering'>,
): Promise<ReadonlyMap<string, ScannedModule>> {
  const scanned = new Map<string, ScannedModule>()
  const waiting = new Set(files.map((path) => normalizePath(path)))
  for (const id of waiting) {
    const module = await parseFile(id)
    if (!module) continue
    const imports = await importsOf(module, id, resolve)
    scanned.set(id, { id, module, imports })
    if (registrationsIn(module.statements).length > 0) known.registering.add(id)
    for (const one of imports) if (isScript(one) && !isForeign(one)) waiting.add(one)
  }
  return scanned
}

/** Lists the scripts of an app. */
export async function listSources(srcDir: string): Promise<readonly string[]> {
  return (await filesBelow(srcDir)).filter(isSource).sort()
}

/** Lists Qwik's plugin files of an app whose routes are not in its source folder. */
export async function listPluginFiles(root: string): Promise<readonly string[]> {
  return (await filesBelow(root)).filter((path) => pluginName.test(basename(path))).sort()
}

/** Returns the modules that the app's entries lead to. A helper of the tests is not one of them. */
export function modulesInUse(
  scanned: ReadonlyMap<string, ScannedModule>,
  srcDir: string,
): ReadonlySet<string> {
  const ids = [...scanned.keys()]
  const usual = `${normalizePath(srcDir)}/routes/`
  // If Qwik's usual folder is empty, the app has named another one, which Qwik does not tell.
  const routes = ids.some((id) => id.startsWith(usual)) ? usual : ''
  const isEntry = (id: string): boolean =>
    entryName.test(basename(id)) || (id.startsWith(routes) && routeName.test(basename(id)))
  const used = new Set(ids.filter(isEntry))
  for (const id of used) for (const one of scanned.get(id)?.imports ?? []) used.add(one)
  return used
}

/** A folder that does not exist contains nothing. Packages are not part of the app. */
function filesBelow(folder: string): Promise<readonly string[]> {
  return listFiles(folder, (name) => name !== 'node_modules' && !name.startsWith('.')).catch(
    () => [],
  )
}

async function parseFile(id: string): Promise<ParsedModule | undefined> {
  try {
    return await parseModule(await readFile(id, 'utf8'), id)
  } catch {
    return undefined
  }
}

async function importsOf(
  { statements }: ParsedModule,
  id: string,
  resolve: Resolve,
): Promise<readonly string[]> {
  const written = statements.flatMap((one) => textOf(one['source']) ?? [])
  const dynamic = statements.flatMap(importsWithin).map(({ specifier }) => specifier)
  const related = [...new Set([...written, ...dynamic])].filter((one) => !isUnrelated(one))
  const found = await Promise.all(related.map((specifier) => resolve(specifier, id)))
  return found.flatMap((one) => (one === undefined ? [] : withoutQuery(one)))
}

function isScript(id: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(id) && !id.startsWith('\0')
}

/**
 * Whether one of the modules imports Latchkey's binding, and so needs an instance. A package that the
 * app installs may have made it.
 */
export async function needsInstance(
  scanned: ReadonlyMap<string, ScannedModule>,
  used: ReadonlySet<string>,
): Promise<boolean> {
  const imports = [...used].flatMap((id) => scanned.get(id)?.imports ?? [])
  if (!imports.some((id) => packageEntryOf(id) !== undefined)) return false
  const packages = new Set(imports.filter((id) => isForeign(id) && !isOwn(id)))
  const texts = await Promise.all([...packages].map((id) => readFile(id, 'utf8').catch(() => '')))
  return !texts.some((text) => /["']latchkey/.test(text))
}
