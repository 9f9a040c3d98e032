import type { Command, GivenOptions } from '../command.js'
import { findApp } from '../find-app.js'
import { mayWrite } from '../may-write.js'
import { requireWritable } from '../require-writable.js'
import { showStep } from '../show-step.js'
import type { Terminal } from '../terminal.js'
import { readPeers, readVersion } from '../version.js'
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
- Read docs/guide/moving.md of Latchkey before you deploy.`

const rolling = `While servers with Auth.js and with Latchkey run side by side:
- Give both the same list of secrets in the same order, the same database and the same names of cookies.
- Set the same maxAge for mail providers in both configs, because the defaults differ.
- Let the jwt callback on both return the token that it received.
- End this state soon, because servers with Auth.js do not notice a revoked session.
When no server with Auth.js is left and you will not go back, solve what the log warns about at the start, remove
compatibility: 'authjs' and deploy. npx latchkey doctor tells you if the config works without it.`

const notRolling = `If servers with Auth.js will run at the same time as servers with Latchkey, or if you may have to go back, run
npx latchkey move --rolling as well.`

async function runMove(given: GivenOptions, start: string, terminal: Terminal): Promise<number> {
  const app = await findApp(start)
  const isRolling = given.flags.has('rolling')
  const { steps, findings } = await planMove(app, {
    typescript: loadTypeScript(app.folder),
    version: await readVersion(),
    peers: await readPeers(),
    isRolling,
  })
  for (const step of steps) showStep(step, terminal)
  showFindings(findings, terminal)
  if (isRolling && steps.length > 0) terminal.print(`${rolling}\n`)
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
  if (!isRolling) terminal.print(`\n${notRolling}`)
  return 0
}
