import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * What a run has kept.
 *
 * @typedef {object} Result
 * @property {string} title
 * @property {import('./environment.mjs').Environment & { busy: boolean }} environment
 * @property {Readonly<Record<string, unknown>>} method
 * @property {readonly import('./samples.mjs').Figure[]} figures
 * @property {readonly import('./comparisons.mjs').Compared[]} compared
 */

const folder = new URL('results/', import.meta.url)

/**
 * @param {string} name
 * @param {string} content
 */
export function keepResult(name, content) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(name, folder), content)
}

/**
 * @param {string} file
 * @returns {Result | undefined}
 */
export function readResult(file) {
  const path = new URL(`${file}.json`, folder)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
