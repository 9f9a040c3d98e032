import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { freePort, isFree } from '../free-port.mjs'
import { Stop, root } from '../run.mjs'
import { catchMails } from './mail-catcher.mjs'
import { environment, npm } from './shell.mjs'
import { makeEmptyApp, pinNativePackages, quiet, write } from './starter.mjs'
import { requireTold } from './told.mjs'
import { makeVisitor } from './visitor.mjs'

const signInPath = '/auth/signin'
const guardedPath = '/account/'
const address = 'ada@example.com'
const patience = 180_000

/** What a developer fills in; the values of GitHub are made up, because it is not asked. */
const values = {
  AUTH_EMAIL_FROM: 'app@example.com',
  AUTH_GITHUB_ID: 'client-of-the-fresh-app',
  AUTH_GITHUB_SECRET: 'secret-of-the-client',
}

/** The three ways in that the page must have. */
const forms = ['/auth/signin/email', '/auth/callback/password', '/auth/signin/github']

/** @typedef {Awaited<ReturnType<typeof catchMails>>} Mails */

/**
 * @typedef {object} Entry
 * @property {string} command
 * @property {string} seconds
 * @property {string} result
 */

/**
 * Does what the README tells a developer to do in the first hour, and records each step. Throws if a
 * step is not in the README.
 *
 * @param {string} folder of the new app
 * @param {import('./starter.mjs').Generation} generation
 * @param {string} tarball
 * @returns {Promise<readonly Entry[]>}
 */
export async function recordFirstHour(folder, generation, tarball) {
  const mails = await catchMails()
  try {
    const entries = await doFirstHour(folder, generation, tarball, mails)
    requireTold(entries.map(({ command }) => command))
    return entries
  } finally {
    mails.stop()
  }
}

/**
 * @param {string} folder
 * @param {import('./starter.mjs').Generation} generation
 * @param {string} tarball
 * @param {Mails} mails
 */
async function doFirstHour(folder, generation, tarball, mails) {
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
  const pinned = pinNativePackages(folder, generation)
  if (pinned) await type(`${pinned}, npm install`, ['install', ...quiet])
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
        fillIn(join(folder, '.env'), { AUTH_EMAIL_SERVER: mails.url, ...values })
        // The dev server restarts when the file changes, and answers with the old values until then.
        return waitFor(dev.origin + signInPath, dev.hasEnded, hasEveryForm)
      },
      describePage,
    )
    await record(
      'write src/routes/account/index.tsx',
      () => {
        write(folder, { 'src/routes/account/index.tsx': readGuide(generation) })
        // The dev server restarts for a new route, too.
        return waitFor(dev.origin + guardedPath, dev.hasEnded, hasEveryForm)
      },
      () => 'a page that calls requireSession(event)',
    )
    await record(
      `open ${guardedPath}, sign in`,
      () => repeatIfCut(() => signInByMail(dev.origin, mails)),
      describeSignIn,
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
    const signIn = () => signInByMail(server.origin, mails)
    await record(`open ${guardedPath}, sign in`, signIn, describeSignIn)
  } finally {
    await server.stop()
  }
  return entries
}

/**
 * A dev server that restarts cuts its connections. A person then loads the page and sends the form
 * again.
 *
 * @template T
 * @param {() => Promise<T>} work
 */
async function repeatIfCut(work) {
  for (let left = 3; left > 0; left--) {
    try {
      return await work()
    } catch (error) {
      const isCut = error instanceof TypeError && error.message === 'fetch failed'
      if (!isCut) throw error
    }
  }
  return work()
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
 * @param {Readonly<Record<string, string>>} variables
 */
function fillIn(path, variables) {
  let text = readFileSync(path, 'utf8')
  for (const [name, value] of Object.entries(variables)) {
    assert.ok(text.includes(`# ${name}=\n`), `.env has ${name} as a comment`)
    text = text.replace(`# ${name}=\n`, `${name}=${value}\n`)
  }
  writeFileSync(path, text)
}

/**
 * The guarded page of the guide.
 *
 * @param {import('./starter.mjs').Generation} generation
 */
function readGuide({ core, router, door }) {
  const guide = readFileSync(join(root, 'docs/guide/getting-started.md'), 'utf8')
  const [, code] = /```tsx\n(\/\/ src\/routes\/account\/index\.tsx\n.*?)```/s.exec(guide) ?? []
  assert.ok(code, 'the guide has a guarded page')
  return code
    .replace("'@builder.io/qwik'", `'${core}'`)
    .replace("'@builder.io/qwik-city'", `'${router}'`)
    .replace("'latchkey'", `'${door}'`)
}

/**
 * Opens the guarded page, asks for a mail on the sign-in page, and opens the link.
 *
 * @param {string} origin
 * @param {Mails} mails
 */
async function signInByMail(origin, mails) {
  mails.forget()
  const visitor = makeVisitor(origin)
  const signIn = await visitor.open(guardedPath)
  assert.equal(signIn.url.pathname, signInPath, 'a visitor without a session has to sign in')
  const asked = await visitor.submit(signIn, '/auth/signin/email', { email: address })
  const sent = await visitor.open(signIn.url, asked)
  assert.equal(sent.url.pathname, '/auth/verify-request')
  const confirm = await visitor.open(await mails.nextLink())
  const answer = await visitor.submit(confirm, 'name="token"')
  return visitor.open(confirm.url, answer)
}

/** @param {{ url: URL, text: string }} page */
function describeSignIn({ url, text }) {
  assert.equal(url.pathname, guardedPath, 'the sign-in leads back to the guarded page')
  assert.ok(text.includes(address), 'the guarded page names the user')
  return `redirected to ${signInPath}, signed in by the mailed link, ${guardedPath} names the user`
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
