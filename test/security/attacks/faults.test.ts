import { afterEach, describe, expect, it, vi } from 'vitest'
import { captureResult } from '../../../src/testing/expectations.js'
import { allCases } from './cases/all-cases.js'
import type { Fault } from './fault.js'
import { faults } from './faults.js'
import type { FixtureTarget } from './fixture-target.js'
import { mountBare } from './mounts/bare.js'

async function mountFaulty({ alter, wrap, change }: Fault): Promise<FixtureTarget> {
  const target = await mountBare('database', alter)
  const { send } = target
  const wrapped = wrap && send ? { ...target, send: wrap(send) } : target
  return change ? change(wrapped) : wrapped
}

describe('the attacks', () => {
  // Some move the clock.
  afterEach(() => void vi.restoreAllMocks())

  it.each(faults.map((fault) => [fault.what, fault] as const))(
    'notice an application that %s',
    { timeout: 300_000 },
    async (_what, fault) => {
      const unnoticed: string[] = []
      for (const words of fault.noticedBy) {
        const found = allCases.find(({ name }) => name.startsWith(words))
        if (!found) throw new Error(`There is no attack "${words}".`)
        const target = await mountFaulty(fault)
        const settled = await captureResult(() => found.run(target))
        const isNoticed =
          settled.status === 'rejected' && String(settled.reason).includes(fault.reason ?? '')
        if (!isNoticed) unnoticed.push(found.name)
      }
      expect(unnoticed).toEqual([])
    },
  )
})
