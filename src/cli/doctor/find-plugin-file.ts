import type { App } from '../find-app.js'
import { findInstances, type PluginFile } from '../find-instances.js'
import type { CheckResult } from './check-result.js'

const check = 'plugin file'
const pluginName = /^plugin(?:@[^/]*)?\.[cm]?[jt]sx?$/
const routeName = /^(?:plugin(?:@[^/]*)?|layout(?:-[^/]*)?!?|index(?:@[^/]*)?!?)\.[cm]?[jt]sx?$/

/** Finds the file that starts Latchkey. Qwik runs `onRequest` only from a route file. */
export async function findPluginFile(
  app: App,
): Promise<{ readonly file: PluginFile | undefined; readonly result: CheckResult }> {
  const found = await findInstances(app.folder)
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
