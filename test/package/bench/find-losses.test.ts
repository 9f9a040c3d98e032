import { describe, expect, it } from 'vitest'
import { findLosses } from '../../../bench/find-losses.mjs'

const read = { of: 'ours', to: 'bare', target: { atMost: 2 }, met: true }
const rival = { of: 'rival', to: 'ours', target: { atLeast: 50 }, met: true }

describe('the loose check of the bench', () => {
  it('passes a ratio that is less than twice as bad, even if it misses its target', () => {
    const now = [
      { ...read, ratio: 2.9 },
      { ...rival, ratio: 31 },
    ]
    const kept = [
      { ...read, ratio: 1.5 },
      { ...rival, ratio: 60 },
    ]
    expect(findLosses(now, kept)).toEqual([])
  })

  it('finds a read that takes more than twice as long as before', () => {
    const now = { ...read, ratio: 3.1 }
    const before = { ...read, ratio: 1.5 }
    expect(findLosses([now], [before])).toEqual([{ now, before }])
  })

  it('finds a lead over a rival that is less than half of what it was', () => {
    const now = { ...rival, ratio: 29 }
    const before = { ...rival, ratio: 60 }
    expect(findLosses([now], [before])).toEqual([{ now, before }])
  })

  it('compares processor time where both runs measured it, because the machine may be busy', () => {
    const before = { ...read, ratio: 1.5, cpuRatio: 1.5 }
    expect(findLosses([{ ...read, ratio: 9, cpuRatio: 1.6 }], [before])).toEqual([])
    expect(findLosses([{ ...read, ratio: 1.6, cpuRatio: 9 }], [before])).toHaveLength(1)
  })

  it('tells comparisons apart that differ in what is subtracted', () => {
    const kept = [
      { ...read, beyond: 'config', ratio: 0.2 },
      { ...read, ratio: 2 },
    ]
    expect(findLosses([{ ...read, ratio: 3 }], kept)).toEqual([])
    expect(findLosses([{ ...read, beyond: 'config', ratio: 3 }], kept)).toHaveLength(1)
  })

  it('passes what has no target or was never kept', () => {
    const now = { of: 'ours', to: 'bare', met: null, ratio: 9 }
    expect(findLosses([now], [{ ...now, ratio: 1 }])).toEqual([])
    expect(findLosses([{ ...read, ratio: 9 }], [])).toEqual([])
  })
})
