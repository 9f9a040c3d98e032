import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { findProgram } from '../../test/package/runtimes/programs.mjs'
import { emailInJson, raise } from '../subjects/subject.mjs'
import { emailOf } from '../subjects/visitor.mjs'

/** Linux counts processor time in hundredths of a second. */
const tick = 1e9 / 100

/**
 * Starts workerd and returns the nanoseconds from there to the end of its first answer, by the wall clock
 * and by the processor time of workerd.
 *
 * @param {string} config
 * @param {string} cookie
 * @returns {Promise<{ wall: number, cpu: number }>}
 */
export async function measureFirstAnswer(config, cookie) {
  const program =
    findProgram('workerd') ?? raise('workerd is not installed. `npm test` installs it.')
  const begin = process.hrtime.bigint()
  const server = spawn(program, ['serve', '--control-fd=1', config], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const port = await portOf(server)
    const response = await fetch(`http://127.0.0.1:${port}/auth/session`, { headers: { cookie } })
    const body = await response.text()
    const wall = Number(process.hrtime.bigint() - begin)
    const cpu = processorTime(server.pid ?? raise('workerd did not start.'))
    const found = emailInJson(body)
    if (found !== emailOf(0)) throw new Error(`The worker found ${String(found)}.`)
    return { wall, cpu }
  } finally {
    server.kill('SIGKILL')
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  }
}

/** @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, null>} server */
async function portOf(server) {
  for await (const line of createInterface({ input: server.stdout })) {
    const port = /"port":\s*(\d+)/.exec(line)?.[1]
    if (port !== undefined) return port
  }
  return raise('workerd ended before it listened.')
}

/** Of all threads of a process. @param {number} pid */
function processorTime(pid) {
  // The name of the program, which is the second field, may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * tick
}
