import { renderAdvice } from './advice.js'
import type { Choice } from './choice.js'
import { askForProviders, parseProviders, providerIds } from './choose-providers.js'
import type { Command, GivenOptions } from './command.js'
import { withDatabase } from './credentials-choice.js'
import {
  askForDatabase,
  databaseIds,
  defaultDatabase,
  parseDatabase,
} from './databases/choose-database.js'
import type { Database } from './databases/database.js'
import { findEnvNotices } from './env-notices.js'
import { findApp } from './find-app.js'
import { mayWrite } from './may-write.js'
import { planInit } from './plan.js'
import { chooseEnvPath } from './plan-env.js'
import { explainMissingMailer, withoutMailer } from './password-choice.js'
import { findPluginPlace } from './plugin-place.js'
import { randomSecret } from './random-secret.js'
import { readEnvironment } from './read-environment.js'
import { Refusal } from './refusal.js'
import { requireWritable } from './require-writable.js'
import type { Setup } from './setup.js'
import { showStep } from './show-step.js'
import { builtInPage, ownPage } from './sign-in-page.js'
import type { WriteStep } from './step.js'
import type { Terminal } from './terminal.js'
import { planVitePlugin } from './vite-config.js'
import { writeStep } from './write-step.js'

/** `npx latchkey init` */
export const initCommand: Command = {
  name: 'init',
  summary: 'Adds a sign-in to the Qwik app in this folder. Existing files are not overwritten.',
  options: [
    { name: 'providers', short: 'p', value: 'ids', summary: 'such as email,password,github' },
    {
      name: 'database',
      short: 'd',
      value: 'id',
      summary: `${databaseIds.join(', ')}; default, if a provider needs one: that of DATABASE_URL, or sqlite`,
    },
    { name: 'page', summary: 'writes a sign-in page to style, in place of the built-in one' },
    { name: 'list', short: 'l', summary: 'lists the ids of the providers, and does nothing else' },
    { name: 'yes', short: 'y', summary: 'writes without asking' },
  ],
  run: runInit,
}

async function runInit(given: GivenOptions, folder: string, terminal: Terminal): Promise<number> {
  if (given.flags.has('list')) {
    terminal.print(providerIds.join('\n'))
    return 0
  }
  const setup = await chooseSetup(given, folder, terminal)
  const steps = await planInit(setup, randomSecret())
  const writes = steps.filter((step): step is WriteStep => step.kind === 'write')
  await requireWritable(setup.app.folder, writes)
  for (const step of steps) showStep(step, terminal)
  const missingMailer = explainMissingMailer(setup.choices)
  const notices = [
    ...(missingMailer === undefined ? [] : [missingMailer]),
    ...(await findEnvNotices(setup.app.folder, setup.envPath)),
  ]
  for (const notice of notices) terminal.print(`Note: ${notice}\n`)
  if (writes.length === 0) {
    // A file that is left as it is may need a change by hand.
    terminal.print(steps.length === 0 ? 'Nothing to do.' : 'Nothing to write.')
    return 0
  }
  if (!(await mayWrite(given, terminal))) {
    terminal.complain('Nothing was written.')
    return 1
  }
  for (const step of writes) {
    await writeStep(setup.app.folder, step)
    terminal.print(`Wrote ${step.path}`)
  }
  terminal.print(`\n${await renderAdvice(setup, steps)}`)
  return 0
}

async function chooseSetup(
  given: GivenOptions,
  folder: string,
  terminal: Terminal,
): Promise<Setup> {
  const app = await findApp(folder)
  const plain = await chooseProviders(given, terminal)
  const page = given.flags.has('page') ? ownPage(app, plain) : builtInPage
  const database = await chooseDatabase(given, plain, terminal, app.folder)
  const choices = plain.map((choice) => withoutMailer(choice, plain))
  return {
    app,
    choices: database ? choices.map((choice) => withDatabase(choice, database)) : choices,
    database,
    page,
    plugin: await findPluginPlace(app.folder),
    vite: await planVitePlugin(app.folder),
    envPath: await chooseEnvPath(app.folder),
  }
}

async function chooseProviders(
  { flags, values }: GivenOptions,
  terminal: Terminal,
): Promise<readonly Choice[]> {
  const list = values.get('providers')
  if (list !== undefined) return parseProviders(list)
  if (terminal.isInteractive && !flags.has('yes')) return askForProviders(terminal)
  throw new Refusal('Say which providers: npx latchkey init --providers email,password,github')
}

async function chooseDatabase(
  { flags, values }: GivenOptions,
  choices: readonly Choice[],
  terminal: Terminal,
  folder: string,
): Promise<Database | undefined> {
  const environment = await readEnvironment(folder)
  const id = values.get('database')
  if (id !== undefined) return parseDatabase(id, choices, environment)
  if (terminal.isInteractive && !flags.has('yes')) {
    return askForDatabase(terminal, choices, environment)
  }
  return defaultDatabase(choices, environment)
}
