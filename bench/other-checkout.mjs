import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Stop } from '../scripts/run.mjs'

/** @typedef {import('./subjects/subject.mjs').Subject<any>} Subject */

const prefix = 'other-'

/** The parts whose reads `--against` can compare. */
export const comparableParts = ['jwt', 'postgres', 'redis']

/**
 * Looks at the folder and the parts of `--against` before anything is measured.
 *
 * @param {string} folder
 * @param {readonly string[]} names of parts
 */
export function checkOtherCheckout(folder, names) {
  const others = names.filter((name) => !comparableParts.includes(name))
  if (others.length > 0)
    throw new Stop(`--against compares ${comparableParts.join(', ')}, not ${others.join(', ')}.`)
  if (!existsSync(resolve(folder, 'dist/core.js')))
    throw new Stop(`There is no built library in ${folder}. Run node scripts/build.mjs there.`)
}

/**
 * The same subject under an id and a name that tell it from ours.
 *
 * @param {Subject} subject
 * @returns {Subject}
 */
export function markOther(subject) {
  return { ...subject, id: prefix + subject.id, library: 'other checkout' }
}

/**
 * Each of our reads over the same read of the other checkout.
 *
 * @param {readonly import('./samples.mjs').Figure[]} figures
 * @returns {import('./comparisons.mjs').Comparison[]}
 */
export function compareCheckouts(figures) {
  const ids = new Set(figures.map(({ id }) => id))
  return figures
    .filter(({ id }) => ids.has(prefix + id))
    .map(({ id }) => ({ of: id, to: prefix + id }))
}
