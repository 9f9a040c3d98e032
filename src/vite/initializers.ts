import { dirname, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The initializers of both bindings, by the name that Qwik's optimizer recognizes. */
export const initializers: readonly string[] = ['FrameworkAuth$', 'QwikAuth$', 'routeAuth$']

/** The names of the same initializers after the optimizer has extracted their argument. */
export const initializerQrls: readonly string[] = initializers.map((name) =>
  name.replace('$', 'Qrl'),
)

/** The initializer whose argument Qwik keeps on the server. */
export const keptInitializer = 'routeAuth$'

/**
 * The folder of this package's built files, for an app that installs it under another name or not at
 * all. The build writes this module into a file of that folder.
 */
export const ownFolder: string = dirname(fileURLToPath(import.meta.url)) + sep

/** Returns the package entry that a resolved module is, or undefined for all other modules. */
export function packageEntryOf(id: string): string | undefined {
  const path = id.replace(/[?#].*$/, '')
  const [, folder] = /[\\/]dist[\\/](qwik2?)[\\/]index\.qwik\.mjs$/.exec(path) ?? []
  if (folder === undefined || (packageOf(path) !== 'latchkey' && !path.startsWith(ownFolder)))
    return undefined
  return folder === 'qwik2' ? 'latchkey/qwik2' : 'latchkey'
}

/** Returns the name of the package that a built file is from. Outside of packages it may be ours. */
function packageOf(path: string): string {
  const folders = path.replaceAll('\\', '/')
  const installed = '/node_modules/'
  const at = folders.lastIndexOf(installed)
  if (at === -1) return 'latchkey'
  const inside = folders.slice(at + installed.length)
  return inside.slice(0, inside.indexOf('/dist/'))
}
