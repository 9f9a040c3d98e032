import { isMainThread } from 'node:worker_threads'
import type { GivenOptions } from '../command.js'
import { findApp, type App } from '../find-app.js'
import type { PluginFile } from '../find-instances.js'
import { findSecrets } from '../find-secrets.js'
import { hidePassword } from '../migrate/hide-password.js'
import { readEnvironment } from '../read-environment.js'
import type { Terminal } from '../terminal.js'
import { checkAdapter } from './check-adapter.js'
import { checkConfig, listProviders } from './check-config.js'
import { checkEnvFiles } from './check-env-files.js'
import { checkExports, checkVitePlugin } from './check-exports.js'
import { checkOnline, skipOnline } from './check-online.js'
import type { CheckResult } from './check-result.js'
import { checkVersions } from './check-versions.js'
import { findPluginFile } from './find-plugin-file.js'
import { openApp, type OpenedApp } from './open-app.js'
import { renderResults } from './render-results.js'

/** Checks the app that a folder belongs to, prints the results, and resolves with the exit code. */
export async function runDoctor(
  { flags }: GivenOptions,
  folder: string,
  terminal: Terminal,
): Promise<number> {
  const app = await findApp(folder)
  // The app opens paths such as `file:.data/auth.sqlite` in its own folder. Node lets only the main
  // thread change its folder.
  if (isMainThread) process.chdir(app.folder)
  const results = await hideSecrets(await examine(app, flags.has('online')), app.folder)
  const ok = results.every(({ state }) => state !== 'wrong')
  terminal.print(flags.has('json') ? JSON.stringify({ ok, results }) : renderResults(results))
  return ok ? 0 : 1
}

async function examine(app: App, isOnline: boolean): Promise<readonly CheckResult[]> {
  const versions = await checkVersions(app)
  const { file, result } = await findPluginFile(app)
  const environment = await readEnvironment(app.folder)
  const known = [...versions, result, ...(await checkEnvFiles(app.folder))]
  if (!file) return known
  try {
    const opened = await openApp(app, file, environment)
    return [...known, ...(await examineOpened(opened, file, environment, isOnline))]
  } catch (error) {
    return [...known, explainFailure(app, file, error)]
  }
}

async function examineOpened(
  opened: OpenedApp,
  file: PluginFile,
  environment: ReadonlyMap<string, string>,
  isOnline: boolean,
): Promise<readonly CheckResult[]> {
  const { config } = opened
  const app = [checkExports(opened, file), checkVitePlugin(opened)]
  if (typeof config === 'string') return [...app, explainConfig(config)]
  return [
    ...app,
    ...checkConfig(config, environment),
    await checkAdapter(config.adapter),
    ...(isOnline ? await checkOnline(listProviders(config)) : skipOnline()),
  ]
}

function explainConfig(reason: string): CheckResult {
  return {
    check: 'config',
    state: 'wrong',
    message: `The config function failed: ${reason}`,
    cure: 'Fix the cause. The options, the adapter and the providers were not checked.',
  }
}

function explainFailure(
  { framework }: App,
  { path, text }: PluginFile,
  error: unknown,
): CheckResult {
  const [, door] = /from\s*["'](latchkey(?:\/qwik2)?)["']/.exec(text) ?? []
  const isWrongDoor = door !== undefined && door !== framework.door
  return {
    check: 'exports',
    state: 'wrong',
    message: `${path} could not be loaded: ${error instanceof Error ? firstLine(error) : String(error)}`,
    cure: isWrongDoor
      ? `Import from "${framework.door}" instead of "${door}", because the app uses ${framework.router}.`
      : 'Fix the cause. The exports, the options, the adapter and the providers were not checked.',
  }
}

function firstLine({ message }: Error): string {
  return message.split('\n', 1)[0] ?? ''
}

/** A driver's or an app's own message may contain a secret. */
async function hideSecrets(
  results: readonly CheckResult[],
  folder: string,
): Promise<readonly CheckResult[]> {
  const secrets = await findSecrets(folder, process.env)
  const hide = (text: string): string =>
    secrets.reduce((hidden, { value }) => hidePassword(hidden, value), text)
  return results.map((result) => ({
    ...result,
    message: hide(result.message),
    ...(result.cure !== undefined && { cure: hide(result.cure) }),
  }))
}
