import { describe, it } from 'vitest'
import { kinds, type KindName } from './adapters.js'
import {
  differencesOf,
  flowsIn,
  kindNames,
  pairsOf,
  usualKinds,
  type Explorer,
} from './campaign.js'
import { campaignsOf, openExploration, timeout } from './exploration.js'
import type { FlowName } from './flow-names.js'
import { isDeep } from './settings.js'
import type { StartingStateName } from './starting-states.js'

const strategies = isDeep ? (['database', 'jwt'] as const) : (['database'] as const)
const bounds = { faults: 0 }
/** Flows that open the mailed link. */
const redemptions: ReadonlySet<FlowName> = new Set(['e-mail proof', 'token redemption'])
/** Flows that prove the owner's address. */
const proofs: ReadonlySet<FlowName> = new Set([...redemptions, 'first sign-in'])

/** A part of the pairs of a starting state. */
interface Part {
  readonly name: string
  readonly has: (pair: readonly [FlowName, FlowName]) => boolean
}

/** Tries all schedules of every two flows in a starting state. It takes several files, so that they run side by side. */
export async function explorePairs(start: StartingStateName, part?: Part): Promise<void> {
  const name = part ? `, ${part.name}` : ''
  const title = `pairs in the starting state "${start}"${name}, a process each`
  const { explorer, exhaust } = await openExploration(title)

  describe(`in the starting state "${start}", two processes at once`, () => {
    const pairs = pairsOf(flowsIn(start, 'database', {}))
    const own = part ? pairs.filter(part.has) : pairs
    it.each(own.filter((pair) => !isRepeated(start, pair)))(
      'keep every promise: %s and %s',
      async (...pair) => {
        const names = await kindsFor(explorer, start, pair)
        await exhaust(campaignsOf({ start, flows: pair, bounds, kindNames: names, strategies }))
      },
      timeout,
    )
  })
}

/** Whether a pair would show nothing that another one does not show. */
function isRepeated(start: StartingStateName, flows: readonly [FlowName, FlowName]): boolean {
  const hasRedemption = flows.includes('token redemption')
  // A redemption sends the request of an e-mail proof, and makes fewer promises.
  if (hasRedemption && !flows.every((flow) => redemptions.has(flow))) return true
  // Among themselves, rivals do what first sign-ins of one person do.
  if (!isDeep && flows.every((flow) => flow === 'rival sign-in')) return true
  // What was planted is evicted by a proof. Without one, the starting state "settled" has almost the same pair.
  return !isDeep && start === 'planted' && !flows.some((flow) => proofs.has(flow))
}

/** On each kind of adapter that makes a difference to both flows; in a deep run, on every kind. */
async function kindsFor(
  explorer: Explorer,
  start: StartingStateName,
  flows: readonly [FlowName, FlowName],
): Promise<readonly KindName[]> {
  const calls = await Promise.all(flows.map((flow) => explorer.callsOf(start, flow)))
  const matters = (kind: KindName): boolean =>
    calls.every((called) => [...differencesOf(kinds[kind])].some((method) => called.has(method)))
  return kindNames
    .filter((kind) => kind !== 'keyless')
    .filter((kind) => isDeep || usualKinds.includes(kind) || matters(kind))
}
