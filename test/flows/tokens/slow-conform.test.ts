import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createRuntime, getAccessToken, withRuntime, type AccessToken } from '../../../src/core.js'
import { loadRefresh, passTime } from './pass-time.js'
import { makeTokenApp, type TokenApp } from '../../support/apps/token-app.js'

beforeAll(loadRefresh)
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A process of the app whose first `conform` never ends. */
function processOf(app: TokenApp, sleep?: () => Promise<void>): () => Promise<AccessToken> {
  let isFirst = true
  const conform = (): Promise<undefined> => {
    if (!isFirst) return Promise.resolve(undefined)
    isFirst = false
    return new Promise(() => undefined)
  }
  const token = { url: 'https://service.test/token', conform }
  const providers = [{ ...app.service.provider, token }]
  const config = withRuntime({ ...app.config, providers }, createRuntime({ sleep }))
  return () => getAccessToken(app.request, config, { provider: 'service' })
}

it('a `conform` that never ends does not cost the new refresh token', async () => {
  const app = await makeTokenApp()
  const own = processOf(app)
  const first = own()
  first.catch(() => undefined)
  await passTime(10)
  await expect(first).rejects.toMatchObject({ type: 'TokenUnavailable' })
  expect(await app.row()).toMatchObject({ refresh_token: 'refresh-2' })
  await passTime(20)
  expect((await own()).accessToken).toBe('access-3')
  expect(app.service.sent).toEqual(['refresh-1', 'refresh-2'])
})

it('a request that the platform ends during `conform` does not cost the new refresh token', async () => {
  const app = await makeTokenApp()
  // No timer ever fires, as in a request that was ended.
  const own = processOf(app, () => new Promise(() => undefined))
  void own().catch(() => undefined)
  await passTime(26)
  await expect(own()).rejects.toMatchObject({ type: 'TokenUnavailable' })
  expect(await app.row()).toMatchObject({ refresh_token: 'refresh-2' })
  expect(app.service.sent).toEqual(['refresh-1'])
})
