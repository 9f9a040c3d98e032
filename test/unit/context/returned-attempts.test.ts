import { expect, it } from 'vitest'
import { giveBackAttempt, returnedAttempts } from '../../../src/context/returned-attempts.js'
import { openTestContext } from '../../support/open-test-context.js'

it('attempts that were given back are forgotten after 10,000 other counts', () => {
  const { ctx } = openTestContext()
  const expires = ctx.now + 60
  const first = { key: crypto.randomUUID(), expires }
  giveBackAttempt(ctx, first)
  giveBackAttempt(ctx, first)
  expect(returnedAttempts(ctx, first)).toBe(2)
  for (let count = 0; count < 10_000; count += 1) {
    giveBackAttempt(ctx, { key: crypto.randomUUID(), expires })
  }
  expect(returnedAttempts(ctx, first)).toBe(0)
})

it('counts that have ended are forgotten first', () => {
  const { ctx } = openTestContext()
  const later = { key: crypto.randomUUID(), expires: ctx.now + 60 }
  giveBackAttempt(ctx, later)
  for (let count = 0; count < 10_000; count += 1) {
    giveBackAttempt(ctx, { key: crypto.randomUUID(), expires: ctx.now })
  }
  expect(returnedAttempts(ctx, later)).toBe(1)
})
