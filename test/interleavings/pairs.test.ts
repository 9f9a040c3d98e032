import { afterAll, describe, expect, it } from 'vitest'
import { kinds } from './adapters.js'
import { differencesOf, Explorer, flowsIn, kindNames, pairsOf, type Campaign } from './campaign.js'
import type { FlowName } from './flows.js'
import { loadEngine } from './process.js'
import { isDeep } from './settings.js'
import { countSchedules } from './tally.js'

const explorer = new Explorer(await loadEngine())
const tally = countSchedules('pairs, a process each')
const strategies = isDeep ? (['database', 'jwt'] as const) : (['database'] as const)
const timeout = isDeep ? 3_600_000 : 60_000

afterAll(() => tally.print())

describe.each(['settled', 'planted', 'empty'] as const)(
  'in the world "%s", two processes at once',
  (world) => {
    it.each(pairsOf(flowsIn(world, 'database', {})))(
      'keep every promise: %s and %s',
      async (...pair) => {
        for (const campaign of await campaignsOf(world, pair)) {
          tally.add(await explorer.exhaust(campaign))
        }
        expect(tally.takeFindings()).toBe('')
      },
      timeout,
    )
  },
)

/** On each kind of adapter that makes a difference to one of the flows. */
async function campaignsOf(
  world: Campaign['world'],
  flows: readonly [FlowName, FlowName],
): Promise<readonly Campaign[]> {
  const placed = { world, placement: 'two', strategy: 'database', kind: 'whole' } as const
  const calls = await Promise.all(flows.map((flow) => explorer.callsOf({ ...placed, flows: [flow] })))
  const isDifferent = (method: string): boolean => calls.some((called) => called.has(method))
  return kindNames
    .filter((kind) => kind !== 'keyless')
    .filter((kind) => flows.every((flow) => flowsIn(world, 'database', kinds[kind]).includes(flow)))
    .filter((kind) => isDeep || kind === 'whole' || [...differencesOf(kinds[kind])].some(isDifferent))
    .flatMap((kind) => strategies.map((strategy) => ({ ...placed, kind, strategy, flows, bounds })))
}

const bounds = { faults: 0 }
