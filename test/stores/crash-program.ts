import { spawn } from 'node:child_process'
import { buildChild } from './build-child.js'
import type { Order } from './crash-child.js'

/** A program that obeys orders, each in a process of its own. */
export interface Program {
  run(order: Order): Promise<Ending>
  remove(): Promise<void>
}

/** How a process ended. */
export interface Ending {
  /** Whether it was killed, as it was told to be. */
  readonly died: boolean
  /** The moments that it came to; at the last of them it died, if it did. */
  readonly moments: readonly string[]
}

/** Makes the program, from source, for plain Node. */
export async function buildProgram(): Promise<Program> {
  const child = await buildChild('test/stores/crash-child.ts', ['libsql', 'mysql2', 'pg'])
  return { run: (order) => runUntilItEnds(child.file, order), remove: () => child.remove() }
}

function runUntilItEnds(file: string, order: Order): Promise<Ending> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, JSON.stringify(order)], {
      env: { ...process.env, NODE_OPTIONS: '', NODE_V8_COVERAGE: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    let complaint = ''
    child.stdout.on('data', (chunk) => (said += String(chunk)))
    child.stderr.on('data', (chunk) => (complaint += String(chunk)))
    child.once('error', reject)
    child.once('close', (code, signal) => {
      const moments = said.split('\n').filter(Boolean)
      if (code === 0 || signal === 'SIGKILL') resolve({ died: code !== 0, moments })
      else reject(new Error(`The process ended with ${code ?? signal}.\n${complaint}`))
    })
  })
}
