import { describeEnvReaders } from './env-readers.js'
import { isPluginFile, pluginPath } from './plugin-place.js'
import type { Setup } from './setup.js'
import type { Step } from './step.js'
import { nameViteConfig } from './vite-config.js'

const guide =
  'https://github.com/latchkey-auth/latchkey/blob/main/docs/guide/getting-started.md#guard-a-page'

function addPlugin(path: string): string {
  return `Add latchkey() from "latchkey/vite" to the plugins in ${path}, before qwikVite(). It keeps the config function out of the browser.`
}

/** Lists the steps that the developer has to do after the files are written. */
export async function renderAdvice(setup: Setup, steps: readonly Step[]): Promise<string> {
  const { app, choices, database, page, plugin, vite, envPath } = setup
  const own = steps.find(({ kind, path }) => kind === 'leave' && isPluginFile(path))?.path
  const place = own ?? plugin.path
  const packages = ['latchkey', ...choices.flatMap((choice) => choice.packages)]
  const lines = [
    ...install('npm install', [...packages, ...(database?.packages ?? [])], setup),
    ...install('npm install -D', database?.devPackages ?? [], setup),
    ...(vite.kind === 'unclear' ? [addPlugin(vite.path)] : []),
    ...(vite.kind === 'missing' ? [addPlugin(nameViteConfig(app.folder))] : []),
    ...choices.flatMap(
      ({ advice }) => advice?.replaceAll('.env', envPath).replaceAll(pluginPath, place) ?? [],
    ),
    ...(plugin.mistake ? [`${plugin.mistake.reason} ${plugin.mistake.cure}`] : []),
    ...(plugin.isOther || own !== undefined
      ? [`Add the providers to ${place}, as in the text above.`]
      : []),
    ...(database ? [database.advice] : []),
    `${app.devCommand}, and open ${page.path}`,
    `To guard a page, call requireSession(event) from "${app.framework.door}" in its routeLoader$. See ${guide}`,
    ...(await describeEnvReaders(app.folder, envPath)),
    'npx latchkey doctor checks the result.',
  ]
  return ['Next:', ...lines.map((line) => `- ${line}`)].join('\n')
}

function install(command: string, wanted: readonly string[], { app }: Setup): readonly string[] {
  const missing = [...new Set(wanted)].filter((name) => !app.packages.has(withoutVersion(name)))
  return missing.length === 0 ? [] : [`${command} ${missing.join(' ')}`]
}

function withoutVersion(name: string): string {
  return name.replace(/(?<=.)@.*$/, '')
}
