import { measureProcesses } from './processes.mjs'
import { startDatabase } from './subjects/start-database.mjs'

/** @typedef {import('./part.mjs').Part} Part */

/**
 * @typedef {object} Store
 * @property {'postgres' | 'redis'} kind
 * @property {string} file
 * @property {string} title
 * @property {readonly string[]} drivers
 * @property {Reads} bare The least that a read of this store takes.
 * @property {readonly Reads[]} ours
 * @property {readonly Reads[]} rivals
 * @property {Targets} targets
 * @property {Part['comparisons']} comparisons Besides those with the rivals and with the least.
 * @property {readonly string[]} more Subjects for the charts that only this store has.
 */

/**
 * Subjects that share a process and a database of their own.
 *
 * @typedef {object} Reads
 * @property {string} file below `bench/subjects/`
 * @property {string} create
 * @property {boolean} [isLarge] whether the table is large
 */

/**
 * How many times as long as the least our read may take, and how many times as long as ours the
 * rivals' reads must take.
 *
 * @typedef {object} Targets
 * @property {number} mostOverBare
 * @property {number} authJs
 * @property {number} authJsRoute
 * @property {number} betterAuth
 */

/** The id of the subject that is {@link Store.bare}. */
const bareId = 'bare-read'

const few = 1000

/**
 * Reads of sessions in a store, one after the other and ten at once.
 *
 * @param {Store} store
 * @returns {Part}
 */
export function databasePart(store) {
  const { kind, file, title, drivers, bare, ours, rivals, targets, comparisons, more } = store
  const subjects = [bareId, 'latchkey-read', 'latchkey-get', ...more, ...rivalIds]
  return {
    file,
    title,
    drivers,
    method: {
      unit: 'nanoseconds a read; of ten reads where it says at once',
      processes: 'one for each library, which take turns',
    },
    comparisons: [...compare(targets, ''), ...compare(targets, '-at-once'), ...comparisons],
    async measure(effort) {
      const folder = effort.against
      const wanted =
        folder === undefined
          ? [bare, ...ours, ...rivals]
          : [...ours, ...ours.map((reads) => Object.assign({ folder }, reads))]
      const server = await startDatabase(kind)
      try {
        const groups = []
        for (const { isLarge = false, ...reads } of wanted) {
          const sessions = isLarge ? effort.manySessions : few
          groups.push({ ...reads, source: { url: await server.createDatabase('bench'), sessions } })
        }
        return await measureProcesses(groups, effort)
      } finally {
        await server.remove()
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

const rivalIds = ['better-auth-read', 'better-auth-get', 'auth-js-get']

/**
 * @param {Targets} targets
 * @param {'' | '-at-once'} way
 * @returns {Part['comparisons']}
 */
function compare({ mostOverBare, authJs, authJsRoute, betterAuth }, way) {
  const over = (
    /** @type {string} */ of,
    /** @type {string} */ to,
    /** @type {number} */ atLeast,
  ) => ({
    of: of + way,
    to: to + way,
    target: { atLeast },
  })
  return [
    { of: `latchkey-read${way}`, to: bareId + way, target: { atMost: mostOverBare } },
    over('auth-js-get', 'latchkey-read', authJs),
    over('auth-js-get', 'latchkey-get', authJsRoute),
    over('better-auth-read', 'latchkey-read', betterAuth),
    over('better-auth-get', 'latchkey-get', betterAuth),
  ]
}
