import { describe, it } from 'vitest'
import { kinds, type KindName } from './adapters.js'
import { kindNames, pairsOf, usualKinds, type Campaign } from './campaign.js'
import { campaignsOf, openExploration, timeout } from './exploration.js'
import { factorFlowNames, type FlowName } from './flow-names.js'
import { isDeep, seed } from './settings.js'

const exploration = await openExploration('second factors')
/** Schedules with a fault of each two flows on each kind of adapter. */
const samples = isDeep ? 20 : 1

/** Flows that meet the flows of second factors. */
const others: readonly FlowName[] = [
  'session read',
  'sign-out everywhere',
  'password sign-in',
  'password change',
  'returning sign-in',
  'deletion',
]

/** With the first set-up, in a session or in a sign-in, the user has no app that other flows could use. */
const firstSetUps: readonly FlowName[] = [
  'first set-up',
  'set-up in a sign-in',
  'set-up in a sign-in by mail',
]
const withApp: readonly FlowName[] = factorFlowNames.filter((name) => !firstSetUps.includes(name))

const pairs: readonly (readonly [FlowName, FlowName])[] = [
  ...pairsOf(withApp),
  ...withApp.flatMap((one) => others.map((other) => [one, other] as const)),
  ...firstSetUps.flatMap((one) =>
    [one, ...others, 'address change' as const].map((other) => [one, other] as const),
  ),
  ['set-up in a sign-in', 'set-up in a sign-in by mail'],
]

describe('second factors, two processes at once', () => {
  it.each(pairs)(
    'keep every promise: %s and %s',
    async (...flows) => {
      // Two set-ups harm each other only if each has begun before the other ends.
      const isShort = flows.every((flow) => firstSetUps.includes(flow))
      const bounds = { faults: 0, preemptions: isShort ? 2 : 1 }
      await exploration.exhaust(secondFactors(flows, bounds, isDeep ? kindNames : ['whole']))
    },
    timeout,
  )
})

describe('second factors, one call that fails or one process that ends', () => {
  it.each(factorFlowNames)(
    'breaks no promise of: %s',
    async (flow) => {
      await exploration.exhaust(secondFactors([flow], { faults: 1 }, usualKinds))
    },
    timeout,
  )

  it(
    `breaks no promise of two flows in a sample of schedules (seed ${seed})`,
    async () => {
      const names = ['whole', 'one-step'] as const
      const campaigns = pairs.flatMap((flows) => secondFactors(flows, { faults: 1 }, names))
      await exploration.sample(campaigns, samples)
    },
    timeout,
  )
})

function secondFactors(
  flows: readonly FlowName[],
  bounds: Campaign['bounds'],
  names: readonly KindName[],
): readonly Campaign[] {
  return campaignsOf({
    start: 'settled',
    flows,
    bounds,
    // Without it, the config is refused: tries of a code are counted over all processes.
    kindNames: names.filter((kind) => !kinds[kind].lacks?.includes('countAttempt')),
    strategies: ['database'],
  })
}
