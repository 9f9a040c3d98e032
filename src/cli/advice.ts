import { describeEnvReaders } from './env-readers.js'
import { pluginPath } from './plugin-place.js'
import type { Setup } from './setup.js'

const addPlugin =
  'Add latchkey() from "latchkey/vite" to the plugins in vite.config.ts, before qwikVite(). It keeps the config function out of the browser.'

/** Lists the steps that the developer has to do after the files are written. */
export async function renderAdvice(setup: Setup): Promise<string> {
  const { app, choices, database, page, plugin, envPath } = setup
  const packages = ['latchkey', ...choices.flatMap((choice) => choice.packages)]
  const steps = [
    ...install('npm install', [...packages, ...(database?.packages ?? [])], setup),
    ...install('npm install -D', database?.devPackages ?? [], setup),
    ...(app.hasVitePlugin ? [] : [addPlugin]),
    ...choices.flatMap(
      ({ advice }) => advice?.replaceAll('.env', envPath).replaceAll(pluginPath, plugin.path) ?? [],
    ),
    ...(plugin.mistake ? [`${plugin.mistake.reason} ${plugin.mistake.cure}`] : []),
    ...(plugin.isOther ? [`Add the providers to ${plugin.path}, as in the text above.`] : []),
    ...(database ? [database.advice] : []),
    `${app.devCommand}, and open ${page.path}`,
    ...(await describeEnvReaders(app.folder, envPath)),
    'npx latchkey doctor checks the result.',
  ]
  return ['Next:', ...steps.map((step) => `- ${step}`)].join('\n')
}

function install(command: string, wanted: readonly string[], { app }: Setup): readonly string[] {
  const missing = [...new Set(wanted)].filter((name) => !app.packages.has(withoutVersion(name)))
  return missing.length === 0 ? [] : [`${command} ${missing.join(' ')}`]
}

function withoutVersion(name: string): string {
  return name.replace(/(?<=.)@.*$/, '')
}
