import { summarize } from '../samples.mjs'
import { checkTypes } from '../types/check.mjs'
import { createYardstick } from '../yardstick.mjs'

/** Instantiations that the small app may take: room for an upgrade of TypeScript or of Qwik, not for more. */
const budget = 2500

const programs = [
  {
    id: 'plain',
    library: 'no library,',
    name: 'the same program with any',
    file: new URL('../types/plain.ts', import.meta.url),
  },
  {
    id: 'latchkey',
    library: 'latchkey',
    name: 'every member, inferred',
    file: new URL('../types/inferred.ts', import.meta.url),
  },
  {
    id: 'better-auth',
    library: 'better-auth',
    name: 'the same config, its own calls',
    file: new URL('../types/better-auth.ts', import.meta.url),
  },
]

/** @type {import('../part.mjs').Part} */
export const part = {
  file: 'types',
  title: 'What its types cost the compiler',
  drivers: ['typescript', '@builder.io/qwik-city'],
  method: { figures: 'tsc --extendedDiagnostics; libraries not checked, Qwik City loaded by all' },
  comparisons: [
    {
      of: 'latchkey-instantiations',
      to: 'budget',
      label: `instantiations with latchkey, of a budget of ${budget.toLocaleString('en')}`,
      target: { atMost: 1 },
    },
    { of: 'better-auth-instantiations', to: 'latchkey-instantiations' },
    { of: 'better-auth-time', to: 'latchkey-time' },
    { of: 'latchkey-time', to: 'plain-time' },
  ],
  async measure({ rounds }) {
    const yardstick = createYardstick(30)
    /** @type {Map<string, import('../samples.mjs').Samples>} */
    const samples = new Map([['budget', { value: [budget] }]])
    for (let round = 0; round < rounds / 80; round++) {
      yardstick.turn()
      for (const { id, file } of programs) {
        const { instantiations, types, checkNanoseconds } = checkTypes(file)
        // The same in every round.
        samples.set(`${id}-instantiations`, { value: [instantiations] })
        samples.set(`${id}-types`, { value: [types] })
        const times = samples.get(`${id}-time`)?.value ?? []
        samples.set(`${id}-time`, { value: [...times, checkNanoseconds] })
      }
    }
    const figures = programs.flatMap(({ id, library, name }) => [
      summarize(
        { id: `${id}-instantiations`, library, name: `${name}: instantiations`, unit: 'count' },
        samples,
      ),
      summarize({ id: `${id}-types`, library, name: `${name}: types`, unit: 'count' }, samples),
      summarize({ id: `${id}-time`, library, name: `${name}: check time` }, samples),
    ])
    return { samples, figures, isBusy: yardstick.isBusy() }
  },
  chart: [
    {
      title: 'Type instantiations',
      note: 'The same in every run. Ratios over latchkey.',
      base: 'latchkey-instantiations',
      ids: ['plain-instantiations', 'latchkey-instantiations', 'better-auth-instantiations'],
    },
    {
      title: 'Check time',
      note: 'Ratios over latchkey.',
      base: 'latchkey-time',
      ids: ['plain-time', 'latchkey-time', 'better-auth-time'],
    },
  ],
}
