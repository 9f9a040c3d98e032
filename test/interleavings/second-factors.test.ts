import { afterAll, describe, expect, it } from 'vitest'
import { SeededRandom } from '../fuzz/seeded-random.js'
import { Explorer, kindNames, pairsOf, type Campaign, boundsOn } from './campaign.js'
import { factorFlowNames, type FlowName } from './flow-names.js'
import { isPlayable } from './flows.js'
import { kinds, type KindName } from './adapters.js'
import { loadEngine } from './process.js'
import { isDeep, seed } from './settings.js'
import { countSchedules } from './tally.js'

const explorer = new Explorer(await loadEngine())
const tally = countSchedules('second factors')
/** Schedules with a fault of each two flows on each kind of adapter. */
const samples = isDeep ? 20 : 1
/** Milliseconds, for a machine that has other things to do. */
const timeout = isDeep ? 3_600_000 : 900_000

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

afterAll(() => tally.print())

describe('second factors, two processes at once', () => {
  it.each(pairs)(
    'keep every promise: %s and %s',
    async (...flows) => {
      // Two set-ups harm each other only if each has begun before the other ends.
      const isShort = flows.every((flow) => firstSetUps.includes(flow))
      const bounds = { faults: 0, preemptions: isShort ? 2 : 1 }
      for (const campaign of campaignsOf(flows, bounds, isDeep ? kindNames : ['whole'])) {
        tally.add(await explorer.exhaust(campaign))
      }
      expect(tally.takeFindings()).toBe('')
    },
    timeout,
  )
})

describe('second factors, one call that fails or one process that ends', () => {
  it.each(factorFlowNames)(
    'breaks no promise of: %s',
    async (flow) => {
      const names = ['whole', 'no-transaction', 'one-step'] as const
      for (const campaign of campaignsOf([flow], { faults: 1 }, names)) {
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
  const strategy = 'database'
  return names
    .filter((kind) => kind !== 'keyless' && kind !== 'auth-js')
    .filter((kind) =>
      flows.every((flow) => isPlayable(flow, { name: start, strategy }, kinds[kind])),
    )
    .map((kind) => {
      return {
        start,
        kind,
        strategy,
        flows,
        placement: 'two',
        bounds: boundsOn(kind, strategy, bounds),
      }
    })
}
