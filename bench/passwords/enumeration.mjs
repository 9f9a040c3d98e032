import { parseArgs } from 'node:util'
import buildLibrary from '../../scripts/build.mjs'
import { exitWith } from '../../scripts/run.mjs'
import { formatTime } from '../format.mjs'
import { quantile } from '../samples.mjs'
import { createShuffle } from '../shuffle.mjs'
import { printTable } from '../tables.mjs'
import { compareSamples } from './mann-whitney.mjs'

/**
 * Measures whether the time of an answer tells what an address has here, and fails if its bytes do.
 * Each round asks about each kind of address once, in an order shuffled anew.
 */
await exitWith(async () => {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '2000' },
      /** The only route to ask. */
      route: { type: 'string' },
      /** Whether passwords are hashed as in a real app. Each request then takes a while. */
      'real-hash': { type: 'boolean', default: false },
    },
  })
  await buildLibrary()
  process.env['NODE_ENV'] = 'production'
  // Only now, because it is made of the library that was just built.
  const { kinds, openApp, routes } = await import('./enumerated-app.mjs')
  for (const route of routes) {
    if (values.route !== undefined && values.route !== route) continue
    const app = await openApp(route, values['real-hash'])
    const samples = await measure(app, kinds, Number(values.rounds))
    console.log(
      `\n${route}, ${values.rounds} requests about each kind of address, all answered alike\n`,
    )
    console.log(printTable(tableOf(kinds, samples)))
  }
  return 0
})

/** @typedef {import('./enumerated-app.mjs').Kind} Kind */

/**
 * @param {Awaited<ReturnType<typeof import('./enumerated-app.mjs').openApp>>} app
 * @param {readonly Kind[]} kinds
 * @param {number} rounds
 */
async function measure(app, kinds, rounds) {
  const samples = new Map(kinds.map((kind) => [kind, /** @type {number[]} */ ([])]))
  const shuffle = createShuffle()
  /** @type {string | undefined} */
  let expected
  const warmUp = Math.min(rounds, 300)
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const kind of shuffle(kinds)) {
      const { nanoseconds, seen } = await app.ask(kind)
      expected ??= seen
      if (seen !== expected) {
        throw new Error(`The address "${kind}" is answered with\n${seen}\ninstead of\n${expected}`)
      }
      if (round >= 0) samples.get(kind)?.push(nanoseconds)
    }
  }
  return samples
}

/**
 * @param {readonly Kind[]} kinds
 * @param {ReadonlyMap<Kind, readonly number[]>} samples
 */
function tableOf(kinds, samples) {
  const unknown = samples.get('unknown') ?? []
  return {
    head: ['address', 'median', 'p95', 'Mann–Whitney z', 'chance to be slower than unknown'],
    rows: kinds.map((kind) => {
      const own = samples.get(kind) ?? []
      const { z, share } = compareSamples(own, unknown)
      return [
        kind,
        formatTime(quantile(own, 0.5)),
        formatTime(quantile(own, 0.95)),
        kind === 'unknown' ? '' : z.toFixed(2),
        kind === 'unknown' ? '' : `${(100 * share).toFixed(1)} %`,
      ]
    }),
  }
}
