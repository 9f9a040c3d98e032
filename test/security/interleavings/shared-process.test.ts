import { describe, it } from 'vitest'
import { kinds } from './adapters.js'
import { flowsIn, pairsOf } from './campaign.js'
import { openExploration, timeout } from './exploration.js'
import { isDeep } from './settings.js'

const { exhaust } = await openExploration('pairs, one process')
const bounds = { faults: 0, preemptions: 1 }
const deepBounds = { faults: 0, preemptions: isDeep ? 2 : 1 }

describe.each(
  isDeep ? (['settled', 'planted', 'empty'] as const) : (['settled', 'empty'] as const),
)('in the starting state "%s", one process that remembers living sessions', (start) => {
  it.each(pairsOf(flowsIn(start, 'jwt', {})))(
    'keeps every promise: %s and %s',
    async (...flows) => {
      const placed = { start, kind: 'whole', strategy: 'jwt', placement: 'one' } as const
      const own = start === 'planted' ? bounds : deepBounds
      await exhaust([{ ...placed, flows, bounds: own }])
    },
    timeout,
  )
})

describe.each(['whole', 'no-transaction', 'auth-js'] as const)(
  'one process that caches database sessions, adapter "%s"',
  (kind) => {
    const flows = flowsIn('settled', 'database', kinds[kind]).filter(
      // With such an adapter only the app's own code deletes users, which no cache can notice.
      (flow) => kind !== 'auth-js' || flow !== 'deletion',
    )
    // Only a read uses the cache, so the other pairs are those without a cache.
    const pairs = isDeep ? pairsOf(flows) : flows.map((flow) => ['session read', flow] as const)

    it.each(pairs)(
      'keeps every promise: %s and %s',
      async (...pair) => {
        const placed = { start: 'settled', kind, strategy: 'database', placement: 'one' } as const
        const own = pair.includes('session read') ? deepBounds : bounds
        await exhaust([{ ...placed, flows: pair, bounds: own }])
      },
      timeout,
    )
  },
)

describe('one process over tables without unique keys', () => {
  it.each(['first sign-in', 'rival sign-in'] as const)(
    'makes one user of one account that signs up twice: %s',
    async (flow) => {
      const flows = [flow, flow]
      const placed = { kind: 'keyless', strategy: 'database', placement: 'one' } as const
      await exhaust([{ ...placed, start: 'empty', flows, bounds: deepBounds }])
    },
    timeout,
  )
})
