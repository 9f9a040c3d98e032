import { measureSubjects } from './measure.mjs'

/** @typedef {import('./part.mjs').Part} Part */

/**
 * @typedef {object} Store
 * @property {string} file
 * @property {string} title
 * @property {readonly string[]} drivers
 * @property {string} bare The least that a read of this store takes.
 * @property {Part['comparisons']} comparisons Besides those with the rivals and with the least.
 * @property {readonly string[]} more Subjects for the charts that only this store has.
 * @property {(effort: import('./part.mjs').Effort) => Promise<{ subjects: Parameters<typeof measureSubjects>[0], close: () => Promise<void> }>} open
 */

/**
 * Reads of sessions in a store, one after the other and ten at once.
 *
 * @param {Store} store
 * @returns {Part}
 */
export function databasePart({ file, title, drivers, bare, comparisons, more, open }) {
  const subjects = [bare, 'latchkey-read', 'latchkey-get', ...more, ...rivals]
  return {
    file,
    title,
    drivers,
    method: { unit: 'nanoseconds a read; of ten reads where it says at once' },
    comparisons: [...compare(bare, ''), ...compare(bare, '-at-once'), ...comparisons],
    async measure(effort) {
      const { subjects, close } = await open(effort)
      try {
        return await measureSubjects(subjects, effort)
      } finally {
        await close()
      }
    },
    chart: [
      {
        title: 'One after the other',
        note: 'Ratios over latchkey readSession.',
        base: 'latchkey-read',
        ids: subjects,
      },
      {
        title: 'Ten at once',
        note: 'Time of all ten. Ratios over latchkey readSession.',
        base: 'latchkey-read-at-once',
        ids: subjects.map((id) => `${id}-at-once`),
      },
    ],
  }
}

const rivals = ['better-auth-read', 'better-auth-get', 'auth-js-get']

/**
 * @param {string} bare
 * @param {'' | '-at-once'} way
 * @returns {Part['comparisons']}
 */
function compare(bare, way) {
  const pairs = [
    ['auth-js-get', 'latchkey-read'],
    ['auth-js-get', 'latchkey-get'],
    ['better-auth-read', 'latchkey-read'],
    ['better-auth-get', 'latchkey-get'],
  ]
  const twice = pairs.map(([of, to]) => ({ of: of + way, to: to + way, target: { atLeast: 2 } }))
  return [{ of: `latchkey-read${way}`, to: bare + way }, ...twice]
}
