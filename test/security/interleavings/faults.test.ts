import { describe, it } from 'vitest'
import { flowsIn, pairsOf, triplesOf, usualKinds, type Campaign } from './campaign.js'
import { campaignsOf, openExploration, timeout } from './exploration.js'
import type { FlowName } from './flow-names.js'
import { isDeep, seed } from './settings.js'

const { exhaust, sample } = await openExploration('faults and triples')
const startingStates = ['settled', 'planted', 'empty'] as const
const samples = isDeep ? 20 : 1
/** Schedules of each two flows on each kind of adapter, with a fault and any number of preemptions. */
const samplesOfPairs = 10
/** Where two flows meet and one call fails, all schedules with a preemption would take hours. */
const boundsOfPairs = { faults: 1, preemptions: 0 }

describe.each(startingStates)(
  'in the starting state "%s", one call that fails or one process that ends',
  (start) => {
    it.each(flowsIn(start, 'database', {}))(
      'breaks no promise of: %s',
      async (flow) => {
        await exhaust(campaignsWithFault(start, [flow]))
      },
      timeout,
    )

    if (!isDeep) return

    it.each(pairsOf(flowsIn(start, 'database', {})))(
      'breaks no promise of: %s and %s',
      async (...pair) => {
        await exhaust(campaignsWithFault(start, pair, boundsOfPairs))
        await sample(campaignsWithFault(start, pair), samplesOfPairs)
      },
      timeout,
    )
  },
)

describe.each(startingStates)(
  'in the starting state "%s", three flows at once with up to one fault',
  (start) => {
    it(
      `keep every promise in a sample of schedules (seed ${seed})`,
      async () => {
        const triples = triplesOf(flowsIn(start, 'database', {}))
        // The first kind on which the flows can be played.
        const campaigns = triples.flatMap((flows) => campaignsWithFault(start, flows).slice(0, 1))
        await sample(campaigns, samples)
      },
      timeout,
    )
  },
)

function campaignsWithFault(
  start: Campaign['start'],
  flows: readonly FlowName[],
  bounds: Campaign['bounds'] = { faults: 1 },
): readonly Campaign[] {
  const strategies = ['database'] as const
  return campaignsOf({ start, flows, bounds, kindNames: usualKinds, strategies })
}
