import { createRequire } from 'node:module'
import { isObject, readJsonIfThere, type JsonObject } from './read-file.js'

/** Reads the version of the installed package. */
export async function readVersion(): Promise<string> {
  return String((await readManifest())?.['version'])
}

/** Reads which versions of other packages the installed package works with. */
export async function readPeers(): Promise<ReadonlyMap<string, string>> {
  const peers = (await readManifest())?.['peerDependencies']
  const entries = isObject(peers) ? Object.entries(peers) : []
  return new Map(entries.map(([name, range]) => [name, String(range)]))
}

function readManifest(): Promise<JsonObject | undefined> {
  // Found by package name, because the build decides where this file is inside the package.
  return readJsonIfThere(createRequire(import.meta.url).resolve('latchkey/package.json'))
}
