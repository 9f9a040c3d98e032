import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { freePort, isFree } from '../free-port.mjs'
import { Stop } from '../run.mjs'
import { environment, npm } from './shell.mjs'
import { makeEmptyApp, quiet } from './starter.mjs'

const signInPath = '/auth/signin'
const patience = 180_000

/** What a developer fills in; the values are made up, because no service is asked. */
const values = {
  AUTH_EMAIL_SERVER: 'smtp://localhost:1025',
  AUTH_EMAIL_FROM: 'app@example.com',
  AUTH_GITHUB_ID: 'client-of-the-fresh-app',
  AUTH_GITHUB_SECRET: 'secret-of-the-client',
}

/** The three ways in that the page must have. */
const forms = ['/auth/signin/email', '/auth/callback/password', '/auth/signin/github']

/**
 * @typedef {object} Entry
 * @property {string} command
 * @property {string} seconds
 * @property {string} result
 */

/**
 * Does what the README tells a developer to do in the first hour, and records each command.
 *
 * @param {string} folder of the new app
 * @param {import('./starter.mjs').Generation} generation
 * @param {string} tarball
 * @returns {Promise<readonly Entry[]>}
 */
export async function recordFirstHour(folder, generation, tarball) {
  /** @type {Entry[]} */
  const entries = []
  /**
   * @template T
   * @param {string} command
   * @param {() => Promise<T>} work
   * @param {(result: T) => string} describe
   */
  const record = async (command, work, describe) => {
    const start = performance.now()
    const result = await work()
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    entries.push({ command, seconds, result: describe(result) })
    return result
  }
  /**
   * @param {string} command as a developer types it
   * @param {readonly string[]} args of npm
   * @param {(output: string) => string} describe
   */
  const type = (command, args, describe = () => 'done') =>
    record(command, () => npm(command, folder, args), describe)

  const { create } = generation
  await record(
    `npm create ${create.replace('create-', '')} empty ${basename(folder)}`,
    () => makeEmptyApp(folder, generation),
    () => 'an empty app',
  )
  await type('npm install', ['install', ...quiet])
  await type('npm install latchkey', ['install', ...quiet, tarball])
  const init = ['init', '--yes', '--providers', 'email,password,github']
  const advice = await type(`npx latchkey ${init.join(' ')}`, execute('latchkey', ...init), () => {
    return 'plugin@auth.ts, auth-adapter.ts, vite.config.ts, .env'
  })
  for (const [, packages = ''] of advice.matchAll(/^- npm install (.+)$/gm)) {
    await type(`npm install ${packages}`, ['install', ...quiet, ...packages.split(' ')])
  }
  // No step of a developer: it shows that a second run changes nothing.
  await type('npx latchkey init, again', execute('latchkey', ...init), (output) => {
    assert.match(output, /^Nothing to do\.$/m)
    return 'Nothing to do.'
  })
  const dev = await record(
    'npm run dev',
    () => startHere(folder, 'dev', 5173),
    ({ origin }) => `GET / answers 200 at ${origin}`,
  )
  try {
    await record(
      'fill in .env while the dev server runs',
      () => {
        fillIn(join(folder, '.env'))
        // The dev server restarts when the file changes, and answers with the old values until then.
        return waitFor(dev.origin + signInPath, dev.hasEnded, hasEveryForm)
      },
      describePage,
    )
  } finally {
    await dev.stop()
  }
  await type('npx latchkey doctor', execute('latchkey', 'doctor'), describeDoctor)
  // The option stands for the answer "yes" to the question of Qwik's command.
  const add = ['run', 'qwik', 'add', 'express', '--', '--skipConfirmation=true']
  await type('npm run qwik add express', add)
  await type('npm run build', ['run', 'build'], () => 'types, client, server, lint')
  const server = await record(
    'npm run serve',
    () => startHere(folder, 'serve', 3000),
    ({ origin }) => `GET / answers 200 at ${origin}`,
  )
  try {
    await record(
      `open ${signInPath}`,
      () => waitFor(server.origin + signInPath, server.hasEnded),
      describePage,
    )
  } finally {
    await server.stop()
  }
  return entries
}

/**
 * @param {string} command of a package that the app has
 * @param {...string} args
 */
function execute(command, ...args) {
  return ['exec', '--', command, ...args]
}

/**
 * Removes the comment sign of each variable and sets it, as a developer does.
 *
 * @param {string} path
 */
function fillIn(path) {
  let text = readFileSync(path, 'utf8')
  for (const [name, value] of Object.entries(values)) {
    assert.ok(text.includes(`# ${name}=\n`), `.env has ${name} as a comment`)
    text = text.replace(`# ${name}=\n`, `${name}=${value}\n`)
  }
  writeFileSync(path, text)
}

/** @param {string} page */
function hasEveryForm(page) {
  return forms.every((form) => page.includes(`action="`) && page.includes(form))
}

/** @param {string} page */
function describePage(page) {
  assert.ok(hasEveryForm(page), `${signInPath} has ${forms.join(', ')}`)
  return '200: forms for e-mail, password and GitHub'
}

/**
 * The README tells to set AUTH_URL for production, which this is not. Nothing else may be missing.
 *
 * @param {string} output
 */
function describeDoctor(output) {
  const rows = output
    .split('\n')
    .filter((line) => /^\S.* (?:! warning|✗ wrong|\? unknown) /.test(line))
  assert.equal(rows.length, 1, output)
  assert.match(
    rows[0] ?? '',
    /^hosts +! warning +Neither AUTH_URL nor trustHost is set, so the app answers only on localhost\.$/,
  )
  const last = output.trim().split('\n').at(-1) ?? ''
  assert.equal(last, 'Nothing is wrong. (1 warning)')
  return last.replace(')', ': AUTH_URL)')
}

/**
 * Starts a server of the app with its own script, and waits for its first page.
 *
 * Another program may have the usual port. Then the server gets another one in the way that its
 * script allows.
 *
 * @param {string} folder
 * @param {'dev' | 'serve'} script
 * @param {number} usualPort
 */
async function startHere(folder, script, usualPort) {
  const isUsual = await isFree(usualPort)
  const port = isUsual ? usualPort : await freePort()
  const args = isUsual || script === 'serve' ? [] : ['--', '--port', String(port)]
  const variables = isUsual || script === 'dev' ? {} : { PORT: String(port) }
  const origin = `http://localhost:${port}`
  const cli = process.env['npm_execpath']
  const [command, first] = cli ? [process.execPath, [cli]] : ['npm', []]
  const child = spawn(command, [...first, 'run', script, ...args], {
    cwd: folder,
    env: { ...environment, ...variables },
    stdio: ['ignore', 'ignore', 'inherit'],
    // Its own group, because npm does not pass a signal on to what it started.
    detached: true,
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const hasEnded = () => child.exitCode !== null
  const stop = async () => {
    if (child.pid !== undefined && !hasEnded()) process.kill(-child.pid)
    await ended
  }
  try {
    await waitFor(`${origin}/`, hasEnded)
  } catch (error) {
    await stop()
    throw error
  }
  return { origin, hasEnded, stop }
}

/**
 * @param {string} url
 * @param {() => boolean} hasEnded
 * @param {(page: string) => boolean} isExpected
 */
async function waitFor(url, hasEnded, isExpected = () => true) {
  const end = performance.now() + patience
  let last = 'no answer'
  while (performance.now() < end && !hasEnded()) {
    const response = await fetch(url, { headers: { accept: 'text/html' } }).catch(() => undefined)
    const text = await response?.text()
    if (response?.status === 200 && text !== undefined && isExpected(text)) return text
    last = response ? `${response.status} ${text}` : last
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Stop(`The server does not show ${url}: ${last.slice(0, 2000)}`)
}
