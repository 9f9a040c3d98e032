import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { root } from './run.mjs'

/**
 * What a result was made from: the files, and a hash over their names and contents.
 *
 * @typedef {{ hash: string, files: string[] }} Fingerprint
 */

/**
 * @param {readonly string[]} paths files and folders, relative to the root; missing ones count too
 * @param {(file: string) => boolean} [isInput] with `/` between folders
 * @returns {Fingerprint}
 */
export function fingerprint(paths, isInput = () => true) {
  const files = paths.flatMap(listFiles).filter(isInput).sort()
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return { hash: hash.digest('hex'), files }
}

/**
 * @param {string} stamp relative to the root
 * @returns {Fingerprint | undefined}
 */
export function readStamp(stamp) {
  try {
    return JSON.parse(readFileSync(join(root, stamp), 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * @param {string} stamp relative to the root
 * @param {Fingerprint} print
 */
export function writeStamp(stamp, print) {
  mkdirSync(dirname(join(root, stamp)), { recursive: true })
  writeFileSync(join(root, stamp), JSON.stringify(print))
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(path) {
  const full = join(root, path)
  const stats = statSync(full, { throwIfNoEntry: false })
  if (!stats) return []
  if (stats.isFile()) return [path]
  return readdirSync(full, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules') return []
    const child = relative(root, join(full, entry.name)).split(sep).join('/')
    return entry.isDirectory() ? listFiles(child) : [child]
  })
}
