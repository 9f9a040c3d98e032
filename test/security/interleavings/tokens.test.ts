import { describe, expect, it } from 'vitest'
import { usualKinds, type Campaign } from './campaign.js'
import { campaignsOf, openExploration, timeout } from './exploration.js'
import type { FlowName } from './flow-names.js'
import { isDeep, seed } from './settings.js'

const exploration = await openExploration('tokens')
/** Schedules with a fault of each two flows on each kind of adapter. */
const samples = isDeep ? 400 : 20

const pairs = [
  ['token refresh', 'token refresh'],
  ['token refresh', 'returning sign-in'],
  ['token refresh', 'sign-in without a refresh token'],
  ['token refresh', 'sign-in with pending tokens'],
  ['token refresh', 'unlink'],
  ['token refresh', 'link'],
  ['token refresh', 'sign-out everywhere'],
  ['token refresh', 'deletion'],
] as const satisfies readonly (readonly [FlowName, FlowName])[]

it('a sign-in with pending tokens succeeds when it runs alone', async () => {
  const outcome = await exploration.explorer.outcomeOf('settled', 'sign-in with pending tokens')
  expect(outcome).toMatchObject({ isDone: true })
})

describe('refreshes of a token, two processes at once', () => {
  it.each(pairs)(
    'keep every promise: %s and %s',
    async (...flows) => {
      await exploration.exhaust(refreshes(flows, { faults: 0 }))
    },
    timeout,
  )
})

it(
  'two refreshes of a token in one process keep every promise',
  async () => {
    await exploration.exhaust(refreshes(['token refresh', 'token refresh'], { faults: 0 }, 'one'))
  },
  timeout,
)

describe('refreshes of a token, one call that fails or one process that ends', () => {
  it(
    'break no promise of one refresh',
    async () => {
      await exploration.exhaust(refreshes(['token refresh'], { faults: 1 }))
    },
    timeout,
  )

  it(
    'break no promise of a sign-in that leaves the lease in the row, with one preemption',
    async () => {
      const flows = ['token refresh', 'sign-in without a refresh token'] as const
      const campaigns = refreshes(flows, { faults: 1, preemptions: 1 })
      await exploration.exhaust(isDeep ? campaigns : campaigns.slice(0, 1))
    },
    timeout,
  )

  it(
    `break no promise of two flows in a sample of schedules (seed ${seed})`,
    async () => {
      const campaigns = pairs.flatMap((flows) => refreshes(flows, { faults: 1 }))
      await exploration.sample(campaigns, samples)
    },
    timeout,
  )
})

function refreshes(
  flows: readonly FlowName[],
  bounds: Campaign['bounds'],
  placement: Campaign['placement'] = 'two',
): readonly Campaign[] {
  const strategies = ['database'] as const
  return campaignsOf({
    start: 'settled',
    flows,
    bounds,
    kindNames: usualKinds,
    strategies,
    placement,
  })
}
