import { renderAdvice } from './advice.js'
import type { Choice } from './choice.js'
import { askForProviders, parseProviders, providerIds } from './choose-providers.js'
import type { Command, GivenOptions } from './command.js'
import { findApp } from './find-app.js'
import { mayWrite } from './may-write.js'
import { planInit } from './plan.js'
import { randomSecret } from './random-secret.js'
import { Refusal } from './refusal.js'
import { showStep } from './show-step.js'
import type { WriteStep } from './step.js'
import type { Terminal } from './terminal.js'
import { writeStep } from './write-step.js'

/** `npx latchkey init` */
export const initCommand: Command = {
  name: 'init',
  summary: 'Adds a sign-in to the Qwik app in this folder. Existing files are not overwritten.',
  options: [
    { name: 'providers', short: 'p', value: 'ids', summary: 'such as github,google,credentials' },
    { name: 'list', short: 'l', summary: 'lists the ids, and does nothing else' },
    { name: 'yes', short: 'y', summary: 'writes without asking' },
  ],
  run: runInit,
}

async function runInit(given: GivenOptions, folder: string, terminal: Terminal): Promise<number> {
  if (given.flags.has('list')) {
    terminal.print(providerIds.join('\n'))
    return 0
  }
  const app = await findApp(folder)
  const choices = await chooseProviders(given, terminal)
  const steps = await planInit(app, choices, randomSecret())
  for (const step of steps) showStep(step, terminal)
  const writes = steps.filter((step): step is WriteStep => step.kind === 'write')
  if (writes.length === 0) {
    terminal.print('Nothing to do.')
    return 0
  }
  if (!(await mayWrite(given, terminal))) {
    terminal.complain('Nothing was written.')
    return 1
  }
  for (const step of writes) {
    await writeStep(app.folder, step)
    terminal.print(`Wrote ${step.path}`)
  }
  terminal.print(`\n${renderAdvice(app, choices)}`)
  return 0
}

async function chooseProviders(
  { flags, values }: GivenOptions,
  terminal: Terminal,
): Promise<readonly Choice[]> {
  const list = values.get('providers')
  if (list !== undefined) return parseProviders(list)
  if (terminal.isInteractive && !flags.has('yes')) return askForProviders(terminal)
  throw new Refusal('Say which providers: npx latchkey init --providers github,credentials')
}
