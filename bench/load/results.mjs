import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'

const folder = new URL('../results/', import.meta.url)

/**
 * @param {string} name
 * @param {object} record
 */
export function keepRecord(name, record) {
  keep(`${name}.json`, `${JSON.stringify(record, rounded, 2)}\n`)
}

/**
 * @param {string} name
 * @param {string} content
 */
export function keep(name, content) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(name, folder), content)
}

/**
 * @param {string} name
 * @returns {unknown} undefined when there is none yet
 */
export function readRecord(name) {
  const file = new URL(`${name}.json`, folder)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/**
 * Digits that say something.
 *
 * @param {string} _key
 * @param {unknown} value
 */
function rounded(_key, value) {
  if (typeof value !== 'number' || Number.isInteger(value)) return value
  return Number(value.toPrecision(4))
}
