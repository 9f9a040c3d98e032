import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SignInContext } from '../../../src/context/context.js'
import { createRuntime, withRuntime } from '../../../src/core.js'
import { openCall } from '../../../src/engine/open-call.js'
import { isRefreshing } from '../../../src/flows/tokens/share-refresh.js'
import { explainFailure, requireNoPause } from '../../../src/flows/tokens/failed-refresh.js'
import type { TokenOwner } from '../../../src/flows/tokens/token-owner.js'
import { RefreshDelayed } from '../../../src/oauth/refresh.js'
import { operationsOf } from '../../../src/store/operations.js'
import { keys, makeTokenApp, origin, type TokenApp } from '../../support/apps/token-app.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** Two apps that create a database driver at each request, and so share the memory of a process. */
function openBoth(app: TokenApp): readonly [SignInContext, SignInContext] {
  const runtime = createRuntime()
  const open = (address: string): SignInContext =>
    openCall(app.request, withRuntime({ ...app.config, origin: address }, runtime), {})
  const own = open(origin)
  Object.assign(own.config.store?.memory ?? expect.fail(), { isShared: true })
  return [own, open('https://other.test')]
}

it('a refresh is not shared with another app that has the same memory', async () => {
  const app = await makeTokenApp()
  const [own, other] = openBoth(app)
  const account = await app.row()
  const { refreshes } = operationsOf(own).accountTokens.memory
  const spy = vi.spyOn(refreshes, 'has')
  isRefreshing(own, account)
  isRefreshing(other, account)
  const [[first], [second]] = spy.mock.calls as [[string], [string]]
  expect(first).not.toBe(second)
})

it('a pause does not hold for another app that has the same memory', async () => {
  const app = await makeTokenApp()
  const account = await app.row()
  const [own, other] = openBoth(app).map((ctx): TokenOwner => {
    const provider = { id: keys.provider } as TokenOwner['provider']
    return {
      ctx,
      provider,
      user: { id: app.userId } as TokenOwner['user'],
      requireSignIn: () => expect.fail(),
    }
  }) as [TokenOwner, TokenOwner]
  explainFailure(own, account, new RefreshDelayed('Later.', 60))
  expect(() => requireNoPause(own, account)).toThrow('Try again in 60 seconds')
  expect(() => requireNoPause(other, account)).not.toThrow()
})
