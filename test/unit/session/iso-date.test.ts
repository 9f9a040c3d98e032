import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { isoDate, isoTime } from '../../../src/session/iso-date.js'

const endOfTime = 8_640_000_000_000

describe('a date', () => {
  it('is what the platform writes, for every moment that it can name', () => {
    const nameable = fc.integer({ min: -endOfTime, max: endOfTime })
    const usual = fc.integer({ min: 0, max: Date.parse('9999-12-31T23:59:59Z') / 1000 })
    fc.assert(fc.property(fc.oneof(usual, nameable), isTheSame), {
      numRuns: 5000,
      examples: [[0], [-1], [1], [59], [60], [3599], [3600], [86_399], [86_400], [-86_400]],
    })
  })

  it('is it around the turns of years, leap days and the ends of time', () => {
    const turns = ['2000-02-29', '2026-12-31', '9999-12-31', '0000-01-01', '1969-12-31']
    const moments = turns.map((day) => Date.parse(`${day}T23:59:59.000Z`) / 1000)
    for (const moment of [...moments, -endOfTime, endOfTime]) {
      isTheSame(moment)
      if (Math.abs(moment) < endOfTime) isTheSame(moment + 1)
    }
  })

  it('may be a fraction of a second', () => {
    for (const moment of [1_700_000_000.5, 1_700_000_000.123, -0.25]) isTheSame(moment)
  })

  it('may be any number of milliseconds', () => {
    const nameable = fc.integer({ min: 0, max: Date.parse('9999-12-31T23:59:59.999Z') })
    fc.assert(
      fc.property(nameable, (moment) => {
        expect(isoTime(moment)).toBe(new Date(moment).toISOString())
      }),
      { examples: [[0], [1], [10], [999], [1000], [1001], [86_399_999]] },
    )
  })

  it('is refused if it is out of range', () => {
    for (const moment of [endOfTime + 1, Infinity, Number.NaN]) {
      expect(() => isoDate(moment)).toThrow(RangeError)
    }
  })
})

function isTheSame(moment: number): void {
  expect(isoDate(moment)).toBe(new Date(moment * 1000).toISOString())
}
