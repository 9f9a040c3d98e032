import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../../scripts/run.mjs'

/**
 * @typedef {{ rss: number, heapUsed: number, cpuMs: number }} Usage in bytes, and of all time
 * @typedef {{ usage: Usage } | { collectedHeap: number }} Told by the server about itself
 * @typedef {object} DemoServer
 * @property {number} port
 * @property {() => Usage | undefined} usage what it uses, as it last told
 * @property {() => Promise<number>} collectedHeap bytes that it needs, after a full collection
 * @property {readonly string[]} log its last lines
 * @property {(signal: NodeJS.Signals) => Promise<void>} end resolves when it is gone
 */

const mostLines = 200

/**
 * The demo as it is deployed, in a process of its own. Resolves when it listens.
 *
 * @param {number} port
 * @param {Readonly<Record<string, string>>} settings
 * @param {(usage: Usage) => void} [onUsage] four times a second
 * @returns {Promise<DemoServer>}
 */
export async function startDemo(port, settings, onUsage = () => {}) {
  const usageReport = new URL('report-usage.mjs', import.meta.url).href
  const program = ['--expose-gc', '--import', usageReport, 'server/entry.node-server.js']
  const child = spawn(process.execPath, program, {
    cwd: join(root, 'demo'),
    env: { ...process.env, NODE_ENV: 'production', ...settings, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  /** @type {string[]} */
  const log = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      log.push(...String(chunk).trimEnd().split('\n'))
      log.splice(0, log.length - mostLines)
    })
  }
  /** @type {Usage | undefined} */
  let usage
  /** @type {(bytes: number) => void} */
  let onCollected = () => {}
  child.on('message', (/** @type {Told} */ told) => {
    if ('collectedHeap' in told) {
      onCollected(told.collectedHeap)
      return
    }
    usage = told.usage
    onUsage(told.usage)
  })
  /** @type {Promise<void>} */
  const gone = new Promise((resolve) => {
    child.once('exit', () => resolve())
  })
  await untilItListens(port, () => {
    if (child.exitCode === null && child.signalCode === null) return
    throw new Error(`The demo does not start.\n${log.join('\n')}`)
  })
  return {
    port,
    log,
    usage: () => usage,
    collectedHeap: () =>
      new Promise((resolve) => {
        onCollected = resolve
        child.send('collect')
      }),
    async end(signal) {
      child.kill(signal)
      await gone
    },
  }
}

/**
 * @param {number} port
 * @param {() => void} check throws when there is nothing to wait for
 */
export async function untilItListens(port, check) {
  while (!(await listens(port))) {
    check()
    await wait(20)
  }
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function listens(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: 'localhost' })
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
