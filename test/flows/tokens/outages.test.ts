import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRuntime, getAccessToken, withRuntime, type AccessToken } from '../../../src/core.js'
import type { Adapter } from '../../../src/model/adapter.js'
import { customFetch } from '../../../src/model/markers.js'
import type { OIDCConfig } from '../../../src/model/oauth.js'
import type { Profile } from '../../../src/model/records.js'
import { patient } from '../../support/patient.js'
import { makeTokenApp, type TokenApp } from '../../support/apps/token-app.js'
import { withFastDatabase } from './skip-pauses.js'
import { refusal } from '../../support/token-service.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

function pass(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000)
}

const inAnHour = (): number => Math.floor(Date.now() / 1000) + 3600

describe('a request that the platform ends early', () => {
  it.each([
    ['works', () => undefined],
    ['is refused', refusal],
  ])(
    'lets its refresh go on if the platform can wait, and the refresh %s',
    async (_how, answer) => {
      const app = await makeTokenApp()
      app.service.intercept = answer
      const work: Promise<unknown>[] = []
      const waitUntil = (promise: Promise<unknown>): void => void work.push(promise)
      const call = getAccessToken(app.request, app.config, { provider: 'service', waitUntil })
      await call.catch(() => undefined)
      expect(work).toHaveLength(1)
      expect(await Promise.all(work)).toEqual([undefined])
    },
  )

  it('does not block the refreshes of its process for longer than its lease', async () => {
    const app = await makeTokenApp()
    let reads = 0
    const adapter: Adapter = {
      ...app.adapter,
      listAccountsByUserId: (userId) => {
        reads += 1
        // The second read follows the lease.
        if (reads === 2) return new Promise<never>(() => undefined)
        return app.adapter.listAccountsByUserId(userId)
      },
    }
    const process = app.beside({ adapter })
    // Its read is given up after `adapterTimeout`, when the test is over.
    void process.get().catch(() => undefined)
    await vi.waitFor(() => expect(reads).toBe(2), patient)
    pass(26)
    expect((await process.get()).accessToken).toBe('access-2')
    expect(app.service.sent).toEqual(['refresh-1'])
  })
})

describe('a call that waits for the refresh of a request that the platform has ended', () => {
  /** Lets a request stop under its lease. Returns a call of the same process. */
  async function stopRequest(
    app: TokenApp,
    sleep: (milliseconds: number) => Promise<void>,
  ): Promise<() => Promise<AccessToken>> {
    let reads = 0
    const adapter: Adapter = {
      ...app.adapter,
      listAccountsByUserId: (userId) => {
        reads += 1
        // The second read follows the lease.
        if (reads === 2) return new Promise<never>(() => undefined)
        return app.adapter.listAccountsByUserId(userId)
      },
    }
    const config = withRuntime(
      { ...app.config, adapter },
      createRuntime({ sleep: withFastDatabase(sleep) }),
    )
    const get = (): Promise<AccessToken> =>
      getAccessToken(app.request, config, { provider: 'service' })
    void get().catch(() => undefined)
    await vi.waitFor(() => expect(reads).toBe(2), patient)
    return get
  }

  it('refreshes by itself when the other lease has ended', async () => {
    const app = await makeTokenApp()
    const before = Date.now()
    const get = await stopRequest(app, async (waited) => pass(waited / 1000))
    expect((await get()).accessToken).toBe('access-2')
    expect(app.service.sent).toEqual(['refresh-1'])
    expect(Date.now() - before).toBeGreaterThanOrEqual(25_000)
  })

  it('does not wait for it again if the clock stands still', async () => {
    const app = await makeTokenApp()
    const get = await stopRequest(app, () => new Promise((resolve) => setImmediate(resolve)))
    // The lease has not ended for the database.
    await expect(get()).rejects.toMatchObject({ type: 'TokenUnavailable', retryAfter: 20 })
  })
})

describe('a token that an API refused', () => {
  it('is replaced after an outage of the provider, less than a minute later', async () => {
    const app = await makeTokenApp({ account: { expires_at: inAnHour() } })
    app.service.intercept = () => new Response('', { status: 503 })
    const rejected = 'access-1'
    await expect(app.get({ rejected })).rejects.toMatchObject({ type: 'TokenUnavailable' })
    app.service.intercept = () => undefined
    pass(25)
    expect((await app.get({ rejected })).accessToken).toBe('access-2')
  })

  it('is not returned by a call that read it before it was replaced', async () => {
    const app = await makeTokenApp({ account: { expires_at: inAnHour() } })
    const rejected = 'access-1'
    let isFirst = true
    const listAccountsByUserId: Adapter['listAccountsByUserId'] = async (userId) => {
      const rows = await app.adapter.listAccountsByUserId(userId)
      if (!isFirst) return rows
      isFirst = false
      expect((await process.get({ rejected })).accessToken).toBe('access-2')
      return rows
    }
    const process: TokenApp = app.beside({ adapter: { ...app.adapter, listAccountsByUserId } })
    expect((await process.get({ rejected })).accessToken).toBe('access-2')
    expect(app.service.sent).toEqual(['refresh-1'])
  })
})

it('a token whose issuer cannot be checked is unavailable while the provider is down', async () => {
  const provider: OIDCConfig<Profile> = {
    id: 'service',
    name: 'Service',
    type: 'oidc',
    clientId: 'the-app',
    clientSecret: 'the secret of the client',
    wellKnown: 'https://service.test/.well-known/openid-configuration',
    [customFetch]: async () => {
      throw new TypeError('The connection failed.')
    },
  }
  const account = { issuer: 'https://service.test', expires_at: inAnHour() }
  const app = await makeTokenApp({ providers: [provider], account })
  await expect(app.get()).rejects.toMatchObject({ type: 'TokenUnavailable', retryAfter: 20 })
  expect(app.logged).toContain('token-issuer-unknown')
})

it('a token is unavailable for a second if the database cannot be read', async () => {
  const app = await makeTokenApp()
  const listAccountsByUserId = async (): Promise<never> => {
    throw new Error('The database is away.')
  }
  const process = app.beside({ adapter: { ...app.adapter, listAccountsByUserId } })
  await expect(process.get()).rejects.toMatchObject({ type: 'TokenUnavailable', retryAfter: 1 })
  expect(app.logged).toContain('AdapterError')
})
