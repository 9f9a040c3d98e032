import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { initializerQrls, initializers } from '../vite/initializers.js'

/** A file that calls an initializer, such as `routeAuth$`. */
export interface PluginFile {
  /** Relative to the app's folder, with slashes. */
  readonly path: string
  readonly text: string
}

const names = [...initializers, ...initializerQrls].map((name) => name.replace('$', '\\$'))
const initializerCall = new RegExp(`\\b(?:${names.join('|')})\\s*(?:<[^(]*>)?\\s*\\(`)
const sourceName = /\.[cm]?[jt]sx?$/
const testName = /\.(?:test|spec)\.[cm]?[jt]sx?$/

/** Finds the files of an app that call an initializer of Latchkey. Tests are left out. */
export async function findInstances(folder: string): Promise<readonly PluginFile[]> {
  const source = join(folder, 'src')
  const entries = await readdir(source, { recursive: true, withFileTypes: true })
  const files = entries.filter(
    (entry) => entry.isFile() && sourceName.test(entry.name) && !testName.test(entry.name),
  )
  const all = await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const relative = `src/${path.slice(source.length + 1).replaceAll('\\', '/')}`
      return { path: relative, text: await readFile(path, 'utf8') }
    }),
  )
  return all.filter(({ text }) => initializerCall.test(text) && /["']latchkey/.test(text))
}
