/**
 * Runs one server, in a folder of its own, for the process that forked it. However that process
 * ends, SIGKILL included, the channel to it closes: then the server and the folder go.
 */
import { spawn } from 'node:child_process'
import { chownSync, closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {{ uid: number, gid: number }} Owner
 * @typedef {{ command: string, args: readonly string[], owner: Owner | undefined }} Program
 * @typedef {(
 *   | { open: { prefix: string, owner: Owner | undefined } }
 *   | { run: Program }
 *   | { serve: Program & { endWith: NodeJS.Signals } }
 *   | { stop: NodeJS.Signals }
 * )} Order
 */

let folder = ''
/** @type {{ kill: (signal?: NodeJS.Signals) => void, end: Promise<string> } | undefined} */
let running

// Ctrl-C reaches everyone at the terminal, and this one has work to do when the others are gone.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

process.on('message', (/** @type {Order} */ order) => {
  obey(order).then(
    (answer = '') => sendToParent({ answer }),
    (/** @type {unknown} */ error) => sendToParent({ failure: String(error) }),
  )
})

process.on('disconnect', () => void close())

/** @param {Order} order */
async function obey(order) {
  if ('open' in order) return open(order.open)
  if ('stop' in order) return stop(order.stop)
  if ('run' in order) return start(order.run).end
  const { end } = start(order.serve, order.serve.endWith)
  void end.then((how) => sendToParent({ ended: how }))
}

/** @param {{ prefix: string, owner: Owner | undefined }} options */
function open({ prefix, owner }) {
  folder = mkdtempSync(prefix)
  if (owner) chownSync(folder, owner.uid, owner.gid)
  return folder
}

/**
 * `end` resolves with what went wrong, or with nothing.
 *
 * @param {Program} program
 * @param {NodeJS.Signals} [endWith] for a server with children that it must end itself
 */
function start({ command, args, owner }, endWith = 'SIGKILL') {
  const log = openSync(join(folder, 'log'), 'a')
  const child = spawn(command, args, {
    cwd: folder,
    ...owner,
    // In a group of its own, so that a script that sets a server up ends with its children.
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, HOME: folder, LC_ALL: 'C' },
  })
  closeSync(log)
  /** @type {Promise<string>} */
  const end = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) =>
      resolve(code === 0 ? '' : `It ended with ${code ?? signal}.`),
    )
  })
  /** @param {NodeJS.Signals} [signal] */
  const kill = (signal = endWith) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    try {
      process.kill(signal === 'SIGKILL' ? -child.pid : child.pid, signal)
    } catch {
      // It has just ended.
    }
  }
  running = { kill, end }
  return running
}

/** @param {NodeJS.Signals} [signal] */
async function stop(signal) {
  if (!running) return
  const { kill, end } = running
  kill(signal)
  const timer = setTimeout(() => kill('SIGKILL'), 10_000)
  await end
  clearTimeout(timer)
  running = undefined
}

async function close() {
  await stop()
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  process.exit()
}

/** @param {object} message */
function sendToParent(message) {
  if (process.connected) process.send?.(message)
}
