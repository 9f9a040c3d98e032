import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { initializerQrls, initializers } from '../../vite/initializers.js'
import type { App } from '../find-app.js'
import type { CheckResult } from './check-result.js'

/** The file that calls an initializer, such as `routeAuth$`. */
export interface PluginFile {
  /** Relative to the app's folder, with slashes. */
  readonly path: string
  readonly text: string
}

const check = 'plugin file'
const names = [...initializers, ...initializerQrls].map((name) => name.replace('$', '\\$'))
const initializerCall = new RegExp(`\\b(?:${names.join('|')})\\s*(?:<[^(]*>)?\\s*\\(`)
const pluginName = /^plugin(?:@[^/]*)?\.[cm]?[jt]sx?$/
const routeName = /^(?:plugin(?:@[^/]*)?|layout(?:-[^/]*)?!?|index(?:@[^/]*)?!?)\.[cm]?[jt]sx?$/

/** Finds the file that starts Latchkey. Qwik runs `onRequest` only from a route file. */
export async function findPluginFile(
  app: App,
): Promise<{ readonly file: PluginFile | undefined; readonly result: CheckResult }> {
  const found = await findInitializers(join(app.folder, 'src'))
  const file = found.find(({ path }) => isPlugin(path)) ?? found.find(({ path }) => isRoute(path))
  if (file && isPlugin(file.path)) {
    return { file, result: { check, state: 'ok', message: file.path } }
  }
  if (file) return { file, result: explainRoute(file.path) }
  const [other] = found
  return { file: undefined, result: other ? explainName(other.path) : explainNone() }
}

function isPlugin(path: string): boolean {
  const [, name = ''] = /^src\/routes\/([^/]+)$/.exec(path) ?? []
  return pluginName.test(name)
}

function isRoute(path: string): boolean {
  return path.startsWith('src/routes/') && routeName.test(path.slice(path.lastIndexOf('/') + 1))
}

function explainRoute(path: string): CheckResult {
  return {
    check,
    state: 'warning',
    message: `${path} runs only for its own routes, so /auth does not answer.`,
    cure: 'Move the call of routeAuth$ to src/routes/plugin@auth.ts.',
  }
}

function explainName(path: string): CheckResult {
  return {
    check,
    state: 'wrong',
    message: `Qwik does not run ${path}, because its name does not start with plugin@.`,
    cure: 'Rename it to src/routes/plugin@auth.ts, and adjust the imports.',
  }
}

function explainNone(): CheckResult {
  return {
    check,
    state: 'wrong',
    message: 'No file in src calls routeAuth$.',
    cure: 'Run npx latchkey init.',
  }
}

async function findInitializers(folder: string): Promise<readonly PluginFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name))
  const all = await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const relative = `src/${path.slice(folder.length + 1).replaceAll('\\', '/')}`
      return { path: relative, text: await readFile(path, 'utf8') }
    }),
  )
  return all.filter(({ text }) => initializerCall.test(text) && /["']latchkey/.test(text))
}
