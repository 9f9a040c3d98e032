import { describe, expect, it } from 'vitest'
import type { KindName } from './adapters.js'
import { usualKinds, type Campaign } from './campaign.js'
import { campaignsOf, openExploration, timeout } from './exploration.js'
import type { FlowName } from './flow-names.js'
import { isDeep, seed } from './settings.js'

const exploration = await openExploration('confirmations')
/** Schedules with a fault of each two flows on each kind of adapter. */
const samples = isDeep ? 40 : 1

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

it.each(['mailed confirmation', 'revocation of one session'] as const)(
  'a flow succeeds when it runs alone: %s',
  async (flow) => {
    expect(await exploration.explorer.outcomeOf('settled', flow)).toMatchObject({ isDone: true })
  },
)

describe('confirmations, two processes at once', () => {
  it.each(pairs)(
    'keep every promise: %s and %s',
    async (...flows) => {
      const bounds = { faults: 0, preemptions: isDeep ? 2 : 1 }
      await exploration.exhaust(confirmations(flows, bounds, ['whole']))
    },
    timeout,
  )

  it(
    'use a mailed code once, also if the adapter does not say which session it has deleted',
    async () => {
      const flows = ['mailed confirmation', 'mailed confirmation'] as const
      await exploration.exhaust(confirmations(flows, { faults: 0, preemptions: 1 }, ['silent']))
    },
    timeout,
  )
})

describe('confirmations, one call that fails or one process that ends', () => {
  it(
    'break no promise of one mailed confirmation',
    async () => {
      await exploration.exhaust(confirmations(['mailed confirmation'], { faults: 1 }, usualKinds))
    },
    timeout,
  )

  it(
    `break no promise of two flows in a sample of schedules (seed ${seed})`,
    async () => {
      const kindNames = ['whole', 'one-step'] as const
      const campaigns = pairs.flatMap((flows) => confirmations(flows, { faults: 1 }, kindNames))
      await exploration.sample(campaigns, samples)
    },
    timeout,
  )
})

function confirmations(
  flows: readonly FlowName[],
  bounds: Campaign['bounds'],
  kindNames: readonly KindName[],
): readonly Campaign[] {
  // A token in a cookie has a row of its own, which is replaced in another way.
  const isAboutRow = flows.length > 1 && flows.every((flow) => ending.includes(flow))
  const strategies = isAboutRow ? (['database', 'jwt'] as const) : (['database'] as const)
  return campaignsOf({ start: 'settled', flows, bounds, kindNames, strategies })
}
