import { createRequire } from 'node:module'
import { readJsonIfThere } from './read-file.js'

/** Reads the version of the installed package. */
export async function readVersion(): Promise<string> {
  // Found by package name, because the build decides where this file is inside the package.
  const manifest = createRequire(import.meta.url).resolve('latchkey/package.json')
  return String((await readJsonIfThere(manifest))?.['version'])
}
