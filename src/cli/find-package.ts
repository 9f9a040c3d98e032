import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Returns the nearest folder with a `package.json`. Returns undefined if no folder has one. */
export function findPackage(folder: string): string | undefined {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  return parent === folder ? undefined : findPackage(parent)
}
