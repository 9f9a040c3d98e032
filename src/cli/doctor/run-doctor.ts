import { isMainThread } from 'node:worker_threads'
import type { GivenOptions } from '../command.js'
import { findApp, type App } from '../find-app.js'
import type { SourceFile } from '../../vite/source-file.js'
import { findSecrets } from '../find-secrets.js'
import { hidePassword } from '../migrate/hide-password.js'
import { isLockedOut } from '../plug-n-play.js'
import { readEnvironment } from '../read-environment.js'
import type { Terminal } from '../terminal.js'
import { nameViteConfig } from '../vite-config.js'
import { checkAdapter } from './check-adapter.js'
import { checkConfig, listProviders } from './check-config.js'
import { checkDatabaseFile } from './check-database-file.js'
import { checkEnvFiles } from './check-env-files.js'
import { checkExports, checkVitePlugin } from './check-exports.js'
import { checkOnline, skipOnline } from './check-online.js'
import { toResult, type CheckResult } from './check-result.js'
import { checkPackages } from './check-packages.js'
import { checkVersions } from './check-versions.js'
import { containApp, type ContainedApp } from './contain-app.js'
import { describeError } from './describe-error.js'
import { findPluginFiles } from './find-plugin-files.js'
import { openApp, ViteConfigFailure, type OpenedApp } from './open-app.js'
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
  return containApp(async (contained) => {
    const found = await examine(app, flags.has('online'), contained)
    const results = await hideSecrets([...found, ...explainContained(app, contained)], app.folder)
    const ok = results.every(({ state }) => state !== 'wrong')
    terminal.print(flags.has('json') ? JSON.stringify({ ok, results }) : renderResults(results))
    return ok ? 0 : 1
  })
}

async function examine(
  app: App,
  isOnline: boolean,
  contained: ContainedApp,
): Promise<readonly CheckResult[]> {
  const versions = await checkVersions(app)
  const { files, results } = await findPluginFiles(app)
  const environment = await readEnvironment(app.folder)
  const known = [
    ...versions,
    ...results,
    ...(await checkEnvFiles(app.folder)),
    ...(await checkDatabaseFile(app.folder)),
  ]
  const examined: CheckResult[] = []
  // One after the other, because each takes the console while it runs.
  for (const file of isLockedOut(app.folder) ? [] : files) {
    const found = await examineFile(app, file, environment, { isOnline, contained })
    examined.push(...(files.length > 1 ? withFile(found, file) : found))
  }
  return [...known, ...withoutRepetition(examined)]
}

async function examineFile(
  app: App,
  file: SourceFile,
  environment: ReadonlyMap<string, string>,
  { isOnline, contained }: { readonly isOnline: boolean; readonly contained: ContainedApp },
): Promise<readonly CheckResult[]> {
  try {
    const opened = await openApp(app, file, environment, contained)
    return await examineOpened(app, opened, file, environment, isOnline)
  } catch (error) {
    return [
      explainClash(error) ??
        explainRefusal(app, error) ??
        explainViteConfig(app, error) ??
        explainFailure(app, file, error),
    ]
  }
}

/** Names the file in each result, if the app has several. */
function withFile(results: readonly CheckResult[], { path }: SourceFile): readonly CheckResult[] {
  return results.map((result) =>
    result.check === 'plugin file' || result.message.startsWith(path)
      ? result
      : { ...result, message: `${path}: ${result.message}` },
  )
}

/** Two files may have one mistake in common. */
function withoutRepetition(results: readonly CheckResult[]): readonly CheckResult[] {
  return results.filter(
    ({ check, message }, at) =>
      results.findIndex((other) => other.check === check && other.message === message) === at,
  )
}

/** The engine refuses two instances that could read each other's sessions. */
function explainClash(error: unknown): CheckResult | undefined {
  const message = error instanceof Error ? error.message : ''
  return message.startsWith('Two instances ')
    ? toResult('plugin file', 'wrong', message)
    : undefined
}

/** Without the Vite plugin, no initializer runs, so the app could not be loaded. */
function explainRefusal({ folder }: App, error: unknown): CheckResult | undefined {
  const message = error instanceof Error ? error.message : ''
  return message.includes('without the plugin of latchkey/vite')
    ? checkVitePlugin({ hasVitePlugin: false, viteConfig: nameViteConfig(folder) })
    : undefined
}

async function examineOpened(
  { folder }: App,
  opened: OpenedApp,
  file: SourceFile,
  environment: ReadonlyMap<string, string>,
  isOnline: boolean,
): Promise<readonly CheckResult[]> {
  const { config } = opened
  const known = [checkExports(opened, file), checkVitePlugin(opened)]
  if (typeof config === 'string') return [...known, explainConfig(config)]
  const packages = await checkPackages(folder, listProviders(config))
  const lacksPackage = packages.some(({ state }) => state === 'wrong')
  return [
    ...known,
    ...checkConfig(config, environment).filter(
      ({ check, state }) => !(lacksPackage && check === 'providers' && state === 'ok'),
    ),
    ...packages,
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

function explainViteConfig({ folder }: App, error: unknown): CheckResult | undefined {
  if (!(error instanceof ViteConfigFailure)) return undefined
  return {
    check: 'vite plugin',
    state: 'wrong',
    message: `${nameViteConfig(folder)} could not be loaded: ${describeError(error.cause, folder)}`,
    cure: 'Fix the cause. The exports, the options, the adapter and the providers were not checked.',
  }
}

/** Says what would have ended the process of the app. */
function explainContained(
  { folder }: App,
  { errors, exits }: ContainedApp,
): readonly CheckResult[] {
  const check = 'app'
  return withoutRepetition([
    ...exits.map((message) => ({ check, state: 'wrong', message }) as const),
    ...errors.map((error) => ({
      check,
      state: 'wrong' as const,
      message: `An error of the app is not handled, and ends its process: ${describeError(error, folder)}`,
      cure: 'Catch it, or await the promise that it rejects.',
    })),
  ])
}

function explainFailure(
  { folder, framework }: App,
  { path, text }: SourceFile,
  error: unknown,
): CheckResult {
  const [, door] = /from\s*["'](latchkey(?:\/qwik2)?)["']/.exec(text) ?? []
  const isWrongDoor = door !== undefined && door !== framework.door
  return {
    check: 'exports',
    state: 'wrong',
    message: `${path} could not be loaded: ${describeError(error, folder)}`,
    cure: isWrongDoor
      ? `Import from "${framework.door}" instead of "${door}", because the app uses ${framework.router}.`
      : 'Fix the cause. The exports, the options, the adapter and the providers were not checked.',
  }
}

/** A driver's or an app's own message may contain a secret. Those of good results are only ours. */
async function hideSecrets(
  results: readonly CheckResult[],
  folder: string,
): Promise<readonly CheckResult[]> {
  const secrets = await findSecrets(folder, process.env)
  const hide = (text: string): string =>
    secrets.reduce((hidden, { value }) => hidePassword(hidden, value), text)
  return results.map((result) => {
    if (result.state === 'ok') return result
    const { message, cure } = result
    return { ...result, message: hide(message), ...(cure !== undefined && { cure: hide(cure) }) }
  })
}
