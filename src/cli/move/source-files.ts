import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** Folders with packages or with the output of a build. */
const skipped: ReadonlySet<string> = new Set(['node_modules', 'dist', 'coverage', 'tmp', 'public'])

/** A module that Qwik writes into `server` when it builds an app. An app may have its own folder. */
const builtModule = /^@qwik-(?:city-plan|router-config)\./

/** Below `src` every folder belongs to the author, whatever its name is. */
const sourceFolder = 'src'

/** Lists the app's files below a folder, by their paths with slashes, in alphabetical order. */
export async function listFiles(folder: string): Promise<readonly string[]> {
  const paths = await listBelow(folder, skipped)
  return paths.map((path) => relative(folder, path).split(sep).join('/')).sort()
}

async function listBelow(folder: string, without: ReadonlySet<string>): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  if (entries.some(({ name }) => builtModule.test(name))) return []
  const lists = entries.map(async (entry): Promise<readonly string[]> => {
    const path = join(folder, entry.name)
    if (entry.isFile()) return [path]
    const isOurs = entry.isDirectory() && !entry.name.startsWith('.') && !without.has(entry.name)
    if (!isOurs) return []
    return listBelow(path, entry.name === sourceFolder ? onlyPackages : without)
  })
  return (await Promise.all(lists)).flat()
}

const onlyPackages: ReadonlySet<string> = new Set(['node_modules'])
