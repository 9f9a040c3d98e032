import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { InlineConfig } from 'vite'
import type { Ended } from './folder.js'

let builder: ChildProcess | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * Does what `vite build` does in a folder, in one process for all projects of a test file. Loading Vite
 * and Qwik for each project would take most of the time of a small build.
 *
 * A server config must set `ssg: null`, because Qwik ends the process after it has written static pages.
 */
export function buildProject(
  cwd: string,
  config: Pick<InlineConfig, 'configFile' | 'build'> = {},
): Promise<Ended> {
  // Qwik reads the current folder of the process, so only one build can run at a time.
  const next = last.then(() => order({ cwd, config }))
  last = next.catch(() => undefined)
  return next
}

function order(what: object): Promise<Ended> {
  const child = (builder ??= startBuilder())
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void => {
      builder = undefined
      reject(new Error(`The process of the builds exited with ${code}.`))
    }
    child.once('exit', onExit)
    child.once('message', (ended: Ended) => {
      child.off('exit', onExit)
      resolve(ended)
    })
    child.send(what)
  })
}

/** The process ends with the worker that runs the test file. */
function startBuilder(): ChildProcess {
  const env = { ...process.env }
  // Vitest's NODE_ENV would make another build.
  delete env['NODE_ENV']
  return fork(fileURLToPath(new URL('builder-process.mjs', import.meta.url)), {
    env,
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}
