import { connections } from './database-rows.mjs'

/** @typedef {import('./subject.mjs').Subject<any>} Subject */

/**
 * Several reads at the same time, as one operation.
 *
 * @param {Subject} subject
 * @param {number} count
 * @returns {Subject}
 */
function atOnce({ id, name, run, emailIn, expected, ...subject }, count) {
  const turns = Array.from({ length: count }, (_, turn) => turn)
  return {
    ...subject,
    id: `${id}-at-once`,
    name: `${name}, ${count} at once`,
    run: (at) => Promise.all(turns.map((turn) => run(at * count + turn))),
    emailIn: (results) => results.map(emailIn).join(),
    expected: (at) => turns.map((turn) => expected(at * count + turn)).join(),
  }
}

/**
 * Reads, and ten at once of each.
 *
 * @param {readonly Subject[]} reads
 * @returns {Subject[]}
 */
export function withAtOnce(reads) {
  return [...reads, ...reads.map((read) => atOnce(read, connections))]
}
