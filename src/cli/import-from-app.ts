import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isLockedOut } from './plug-n-play.js'
import { isObject, type JsonObject } from './read-file.js'
import { Refusal } from './refusal.js'

/**
 * Imports a package that the app has installed. Returns undefined if the app does not have it.
 *
 * The members of a CommonJS package are also on its default export, so both are returned.
 */
export async function importFromApp(folder: string, name: string): Promise<JsonObject | undefined> {
  const path = resolveFromApp(folder, name)
  if (path === undefined && isLockedOut(folder)) {
    throw new Refusal(
      `Yarn's Plug'n'Play keeps ${name} in an archive, and Yarn did not start this command. Start it with yarn latchkey.`,
    )
  }
  if (path === undefined) return undefined
  const loaded: unknown = await import(pathToFileURL(path).href)
  if (!isObject(loaded)) return undefined
  const main = loaded['default']
  return isObject(main) ? { ...main, ...loaded } : loaded
}

/** Returns the path of a package's file. Returns undefined if the app does not have it. */
function resolveFromApp(folder: string, name: string): string | undefined {
  try {
    return createRequire(join(folder, 'package.json')).resolve(name)
  } catch {
    return undefined
  }
}
