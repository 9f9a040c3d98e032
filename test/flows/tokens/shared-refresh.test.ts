import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRuntime, getAccessToken, withRuntime, type AccessToken } from '../../../src/core.js'
import { openCall } from '../../../src/engine/open-call.js'
import { RefreshLease } from '../../../src/flows/tokens/refresh-lease.js'
import { findAnswer, keepAnswer } from '../../../src/flows/unsaved-answers.js'
import { loadRefresh, passTime } from './pass-time.js'
import { keys, makeTokenApp } from '../../support/apps/token-app.js'

beforeAll(loadRefresh)
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

describe('a call that waits for another call of its process', () => {
  async function startBoth() {
    const app = await makeTokenApp()
    const ctx = openCall(app.request, app.config, {})
    const account = await app.row()
    const [first, waiting] = [new RefreshLease(ctx, account), new RefreshLease(ctx, account)]
    expect(await first.take(account)).toBe(true)
    const tokens = { refresh_token: 'refresh-2' }
    keepAnswer(ctx, { account, tokens, holders: [first.holder], failures: 0 })
    return { app, ctx, account, first, waiting }
  }

  it('takes over the lease if the other call has kept its answer in the meantime', async () => {
    const { app, waiting } = await startBoth()
    expect(await waiting.take(await app.row())).toBe(true)
  })

  it('does not forget which call has the lease', async () => {
    const { ctx, account, first, waiting } = await startBoth()
    // The row was read before the other call took the lease.
    expect(await waiting.take(account)).toBe(false)
    expect(findAnswer(ctx, account)?.holders).toEqual([first.holder, waiting.holder])
  })
})

it('a refresh does not return an expired token while another call stores a waiting one', async () => {
  const app = await makeTokenApp()
  let isAway = true
  const swapTokens: typeof app.adapter.swapTokens = (swap) =>
    isAway ? Promise.reject(new Error('The database is away.')) : app.adapter.swapTokens(swap)
  const adapter = { ...app.adapter, swapTokens }
  const config = withRuntime({ ...app.config, adapter }, createRuntime())
  const get = (): Promise<AccessToken> =>
    getAccessToken(app.request, config, { provider: 'service' })
  get().catch(() => undefined)
  await passTime(60)
  // A sign-in without a refresh token, and the lease of another process.
  const expires_at = Math.floor(Date.now() / 1000) - 5
  await app.adapter.updateAccount({ ...keys, access_token: 'signed-in', expires_at })
  const { access_token, refresh_token } = await app.row()
  const expected = { access_token: access_token ?? '', refresh_token: refresh_token ?? '' }
  const holder = 'refreshing:other'
  await app.adapter.leaseAccount({ ...keys, expected, holder, milliseconds: 20_000 })
  isAway = false
  const calls: Promise<string>[] = []
  for (let index = 0; index < 20; index += 1) {
    calls.push(
      get().then(
        ({ accessToken }) => accessToken,
        () => 'none',
      ),
    )
    for (let turn = 0; turn < index; turn += 1) await Promise.resolve()
  }
  await passTime(40)
  expect(await Promise.all(calls)).not.toContain('signed-in')
})
