import type { Command, GivenOptions } from '../command.js'
import { findApp } from '../find-app.js'
import { mayWrite } from '../may-write.js'
import { requireWritable } from '../require-writable.js'
import { showStep } from '../show-step.js'
import type { Terminal } from '../terminal.js'
import { readVersion } from '../version.js'
import { writeStep } from '../write-step.js'
import { loadTypeScript } from './load-typescript.js'
import { planMove } from './plan-move.js'
import { showFindings } from './show-findings.js'

/** `npx latchkey move` */
export const moveCommand: Command = {
  name: 'move',
  summary: 'Moves the Qwik app in this folder from Auth.js to Latchkey.',
  options: [
    { name: 'dry-run', summary: 'shows the changes and writes nothing' },
    { name: 'rolling', summary: 'lets servers with Auth.js and Latchkey run side by side' },
    { name: 'yes', short: 'y', summary: 'writes without asking' },
  ],
  run: runMove,
}

const next = `Next:
- npm install
- Check the types and build the app.
- Read docs/moving.md of Latchkey before you deploy.`

async function runMove(given: GivenOptions, start: string, terminal: Terminal): Promise<number> {
  const app = await findApp(start)
  const { steps, findings } = await planMove(app, {
    typescript: loadTypeScript(app.folder),
    version: await readVersion(),
    isRolling: given.flags.has('rolling'),
  })
  for (const step of steps) showStep(step, terminal)
  showFindings(findings, terminal)
  if (steps.length === 0) {
    terminal.print('Nothing to move.')
    return 0
  }
  if (given.flags.has('dry-run')) {
    terminal.print('Nothing was written, because of --dry-run.')
    return 0
  }
  await requireWritable(app.folder, steps)
  if (!(await mayWrite(given, terminal))) {
    terminal.complain('Nothing was written.')
    return 1
  }
  for (const step of steps) {
    await writeStep(app.folder, step)
    terminal.print(`Wrote ${step.path}`)
  }
  terminal.print(`\n${next}`)
  return 0
}
