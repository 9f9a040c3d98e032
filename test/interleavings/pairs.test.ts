import { afterAll, describe, expect, it } from 'vitest'
import { kinds, type KindName } from './adapters.js'
import { differencesOf, Explorer, flowsIn, kindNames, pairsOf, type Campaign } from './campaign.js'
import type { FlowName } from './flows.js'
import { loadEngine } from './process.js'
import { isDeep } from './settings.js'
import { countSchedules } from './tally.js'

const explorer = new Explorer(await loadEngine())
const tally = countSchedules('pairs, a process each')
const strategies = isDeep ? (['database', 'jwt'] as const) : (['database'] as const)
const bounds = { faults: 0 }
const placement = 'two'
const always: ReadonlySet<KindName> = new Set(['whole', 'no-transaction', 'one-step'])
/** Milliseconds, for a machine that has other things to do. */
const timeout = isDeep ? 3_600_000 : 300_000

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

/** On each kind of adapter that makes a difference to both flows; in a deep run, on every kind. */
async function campaignsOf(
  world: Campaign['world'],
  flows: readonly [FlowName, FlowName],
): Promise<readonly Campaign[]> {
  const calls = await Promise.all(flows.map((flow) => explorer.callsOf(world, flow)))
  const matters = (kind: KindName): boolean =>
    calls.every((called) => [...differencesOf(kinds[kind])].some((method) => called.has(method)))
  return kindNames
    .filter((kind) => kind !== 'keyless')
    .filter((kind) => flows.every((flow) => flowsIn(world, 'database', kinds[kind]).includes(flow)))
    .filter((kind) => isDeep || always.has(kind) || matters(kind))
    .flatMap((kind) =>
      strategies.map((strategy) => ({ world, placement, kind, strategy, flows, bounds })),
    )
}
