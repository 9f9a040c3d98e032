import { describe, expect, it } from 'vitest'
import type { KindName } from './adapters.js'
import { usualKinds, type Campaign } from './campaign.js'
import { campaignsOf, openExploration, timeout } from './exploration.js'
import { graceFlowNames, type FlowName } from './flow-names.js'
import { isDeep, seed } from './settings.js'

const exploration = await openExploration('deletions with a grace period')
/** Schedules with a fault of each two flows on each kind of adapter. */
const samples = isDeep ? 40 : 2

const pairs = [
  ['deletion request', 'deletion request'],
  ['deletion request', 'returning sign-in'],
  ['deletion request', 'password sign-in'],
  ['deletion request', 'password reset'],
  ['deletion request', 'session read'],
  ['deletion request', 'session update'],
  ['deletion request', 'link'],
  ['deletion request', 'sign-out everywhere'],
  ['keeping', 'keeping'],
  ['keeping', 'keeping in another browser'],
  ['keeping', 'due deletion'],
  ['keeping', 'returning sign-in'],
  ['keeping', 'password reset'],
  ['due deletion', 'due deletion'],
  ['due deletion', 'returning sign-in'],
  ['due deletion', 'password reset'],
] as const satisfies readonly (readonly [FlowName, FlowName])[]

/**
 * Pairs that need two switches: a sign-in that begins and ends between two steps of a request, and two
 * deletions that have both begun.
 */
const twice: ReadonlySet<string> = new Set([
  'deletion request × password sign-in',
  'due deletion × due deletion',
])

it.each(graceFlowNames)('a flow succeeds when it runs alone: %s', async (flow) => {
  expect(await exploration.explorer.outcomeOf('settled', flow)).toMatchObject({ isDone: true })
})

describe('deletions with a grace period, two processes at once', () => {
  it.each(pairs)(
    'keep every promise: %s and %s',
    async (...flows) => {
      const isShort = twice.has(flows.join(' × '))
      const bounds = { faults: 0, preemptions: isDeep || isShort ? 2 : 1 }
      await exploration.exhaust(deletions(flows, bounds, isDeep ? usualKinds : ['whole']))
    },
    timeout,
  )
})

describe('deletions with a grace period, one call that fails or one process that ends', () => {
  it.each(graceFlowNames)(
    'breaks no promise of: %s',
    async (flow) => {
      await exploration.exhaust(deletions([flow], { faults: 1 }))
    },
    timeout,
  )

  it(
    `breaks no promise of two flows in a sample of schedules (seed ${seed})`,
    async () => {
      const campaigns = pairs.flatMap((flows) => deletions(flows, { faults: 1 }))
      await exploration.sample(campaigns, samples)
    },
    timeout,
  )
})

function deletions(
  flows: readonly FlowName[],
  bounds: Campaign['bounds'],
  kindNames: readonly KindName[] = usualKinds,
): readonly Campaign[] {
  // The proof that a deletion needs is a column of the session.
  const strategies = ['database'] as const
  return campaignsOf({ start: 'settled', flows, bounds, kindNames, strategies })
}
