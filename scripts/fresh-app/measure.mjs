import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import { startServer } from './server.mjs'

const coldStarts = 7

/** @typedef {{ raw: number, gzip: number }} Size */

/**
 * The scripts in a folder.
 *
 * @param {string} folder
 * @returns {readonly Buffer[]}
 */
export function readScripts(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => /\.m?js$/.test(name))
    .map((name) => readFileSync(join(folder, name)))
}

/**
 * @param {string} folder
 * @returns {Size}
 */
export function sizeOf(folder) {
  const files = readScripts(folder)
  return {
    raw: sum(files.map((file) => file.length)),
    gzip: sum(files.map((file) => gzipSync(file).length)),
  }
}

/**
 * What a server loads before its first request: the rest is loaded when a request needs it.
 *
 * @param {string} folder
 * @param {string} entry
 * @returns {number} bytes
 */
export function bytesAtStart(folder, entry) {
  const loaded = new Map()
  /** @param {string} name */
  const load = (name) => {
    if (loaded.has(name)) return
    const code = readFileSync(join(folder, name), 'utf8')
    loaded.set(name, Buffer.byteLength(code))
    for (const [, next = ''] of code.matchAll(/\b(?:from|import) ?"\.\/([^"]+)"/g)) load(next)
  }
  load(entry)
  return sum([...loaded.values()])
}

/**
 * What an app has in its node_modules that another has not.
 *
 * @param {string} app
 * @param {string} starter
 */
export function addedPackages(app, starter) {
  const before = new Set(packagesOf(starter))
  const added = packagesOf(app).filter((path) => !before.has(path))
  return { count: added.length, bytes: sum(added.map((path) => bytesIn(join(app, path)))) }
}

/**
 * From the start of the process to its first page, the median of several, in turns.
 *
 * @param {readonly string[]} apps
 * @returns {Promise<readonly number[]>} milliseconds, an app each
 */
export async function measureColdStarts(apps) {
  /** @type {number[][]} */
  const times = apps.map(() => [])
  for (let round = 0; round < coldStarts; round++) {
    for (const [at, app] of apps.entries()) {
      const server = await startServer(app, 'whole')
      times[at]?.push(server.startedIn)
      await server.stop()
    }
  }
  return times.map(median)
}

/** @param {string} app */
function packagesOf(app) {
  const record = readFileSync(join(app, 'node_modules/.package-lock.json'), 'utf8')
  return Object.keys(JSON.parse(record).packages)
}

/** @param {string} folder */
function bytesIn(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const own = names.filter((name) => !name.split(sep).includes('node_modules'))
  const files = own.map((name) => statSync(join(folder, name))).filter((file) => file.isFile())
  return sum(files.map(({ size }) => size))
}

/** @param {readonly number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0)
}

/** @param {readonly number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
