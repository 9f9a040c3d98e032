import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { missingPrograms } from '../test/package/runtimes/programs.mjs'
import buildLibrary, { libraryStamp } from './build.mjs'
import { fingerprint, readStamp, writeStamp } from './fingerprint.mjs'
import { installFolder } from './install-folder.mjs'
import { Stop, exitWith, root, run, runTool } from './run.mjs'
import { setUp } from './setup.mjs'

const folder = 'test/package/runtimes'
const buildInputs = ['core', 'site', 'auth-config.mjs', 'worker.config.ts'].map(
  (name) => `${folder}/${name}`,
)
const buildStamp = `${folder}/dist/.build.json`

/**
 * Visits the servers of every runtime that npm brings, and draws a table of what they can.
 *
 * @param {{ report: string, tally: string }} files where to write the results, as Vitest's JSON, and
 *   their tally
 * @returns {Promise<number>}
 */
export async function testRuntimes({ report, tally }) {
  await buildLibrary()
  await installRuntimes()
  await build()
  const config = `${folder}/vitest.config.ts`
  const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts/tally-reporter.mjs')}`]
  const args = [...reporters, '--reporter=json', `--outputFile.json=${report}`]
  const env = { TALLY_FILE: tally }
  const code = await runTool('vitest', ['run', '--config', config, ...args], { env })
  if (existsSync(report)) console.log(draw(JSON.parse(readFileSync(report, 'utf8'))))
  for (const name of missingPrograms()) {
    console.error(`\nNot tested: servers on ${name}, which npm has not brought for this platform.`)
  }
  return code
}

/** Installs the runtimes that npm brings. */
export function installRuntimes() {
  return installFolder(folder)
}

/** Builds what does not run from source: the Qwik application, and all that is for workerd. */
async function build() {
  const now = fingerprint([...buildInputs, libraryStamp])
  if (readStamp(buildStamp)?.hash === now.hash) return
  console.log('Building the servers …')
  const codes = [await buildSite('client')]
  // Two at a time: each takes a core.
  const lanes = [
    ['node', 'bun', 'deno'],
    ['netlify', 'vercel', 'cloudflare'],
  ]
  await Promise.all(
    lanes.map(async (parts) => {
      for (const part of parts) codes.push(await buildSite(part))
    }),
  )
  for (const mode of ['core', 'vercel', 'cloudflare']) codes.push(await buildWorker(mode))
  if (codes.some((code) => code)) throw new Stop('The servers do not build.')
  writeStamp(buildStamp, now)
}

/** @param {string} part */
function buildSite(part) {
  const site = join(root, folder, 'site')
  return run(process.execPath, [join(site, 'build.mjs'), part], { cwd: site })
}

/** @param {string} mode */
function buildWorker(mode) {
  const config = `${folder}/worker.config.ts`
  return runTool('vite', ['build', '-c', config, '--mode', mode, '--logLevel', 'warn'])
}

/**
 * @typedef {{ ancestorTitles: string[], title: string, status: string }} Result
 * @param {{ testResults: { assertionResults: Result[] }[] }} report
 * @returns {string} a table: cases down, servers across
 */
function draw({ testResults }) {
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  const servers = [...new Set(results.map(({ ancestorTitles }) => ancestorTitles[0] ?? ''))]
  const cases = [...new Set(results.map(({ title }) => title))]
  const letters = servers.map((_, at) => 'abcdefghijklmnopqrstuvwxyz'[at])
  const width = Math.max(...cases.map(({ length }) => length))
  const rows = cases.map((title) => {
    const marks = servers.map((server) => {
      const found = results.find((one) => one.title === title && one.ancestorTitles[0] === server)
      return markOf(found?.status)
    })
    return `${title.padEnd(width)}  ${marks.join(' ')}`
  })
  return [
    '',
    ...servers.map((server, at) => `${letters[at]}  ${server}`),
    '',
    `${' '.repeat(width)}  ${letters.join(' ')}`,
    ...rows,
  ].join('\n')
}

/** @param {string | undefined} status */
function markOf(status) {
  if (status === undefined) return ' '
  if (status === 'passed') return '✓'
  return status === 'failed' ? '✗' : '–'
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await exitWith(async () => {
    await setUp()
    const reports = mkdtempSync(join(tmpdir(), 'latchkey-runtimes-'))
    try {
      return await testRuntimes({
        report: join(reports, 'vitest.json'),
        tally: join(reports, 'tally.json'),
      })
    } finally {
      rmSync(reports, { recursive: true, force: true })
    }
  })
}
