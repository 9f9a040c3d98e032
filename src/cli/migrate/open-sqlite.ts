import { existsSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { inMemory } from '../databases/sqlite-path.js'
import { Refusal } from '../refusal.js'

/** What a command does with a database. */
export type Access = 'read' | 'write'

/**
 * Returns the path that the driver opens, and creates the file if the command writes to it. To read
 * a file that does not exist, the driver opens an empty database in memory.
 */
export async function prepareSqlite(folder: string, path: string, access: Access): Promise<string> {
  if (path === inMemory && access === 'write') {
    throw new Refusal(
      'A database in memory ends with this command, so there is nothing to migrate. Call migrate(db) in the app instead.',
    )
  }
  const file = resolve(folder, path)
  if (access === 'read') return path !== inMemory && existsSync(file) ? file : inMemory
  // As in the adapter file of `init`, other users of the machine must not read the file.
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await (await open(file, 'a', 0o600)).close()
  return file
}
