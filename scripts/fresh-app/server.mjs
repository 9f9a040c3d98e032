import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../free-port.mjs'
import { Stop } from '../run.mjs'
import { environment } from './shell.mjs'

const patience = 20_000

/** What both libraries are told, besides the secret in `.env`. */
const variables = {
  AUTH_GITHUB_ID: 'client-of-the-fresh-app',
  AUTH_GITHUB_SECRET: 'secret-of-the-client',
  AUTH_TRUST_HOST: 'true',
}

/**
 * @typedef {object} Server
 * @property {string} origin
 * @property {number} startedIn milliseconds from its start to its first page
 * @property {() => Promise<number>} processorTime microseconds that it has used, all threads
 * @property {() => Promise<void>} stop
 */

/** Answers how much processor time it has used. */
const meter = `process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send(user + system)
})`

/**
 * Starts the built server, and waits for a page.
 *
 * @param {string} folder of the app
 * @param {'server' | 'whole'} build
 * @param {string} [path] of the page
 * @returns {Promise<Server>}
 */
export async function startServer(folder, build, path = '/signin/') {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const args = [
    ...(existsSync(join(folder, '.env')) ? ['--env-file=.env'] : []),
    '--import',
    `data:text/javascript,${encodeURIComponent(meter)}`,
    join(build, 'entry.node-server.js'),
  ]
  const start = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...environment, ...variables, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill()
    await ended
  }
  try {
    await waitForPage(origin + path, () => child.exitCode !== null)
  } catch (error) {
    await stop()
    throw error
  }
  const startedIn = performance.now() - start
  const processorTime = async () => {
    child.send('how much?')
    const [used] = await once(child, 'message')
    return Number(used)
  }
  return { origin, startedIn, processorTime, stop }
}

/**
 * @param {string} url
 * @param {() => boolean} hasEnded
 */
async function waitForPage(url, hasEnded) {
  const end = performance.now() + patience
  while (performance.now() < end && !hasEnded()) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.status === 200) {
      await response.text()
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  throw new Stop(`The server does not show ${url}.`)
}
