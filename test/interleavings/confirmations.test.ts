import { afterAll, describe, expect, it } from 'vitest'
import { SeededRandom } from '../fuzz/seeded-random.js'
import { kinds, type KindName } from './adapters.js'
import { Explorer, type Campaign } from './campaign.js'
import type { FlowName } from './flow-names.js'
import { isPlayable } from './flows.js'
import { loadEngine } from './process.js'
import { isDeep, seed } from './settings.js'
import { countSchedules } from './tally.js'

const explorer = new Explorer(await loadEngine())
const tally = countSchedules('confirmations')
/** Schedules with a fault of each two flows on each kind of adapter. */
const samples = isDeep ? 40 : 1
/** Milliseconds, for a machine that has other things to do. */
const timeout = isDeep ? 3_600_000 : 900_000

const pairs = [
  ['mailed confirmation', 'mailed confirmation'],
  ['mailed confirmation', 'session read'],
  ['mailed confirmation', 'sign-out'],
  ['mailed confirmation', 'sign-out everywhere'],
  ['mailed confirmation', 'revocation of one session'],
  ['mailed confirmation', 'address change'],
  ['mailed confirmation', 'deletion'],
  ['mailed confirmation', 'first set-up'],
  ['confirmation', 'sign-out'],
  ['confirmation', 'revocation of one session'],
] as const satisfies readonly (readonly [FlowName, FlowName])[]

/** Flows that each end the session that a confirmation replaces. */
const ending: readonly FlowName[] = ['mailed confirmation', 'sign-out', 'revocation of one session']

afterAll(() => tally.print())

it.each(['mailed confirmation', 'revocation of one session'] as const)(
  'a flow succeeds when it runs alone: %s',
  async (flow) => {
    expect(await explorer.outcomeOf('settled', flow)).toMatchObject({ isDone: true })
  },
)

describe('confirmations, two processes at once', () => {
  it.each(pairs)(
    'keep every promise: %s and %s',
    async (...flows) => {
      const bounds = { faults: 0, preemptions: isDeep ? 2 : 1 }
      for (const campaign of campaignsOf(flows, bounds, ['whole'])) {
        tally.add(await explorer.exhaust(campaign))
      }
      expect(tally.takeFindings()).toBe('')
    },
    timeout,
  )

  it(
    'use a mailed code once, also if the adapter does not say which session it has deleted',
    async () => {
      const flows = ['mailed confirmation', 'mailed confirmation'] as const
      for (const campaign of campaignsOf(flows, { faults: 0, preemptions: 1 }, ['silent'])) {
        tally.add(await explorer.exhaust(campaign))
      }
      expect(tally.takeFindings()).toBe('')
    },
    timeout,
  )
})

describe('confirmations, one call that fails or one process that ends', () => {
  it(
    'break no promise of one mailed confirmation',
    async () => {
      const names = ['whole', 'no-transaction', 'one-step'] as const
      for (const campaign of campaignsOf(['mailed confirmation'], { faults: 1 }, names)) {
        tally.add(await explorer.exhaust(campaign))
      }
      expect(tally.takeFindings()).toBe('')
    },
    timeout,
  )

  const source = new SeededRandom(seed)
  const random = (): number => source.below(2 ** 30) / 2 ** 30

  it(
    `break no promise of two flows in a sample of schedules (seed ${seed})`,
    async () => {
      for (const flows of pairs) {
        for (const campaign of campaignsOf(flows, { faults: 1 }, ['whole', 'one-step'])) {
          tally.add(await explorer.sample(campaign, samples, random))
        }
      }
      expect(tally.takeFindings()).toBe('')
    },
    timeout,
  )
})

function campaignsOf(
  flows: readonly FlowName[],
  bounds: Campaign['bounds'],
  names: readonly KindName[],
): readonly Campaign[] {
  const start = 'settled'
  // A token in a cookie has a row of its own, which is replaced in another way.
  const isAboutRow = flows.length > 1 && flows.every((flow) => ending.includes(flow))
  const strategies = isAboutRow ? (['database', 'jwt'] as const) : (['database'] as const)
  return names
    .flatMap((kind) => strategies.map((strategy) => ({ kind, strategy })))
    .filter(({ kind, strategy }) =>
      flows.every((flow) => isPlayable(flow, { name: start, strategy }, kinds[kind])),
    )
    .map(({ kind, strategy }) => ({ start, kind, strategy, flows, placement: 'two', bounds }))
}
