import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { authQwikApp } from './fresh-app/auth-qwik.mjs'
import {
  addedPackages,
  bytesAtStart,
  measureColdStarts,
  readScripts,
  sizeOf,
} from './fresh-app/measure.mjs'
import { recordFirstHour } from './fresh-app/first-hour.mjs'
import { measurePageCost, ordersPage } from './fresh-app/page-cost.mjs'
import { writeRecord } from './fresh-app/record.mjs'
import { startServer } from './fresh-app/server.mjs'
import { npm } from './fresh-app/shell.mjs'
import { signInAndOut, writeAuthorize } from './fresh-app/sign-in.mjs'
import {
  addPackage,
  buildApp,
  buildWhole,
  generations,
  makeStarter,
  write,
} from './fresh-app/starter.mjs'
import { Stop, exitWith, root } from './run.mjs'
import { setUp } from './setup.mjs'

const plugin = 'src/routes/plugin@auth.ts'

/** In every server with us, and in nothing that a browser gets. */
const engineMarks = ['oauth4webapi', 'authjs.session-token', 'AUTH_SECRET', 'lovelace']

const { values: flags } = parseArgs({
  options: {
    v2: { type: 'boolean', default: false },
    /** Records only what a developer does in the first hour, with Express and a database. */
    'first-hour': { type: 'boolean', default: false },
    /** Writes the record of the first hour to docs/internals/first-hour.md. */
    record: { type: 'boolean', default: false },
    /** Leaves out the comparison. */
    short: { type: 'boolean', default: false },
    /** Leaves the apps where they are, to look at them. */
    keep: { type: 'boolean', default: false },
  },
})

/** There is no @auth/qwik for Qwik 2 to compare with. */
const isComparison = !flags.short && !flags.v2

await exitWith(async () => {
  await setUp()
  const generation = flags.v2 ? generations.v2 : generations.v1
  requireDoor()
  const folder = mkdtempSync(join(tmpdir(), 'latchkey fresh app '))
  try {
    const tarball = await pack(folder)
    const entries = await recordFirstHour(join(folder, 'app'), generation, tarball)
    console.log(`\nThe first hour on ${generation.router}`)
    console.table(entries)
    if (flags.record) writeRecord(flags.v2 ? 'Qwik 2' : 'Qwik 1', entries)
    if (flags['first-hour']) return 0
    const starter = join(folder, 'starter')
    const ours = join(folder, 'latchkey')
    await makeStarter(starter, generation)
    if (isComparison) write(starter, ordersPage)
    await makeOurs(starter, ours, tarball)
    if (!isComparison) return 0
    const theirs = join(folder, 'auth-qwik')
    await makeTheirs(starter, theirs, readFileSync(join(ours, '.env'), 'utf8'))
    await buildApp('no library', starter)
    await buildWhole('no library', starter)
    await compare(starter, ours, theirs)
    console.log(`\nWhat a page of 200 rows costs its server …`)
    console.table(await measurePageCost(starter, { latchkey: ours, '@auth/qwik': theirs }))
    return 0
  } finally {
    if (flags.keep) console.log(`\nThe apps are in ${folder}`)
    else rmSync(folder, { recursive: true, force: true })
  }
})

function requireDoor() {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  if (!flags.v2 || './qwik2' in exports) return
  throw new Stop('The package has no door for Qwik 2 yet: package.json exports no "./qwik2".')
}

/** @param {string} folder */
async function pack(folder) {
  const output = await npm('npm pack', root, ['pack', '--json', '--pack-destination', folder])
  const [, name] = /"filename": "([^"]+)"/.exec(output) ?? []
  if (name === undefined) throw new Stop(`npm pack made nothing:\n${output}`)
  return join(folder, name)
}

/**
 * What a new developer does: install, init, write `authorize`, build, start, sign in.
 *
 * @param {string} starter
 * @param {string} folder
 * @param {string} tarball
 */
async function makeOurs(starter, folder, tarball) {
  await addPackage(starter, folder, tarball)
  const providers = ['--providers', 'credentials,github']
  const init = ['exec', '--', 'latchkey', 'init', '--yes', '--page', ...providers]
  await npm('npx latchkey init', folder, init)
  assert.match(await npm('npx latchkey init, again', folder, init), /^Nothing to do\.$/m)
  await npm('prettier', folder, ['exec', '--', 'prettier', '--check', 'src/routes'])
  const path = join(folder, plugin)
  write(folder, { [plugin]: writeAuthorize(readFileSync(path, 'utf8')) })
  await buildApp('latchkey', folder)
  await buildWhole('latchkey', folder)
  checkBundles(folder)
  for (const build of /** @type {const} */ (['server', 'whole'])) {
    const server = await startServer(folder, build)
    try {
      await signInAndOut(server.origin)
    } finally {
      await server.stop()
    }
  }
  console.log('✓ signs in and out; nothing of the engine is in the files of the browser')
}

/** @param {string} folder */
function checkBundles(folder) {
  const client = readScripts(join(folder, 'dist')).join('\n')
  const server = readScripts(join(folder, 'whole')).join('\n')
  const [, secret = ''] =
    /^AUTH_SECRET=(.+)$/m.exec(readFileSync(join(folder, '.env'), 'utf8')) ?? []
  assert.equal(secret.length, 44)
  assert.deepEqual(
    engineMarks.filter((mark) => !server.includes(mark)),
    [],
    'every mark is on the server, so that its absence elsewhere means something',
  )
  assert.deepEqual(
    [...engineMarks, secret].filter((mark) => client.includes(mark)),
    [],
    'the files of the browser',
  )
}

/**
 * @param {string} starter
 * @param {string} folder
 * @param {string} env
 */
async function makeTheirs(starter, folder, env) {
  // The starter wants whatever is called Qwik among its dev dependencies.
  await addPackage(starter, folder, '-D', '@auth/qwik@0.9.1')
  write(folder, { ...authQwikApp, '.env': env })
  await buildApp('@auth/qwik', folder)
  await buildWhole('@auth/qwik', folder)
}

/**
 * @param {string} starter
 * @param {string} ours
 * @param {string} theirs
 */
async function compare(starter, ours, theirs) {
  console.log('\nCold starts …')
  const apps = [ours, theirs]
  const starts = await measureColdStarts(apps)
  const rows = apps.map((app, at) => {
    const server = sizeOf(join(app, 'whole'))
    const client = sizeOf(join(app, 'dist/build'))
    const { count, bytes } = addedPackages(app, starter)
    return {
      'server bundle (kB)': kilobytes(server.raw),
      'server bundle, gzip (kB)': kilobytes(server.gzip),
      'loaded at its start (kB)': kilobytes(
        bytesAtStart(join(app, 'whole'), 'entry.node-server.js'),
      ),
      'client bundle (kB)': kilobytes(client.raw),
      'client bundle, gzip (kB)': kilobytes(client.gzip),
      'cold start (ms, median of 7)': Math.round(starts[at] ?? 0),
      'packages added': count,
      'installed (kB)': kilobytes(bytes),
    }
  })
  const [our = {}, their = {}] = rows
  const names = /** @type {(keyof typeof our)[]} */ (Object.keys(our))
  console.log('')
  console.table(
    Object.fromEntries(
      names.map((name) => [name, { latchkey: our[name], '@auth/qwik': their[name] }]),
    ),
  )
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return Number((bytes / 1000).toFixed(1))
}
