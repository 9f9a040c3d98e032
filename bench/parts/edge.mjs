import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeProgram } from '../../test/package/runtimes/programs.mjs'
import { measureFirstAnswer } from '../edge/first-answer.mjs'
import { summarize } from '../samples.mjs'
import { createShuffle } from '../shuffle.mjs'
import { claimsOf, secret } from '../subjects/visitor.mjs'
import { createYardstick } from '../yardstick.mjs'

/** The name on http, which is what workerd listens to here. */
const cookieName = 'authjs.session-token'

/** Each library seals the token that its worker opens. */
const workers = [
  { id: 'bare', library: 'no library', jwt: 'latchkey/jwt' },
  { id: 'latchkey', library: 'latchkey', jwt: 'latchkey/jwt' },
  { id: 'auth-js', library: '@auth/core', jwt: '@auth/core/jwt' },
]

/** @type {import('../part.mjs').Part} */
export const part = {
  file: 'edge',
  title: 'Cold start on the edge',
  method: {
    unit: 'nanoseconds from the start of workerd to the end of its first answer',
    worker: "one minified file, by esbuild as in Cloudflare's own tools",
    runtime: describeProgram('workerd'),
  },
  comparisons: [
    { of: 'latchkey-first', to: 'auth-js-first' },
    { of: 'latchkey-first', to: 'bare-first' },
    { of: 'auth-js-first', to: 'bare-first' },
    { of: 'latchkey-brotli', to: 'auth-js-brotli' },
  ],
  async measure({ rounds }) {
    const { buildWorker } = await import('../edge/build-worker.mjs')
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-edge-'))
    try {
      const lanes = []
      for (const worker of workers) {
        const entry = new URL(`../edge/${worker.id}.mjs`, import.meta.url)
        const built = await buildWorker(entry, join(folder, worker.id))
        const { encode } = await import(worker.jwt)
        const token = await encode({ token: claimsOf(0), secret, salt: cookieName })
        lanes.push({ worker, built, cookie: `${cookieName}=${token}`, samples: createSamples() })
      }
      const isBusy = await measureLanes(lanes, rounds / 8)
      const rows = lanes.flatMap(({ worker, built, samples }) => rowsOf(worker, built, samples))
      const samples = new Map(rows.map((row) => [row.id, row.samples]))
      return { samples, figures: rows.map((row) => summarize(row, samples)), isBusy }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
  chart: [
    {
      title: 'From the start of workerd to the first session',
      note: 'Ratios over @auth/core.',
      base: 'auth-js-first',
      ids: ['bare-first', 'latchkey-first', 'auth-js-first'],
    },
    {
      title: 'The worker, minified, brotli',
      note: 'Ratios over @auth/core.',
      base: 'auth-js-brotli',
      ids: ['latchkey-brotli', 'auth-js-brotli'],
    },
  ],
}

/** @returns {{ value: number[], cpu: number[] }} */
function createSamples() {
  return { value: [], cpu: [] }
}

/** @typedef {Awaited<ReturnType<typeof import('../edge/build-worker.mjs').buildWorker>>} Built */
/** @typedef {ReturnType<typeof createSamples>} Samples */

/**
 * Returns whether the machine was busy.
 *
 * @param {readonly { built: Built, cookie: string, samples: Samples }[]} lanes
 * @param {number} rounds
 */
async function measureLanes(lanes, rounds) {
  const shuffle = createShuffle()
  const yardstick = createYardstick(30)
  // The first round is for the file cache.
  for (let round = -1; round < rounds; round++) {
    yardstick.turn()
    for (const { built, cookie, samples } of shuffle(lanes)) {
      const { wall, cpu } = await measureFirstAnswer(built.config, cookie)
      if (round < 0) continue
      samples.value.push(wall)
      samples.cpu.push(cpu)
    }
  }
  return yardstick.isBusy()
}

/**
 * @param {{ id: string, library: string }} worker
 * @param {Built} built
 * @param {Samples} samples
 */
function rowsOf({ id, library }, { bytes, brotli }, samples) {
  const first = { id: `${id}-first`, library, name: 'first session', samples }
  if (id === 'bare') return [first]
  return [
    first,
    sizeOf(`${id}-bundle`, library, 'bundle', bytes),
    sizeOf(`${id}-brotli`, library, 'bundle, brotli', brotli),
  ]
}

/**
 * @param {string} id
 * @param {string} library
 * @param {string} name
 * @param {number} value
 */
function sizeOf(id, library, name, value) {
  const unit = /** @type {const} */ ('bytes')
  return { id, library, name, unit, samples: { value: [value] } }
}
