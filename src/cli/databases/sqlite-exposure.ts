import { existsSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { isPrivateFolder, sharedMode } from '../file-mode.js'
import { findIgnorer, GitFailure, isTracked } from '../git.js'
import { inMemory, sqlitePathOf, toIgnorePattern } from './sqlite-path.js'

/** A way in which others can read a SQLite file. It has sessions and addresses in it. */
export interface Exposure {
  readonly state: 'wrong' | 'warning' | 'unknown'
  readonly message: string
  readonly cure: string
}

/** SQLite writes recent changes to files beside the database. */
const suffixes = ['', '-wal', '-shm', '-journal']

/** Finds out whether git or other users can read the file of a SQLite address. */
export async function findExposures(folder: string, url: string): Promise<readonly Exposure[]> {
  const path = sqlitePathOf(url)
  if (path === undefined || path === inMemory) return []
  const file = resolve(folder, path)
  const shown = relative(folder, file).replaceAll('\\', '/')
  return [...(await findCommits(folder, file, shown)), ...(await findReaders(file, shown))]
}

async function findCommits(
  folder: string,
  file: string,
  shown: string,
): Promise<readonly Exposure[]> {
  const hasFolder = existsSync(dirname(file))
  // Git must be asked in the repository of the file, which may be outside of the app.
  if (!hasFolder && shown.startsWith('..')) return []
  const [place, path] = hasFolder ? [dirname(file), basename(file)] : [folder, shown]
  const ignore = `Add ${toIgnorePattern(shown)} to the end of .gitignore.`
  try {
    if (await isTracked(place, path)) {
      const cure = `Run git rm --cached ${shown}. ${ignore}`
      return [{ state: 'wrong', message: `Git tracks the database ${shown}.`, cure }]
    }
    const ignorer = await findIgnorer(place, path)
    if (ignorer === 'nothing') {
      return [
        { state: 'wrong', message: `Git does not ignore the database ${shown}.`, cure: ignore },
      ]
    }
    if (ignorer !== 'clone') return []
    const message = `Only this clone ignores the database ${shown}, through .git/info/exclude.`
    return [{ state: 'warning', message, cure: ignore }]
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    const message = `Git cannot say whether it commits the database ${shown}: ${error.reason}`
    return [{ state: 'unknown', message, cure: 'Install git or fix this.' }]
  }
}

/** In a folder that only its owner can enter, the mode of a file does not matter. */
async function findReaders(file: string, shown: string): Promise<readonly Exposure[]> {
  if (await isPrivateFolder(dirname(file))) return []
  const found: Exposure[] = []
  for (const suffix of suffixes) {
    const mode = await sharedMode(file + suffix)
    if (mode === undefined) continue
    found.push({
      state: 'warning',
      message: `Other users of this machine can read the database ${shown}${suffix} (mode ${mode}).`,
      cure: `Run chmod 600 ${shown}${suffix}.`,
    })
  }
  return found
}
