import { afterAll, describe, expect, it } from 'vitest'
import { SeededRandom } from '../fuzz/seeded-random.js'
import { kinds, type KindName } from './adapters.js'
import { Explorer, type Campaign } from './campaign.js'
import { graceFlowNames, type FlowName } from './flow-names.js'
import { isPlayable } from './flows.js'
import { loadEngine } from './process.js'
import { isDeep, seed } from './settings.js'
import { countSchedules } from './tally.js'

const explorer = new Explorer(await loadEngine())
const tally = countSchedules('deletions with a grace period')
/** Schedules with a fault of each two flows on each kind of adapter. */
const samples = isDeep ? 40 : 2
/** Milliseconds, for a machine that has other things to do. */
const timeout = isDeep ? 3_600_000 : 900_000
const usual: readonly KindName[] = ['whole', 'no-transaction', 'one-step']

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

afterAll(() => tally.print())

it.each(graceFlowNames)('a flow succeeds when it runs alone: %s', async (flow) => {
  expect(await explorer.outcomeOf('settled', flow)).toMatchObject({ isDone: true })
})

describe('deletions with a grace period, two processes at once', () => {
  it.each(pairs)(
    'keep every promise: %s and %s',
    async (...flows) => {
      const isShort = twice.has(flows.join(' × '))
      const bounds = { faults: 0, preemptions: isDeep || isShort ? 2 : 1 }
      for (const campaign of campaignsOf(flows, bounds, isDeep ? usual : ['whole'])) {
        tally.add(await explorer.exhaust(campaign))
      }
      expect(tally.takeFindings()).toBe('')
    },
    timeout,
  )
})

describe('deletions with a grace period, one call that fails or one process that ends', () => {
  it.each(graceFlowNames)(
    'breaks no promise of: %s',
    async (flow) => {
      for (const campaign of campaignsOf([flow], { faults: 1 }, usual)) {
        tally.add(await explorer.exhaust(campaign))
      }
      expect(tally.takeFindings()).toBe('')
    },
    timeout,
  )

  const source = new SeededRandom(seed)
  const random = (): number => source.below(2 ** 30) / 2 ** 30

  it(
    `breaks no promise of two flows in a sample of schedules (seed ${seed})`,
    async () => {
      for (const flows of pairs) {
        for (const campaign of campaignsOf(flows, { faults: 1 }, usual)) {
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
  // The proof that a deletion needs is a column of the session.
  const strategy = 'database'
  return names
    .filter((kind) =>
      flows.every((flow) => isPlayable(flow, { name: start, strategy }, kinds[kind])),
    )
    .map((kind) => ({ start, kind, strategy, flows, placement: 'two', bounds }))
}
