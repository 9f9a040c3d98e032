import { dirname, join } from 'node:path'
import { findArchived } from './plug-n-play.js'
import { readJsonIfThere } from './read-file.js'

/** Looks in the folders that Node looks in. A package need not export its `package.json`. */
export async function findVersion(folder: string, name: string): Promise<string | undefined> {
  const place = findArchived(folder, name) ?? join(folder, 'node_modules', name)
  const manifest = await readJsonIfThere(join(place, 'package.json'))
  const version = manifest?.['version']
  if (typeof version === 'string') return version
  const parent = dirname(folder)
  return parent === folder ? undefined : findVersion(parent, name)
}

/** Compares two versions. A version with a suffix, such as `-beta.1`, comes before the one without. */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [parts(left), parts(right)]
  for (const at of [0, 1, 2]) {
    const difference = (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0)
    if (difference !== 0) return difference
  }
  if (a.suffix === b.suffix) return 0
  if (a.suffix === '' || b.suffix === '') return a.suffix === '' ? 1 : -1
  return a.suffix.localeCompare(b.suffix, 'en', { numeric: true })
}

function parts(version: string): { numbers: readonly number[]; suffix: string } {
  const [numbers = '', ...suffix] = (version.split('+', 1)[0] ?? '').split('-')
  return { numbers: numbers.split('.').map(Number), suffix: suffix.join('-') }
}
