import { createRequire } from 'node:module'
import { readJsonIfThere } from './read-file.js'

/** The version of the package that this file came with. */
export async function readVersion(): Promise<string> {
  // By its name: where this code stands within the package is up to the build.
  const manifest = createRequire(import.meta.url).resolve('latchkey/package.json')
  return String((await readJsonIfThere(manifest))?.['version'])
}
