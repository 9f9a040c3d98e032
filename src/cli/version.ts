import { fileURLToPath } from 'node:url'
import { readJsonIfThere } from './read-file.js'

/** The version of the package that this file came with. */
export async function readVersion(): Promise<string> {
  const manifest = fileURLToPath(new URL('../../package.json', import.meta.url))
  return String((await readJsonIfThere(manifest))?.['version'])
}
