import { afterAll, describe, expect, it } from 'vitest'
import { SeededRandom } from '../fuzz/seeded-random.js'
import { kinds } from './adapters.js'
import { Explorer, flowsIn, pairsOf, triplesOf, type Campaign } from './campaign.js'
import type { FlowName } from './flow-names.js'
import { loadEngine } from './process.js'
import { isDeep, seed } from './settings.js'
import { countSchedules } from './tally.js'

const explorer = new Explorer(await loadEngine())
const tally = countSchedules('faults and triples')
const startingStates = ['settled', 'planted', 'empty'] as const
/** Milliseconds, for a machine that has other things to do. */
const timeout = isDeep ? 3_600_000 : 900_000
const kindsWithFaults = ['whole', 'no-transaction', 'one-step'] as const
const samples = isDeep ? 20 : 1
/** Schedules of each two flows on each kind of adapter, with a fault and any number of preemptions. */
const samplesOfPairs = 10
/** Where two flows meet and one call fails, all schedules with a preemption would take hours. */
const boundsOfPairs = { faults: 1, preemptions: 0 }

afterAll(() => tally.print())

describe.each(startingStates)(
  'in the starting state "%s", one call that fails or one process that ends',
  (start) => {
    it.each(flowsIn(start, 'database', {}))(
      'breaks no promise of: %s',
      async (flow) => {
        for (const campaign of campaignsOf(start, [flow]))
          tally.add(await explorer.exhaust(campaign))
        expect(tally.takeFindings()).toBe('')
      },
      timeout,
    )

    if (!isDeep) return
    const source = new SeededRandom(seed)
    const random = (): number => source.below(2 ** 30) / 2 ** 30

    it.each(pairsOf(flowsIn(start, 'database', {})))(
      'breaks no promise of: %s and %s',
      async (...pair) => {
        for (const campaign of campaignsOf(start, pair, boundsOfPairs)) {
          tally.add(await explorer.exhaust(campaign))
        }
        for (const campaign of campaignsOf(start, pair)) {
          tally.add(await explorer.sample(campaign, samplesOfPairs, random))
        }
        expect(tally.takeFindings()).toBe('')
      },
      timeout,
    )
  },
)

describe.each(startingStates)(
  'in the starting state "%s", three flows at once with up to one fault',
  (start) => {
    const source = new SeededRandom(seed)
    const random = (): number => source.below(2 ** 30) / 2 ** 30

    it(
      `keep every promise in a sample of schedules (seed ${seed})`,
      async () => {
        for (const triple of triplesOf(flowsIn(start, 'database', {}))) {
          const [campaign] = campaignsOf(start, triple)
          if (campaign) tally.add(await explorer.sample(campaign, samples, random))
        }
        expect(tally.takeFindings()).toBe('')
      },
      timeout,
    )
  },
)

function campaignsOf(
  start: Campaign['start'],
  flows: readonly FlowName[],
  bounds: Campaign['bounds'] = { faults: 1 },
): readonly Campaign[] {
  const playable = kindsWithFaults.filter((kind) =>
    flows.every((flow) => flowsIn(start, 'database', kinds[kind]).includes(flow)),
  )
  return playable.map((kind) => {
    return { start, kind, strategy: 'database', placement: 'two', flows, bounds }
  })
}
