import { expect, it } from 'vitest'
import { formatDay, formatMoment } from '../../../src/pages/format-date.js'

const date = new Date('2026-05-03T23:05:00Z')

it('formats a day and a moment in UTC, with Latin digits and the Gregorian calendar', () => {
  expect(formatDay(date, 'en')).toBe('May 3, 2026')
  expect(formatDay(date, 'de')).toBe('3. Mai 2026')
  expect(formatDay(date, 'pl')).toBe('3 maja 2026')
  expect(formatDay(date, 'ar')).toBe('3 مايو 2026')
  expect(formatMoment(date, 'en')).toBe('May 3, 2026 at 23:05 UTC')
  expect(formatMoment(date, 'de')).toBe('3. Mai 2026 um 23:05 UTC')
  expect(formatMoment(date, 'ar')).toMatch(/23:05.*UTC/)
})

it('midnight is 00', () => {
  expect(formatMoment(new Date('2026-05-03T00:05:00Z'), 'en')).toContain('at 00:05 UTC')
})
