import { afterAll, describe, expect, it } from 'vitest'
import { SeededRandom } from '../fuzz/seeded-random.js'
import { Explorer, type Campaign } from './campaign.js'
import type { FlowName } from './flow-names.js'
import { loadEngine } from './process.js'
import { isDeep, seed } from './settings.js'
import { countSchedules } from './tally.js'

const explorer = new Explorer(await loadEngine())
const tally = countSchedules('tokens')
/** Schedules with a fault of each two flows on each kind of adapter. */
const samples = isDeep ? 400 : 20
/** Milliseconds, for a machine that has other things to do. */
const timeout = isDeep ? 3_600_000 : 900_000

const pairs = [
  ['token refresh', 'token refresh'],
  ['token refresh', 'returning sign-in'],
  ['token refresh', 'sign-in with pending tokens'],
  ['token refresh', 'unlink'],
  ['token refresh', 'link'],
  ['token refresh', 'sign-out everywhere'],
  ['token refresh', 'deletion'],
] as const satisfies readonly (readonly [FlowName, FlowName])[]

afterAll(() => tally.print())

it('a sign-in with pending tokens succeeds when it runs alone', async () => {
  const outcome = await explorer.outcomeOf('settled', 'sign-in with pending tokens')
  expect(outcome).toMatchObject({ isDone: true })
})

describe('refreshes of a token, two processes at once', () => {
  it.each(pairs)(
    'keep every promise: %s and %s',
    async (...flows) => {
      for (const campaign of campaignsOf(flows, { faults: 0 })) {
        tally.add(await explorer.exhaust(campaign))
      }
      expect(tally.takeFindings()).toBe('')
    },
    timeout,
  )
})

it(
  'two refreshes of a token in one process keep every promise',
  async () => {
    for (const campaign of campaignsOf(['token refresh', 'token refresh'], { faults: 0 })) {
      tally.add(await explorer.exhaust({ ...campaign, placement: 'one' }))
    }
    expect(tally.takeFindings()).toBe('')
  },
  timeout,
)

describe('refreshes of a token, one call that fails or one process that ends', () => {
  it(
    'break no promise of one refresh',
    async () => {
      for (const campaign of campaignsOf(['token refresh'], { faults: 1 })) {
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
        for (const campaign of campaignsOf(flows, { faults: 1 })) {
          tally.add(await explorer.sample(campaign, samples, random))
        }
      }
      expect(tally.takeFindings()).toBe('')
    },
    timeout,
  )
})

function campaignsOf(flows: readonly FlowName[], bounds: Campaign['bounds']): readonly Campaign[] {
  const kinds = ['whole', 'no-transaction', 'one-step'] as const
  return kinds.map((kind) => ({
    start: 'settled',
    kind,
    strategy: 'database',
    flows,
    placement: 'two',
    bounds,
  }))
}
