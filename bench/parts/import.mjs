import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { entries } from '../import/entries.mjs'
import { summarize } from '../samples.mjs'
import { createShuffle } from '../shuffle.mjs'
import { createYardstick } from '../yardstick.mjs'

const program = fileURLToPath(new URL('../import/load.mjs', import.meta.url))

/** @type {import('../part.mjs').Part} */
export const part = {
  file: 'cold-import',
  title: 'Time to import, in a fresh process',
  method: {
    unit: 'nanoseconds from the first import to the last, without the start of Node itself',
  },
  comparisons: [
    { of: 'latchkey', to: 'auth-js', target: { atMost: 0.42 } },
    { of: 'latchkey-signing-in', to: 'auth-js' },
    { of: 'latchkey', to: 'better-auth' },
    { of: 'latchkey', to: 'better-auth-minimal' },
    { of: 'latchkey', to: 'jose' },
  ],
  async measure({ rounds }) {
    const lanes = entries.map((entry) => ({
      entry,
      value: /** @type {number[]} */ ([]),
      cpu: /** @type {number[]} */ ([]),
    }))
    const shuffle = createShuffle()
    const yardstick = createYardstick(30)
    // The first round is for the file cache.
    for (let round = -1; round < rounds / 8; round++) {
      yardstick.turn()
      for (const lane of shuffle(lanes)) {
        const { wall, cpu } = load(lane.entry.imports)
        if (round < 0) continue
        lane.value.push(wall)
        lane.cpu.push(cpu)
      }
    }
    const samples = new Map(lanes.map(({ entry, value, cpu }) => [entry.id, { value, cpu }]))
    const figures = entries.map((entry) => summarize(entry, samples))
    return { samples, figures, isBusy: yardstick.isBusy() }
  },
  chart: [
    {
      title: 'Imports of an application with GitHub and sessions',
      note: 'Ratios over @auth/core.',
      base: 'auth-js',
      ids: [
        'latchkey',
        'jose',
        'latchkey-signing-in',
        'auth-js',
        'better-auth-minimal',
        'better-auth',
      ],
    },
  ],
}

/**
 * @param {readonly string[]} imports
 * @returns {{ wall: number, cpu: number }}
 */
function load(imports) {
  return JSON.parse(execFileSync(process.execPath, [program, ...imports], { encoding: 'utf8' }))
}
