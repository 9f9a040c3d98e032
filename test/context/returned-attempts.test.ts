import { expect, it } from 'vitest'
import { giveBackAttempt, returnedAttempts } from '../../src/context/returned-attempts.js'
import { openTestContext } from './open-test-context.js'

it('attempts that were given back are forgotten after 10,000 other counts', () => {
  const { ctx } = openTestContext()
  const first = { key: crypto.randomUUID(), expires: 60 }
  giveBackAttempt(ctx, first)
  giveBackAttempt(ctx, first)
  expect(returnedAttempts(ctx, first)).toBe(2)
  for (let count = 0; count < 10_000; count += 1) {
    giveBackAttempt(ctx, { key: crypto.randomUUID(), expires: 60 })
  }
  expect(returnedAttempts(ctx, first)).toBe(0)
})
