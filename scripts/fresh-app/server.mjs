import { spawn } from 'node:child_process'
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
 * @property {() => Promise<void>} stop
 */

/**
 * Starts the built server, and waits for the sign-in page.
 *
 * @param {string} folder of the app
 * @param {'server' | 'whole'} build
 * @returns {Promise<Server>}
 */
export async function startServer(folder, build) {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const args = ['--env-file=.env', join(build, 'entry.node-server.js')]
  const start = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...environment, ...variables, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill()
    await ended
  }
  try {
    await waitForPage(`${origin}/signin/`, () => child.exitCode !== null)
  } catch (error) {
    await stop()
    throw error
  }
  return { origin, startedIn: performance.now() - start, stop }
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
