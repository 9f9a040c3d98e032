import { expect, it } from 'vitest'
import { formatDuration } from '../../../src/pages/format-duration.js'

it.each([
  [10, 'en', '10 minutes'],
  [1, 'en', '1 minute'],
  [0.2, 'en', '1 minute'],
  [60, 'en', '1 hour'],
  [90, 'en', '90 minutes'],
  [1440, 'en', '1 day'],
  [10, 'de', '10 Minuten'],
  [10, 'pl', '10 minut'],
  [3, 'pl', '3 minuty'],
  [10, 'ar', '10 دقائق'],
])('formatDuration writes %d minutes in %s as %j', (minutes, code, text) => {
  expect(formatDuration(minutes, code)).toBe(text)
})
