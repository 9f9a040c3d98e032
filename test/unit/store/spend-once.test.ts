import { expect, it } from 'vitest'
import { operationsOf } from '../../../src/store/operations.js'
import { authJsAdapter, connectionLost } from '../../support/adapters/watched-adapter.js'
import { openTestContext } from '../../support/open-test-context.js'

it('a failed write is not taken for an earlier use, and the value can be used later', async () => {
  const adapter = authJsAdapter()
  let isAway = true
  const createVerificationToken: typeof adapter.createVerificationToken = async (token) =>
    isAway ? connectionLost() : adapter.createVerificationToken?.(token)
  const { ctx } = openTestContext({
    config: { adapter: { ...adapter, createVerificationToken }, session: { strategy: 'jwt' } },
  })
  const { spendOnce } = operationsOf(ctx)
  const attempt = { key: 'challenge', now: new Date(), expires: new Date(Date.now() + 60_000) }
  await expect(spendOnce(attempt)).rejects.toMatchObject({ type: 'AdapterError' })
  isAway = false
  expect(await spendOnce(attempt)).toBe(true)
  expect(await spendOnce(attempt)).toBe(false)
})
