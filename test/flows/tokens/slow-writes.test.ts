import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRuntime, getAccessToken, withRuntime, type AccessToken } from '../../../src/core.js'
import type { Adapter } from '../../../src/model/adapter.js'
import { makeTokenApp, type TokenApp } from '../../support/apps/token-app.js'
import { skipPauses, withFastDatabase } from './skip-pauses.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

function pass(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000)
}

/** A process whose database calls can be replaced, and which does not sleep. */
interface SlowProcess {
  readonly app: TokenApp
  readonly adapter: Adapter & Pick<Required<Adapter>, 'swapTokens' | 'listAccountsByUserId'>
  readonly get: () => Promise<AccessToken>
}

async function startProcess(): Promise<SlowProcess> {
  const app = await makeTokenApp()
  const adapter = { ...app.adapter }
  const config = withRuntime({ ...app.config, adapter }, createRuntime({ sleep: skipPauses }))
  const get = (): Promise<AccessToken> =>
    getAccessToken(app.request, config, { provider: 'service' })
  return { app, adapter, get }
}

/** A point that calls wait at. */
interface Gate {
  readonly wait: () => Promise<void>
  /** Resolves when a call waits. */
  readonly reached: Promise<void>
  readonly open: () => void
}

function makeGate(): Gate {
  let noteReached = (): void => undefined
  let open = (): void => undefined
  const reached = new Promise<void>((resolve) => (noteReached = resolve))
  const opened = new Promise<void>((resolve) => (open = resolve))
  const wait = (): Promise<void> => {
    noteReached()
    return opened
  }
  return { wait, reached, open }
}

describe('an answer whose write takes longer than a lease', () => {
  it('is stored by the next call, which does not send the token again', async () => {
    const { app, adapter, get } = await startProcess()
    const gate = makeGate()
    const swap = vi.spyOn(adapter, 'swapTokens')
    swap.mockImplementationOnce(async (given) => {
      await gate.wait()
      return app.adapter.swapTokens(given)
    })
    const first = get()
    await gate.reached
    pass(26)
    expect((await get()).accessToken).toBe('access-2')
    gate.open()
    expect((await first).accessToken).toBe('access-2')
    expect(app.service.sent).toEqual(['refresh-1'])
    expect(app.service.isRevoked).toBe(false)
  })

  it('is not lost if the write fails after the next call has stored it', async () => {
    const { app, adapter, get } = await startProcess()
    const gate = makeGate()
    const swap = vi.spyOn(adapter, 'swapTokens')
    swap.mockImplementationOnce(async () => {
      await gate.wait()
      throw new Error('The connection is broken.')
    })
    const first = get()
    await gate.reached
    pass(26)
    await get()
    swap.mockRejectedValue(new Error('The connection is broken.'))
    gate.open()
    await expect(first).rejects.toMatchObject({ type: 'TokenUnavailable' })
    swap.mockRestore()
    pass(3601)
    expect((await get()).accessToken).toBe('access-3')
    expect(app.service.sent).toEqual(['refresh-1', 'refresh-2'])
    expect(app.logged).not.toContain('token-answer-lost')
  })

  it('makes a call read again if it was stored during the read', async () => {
    const { app, adapter, get } = await startProcess()
    const writing = makeGate()
    vi.spyOn(adapter, 'swapTokens').mockImplementationOnce(async (given) => {
      await writing.wait()
      return app.adapter.swapTokens(given)
    })
    const first = get()
    await writing.reached
    pass(26)
    const reading = makeGate()
    let reads = 0
    vi.spyOn(adapter, 'listAccountsByUserId').mockImplementation(async (userId) => {
      const rows = await app.adapter.listAccountsByUserId(userId)
      reads += 1
      // The second read follows the lease.
      if (reads === 2) await reading.wait()
      return rows
    })
    const second = get()
    await reading.reached
    writing.open()
    expect((await first).accessToken).toBe('access-2')
    reading.open()
    expect((await second).accessToken).toBe('access-2')
    expect(app.service.sent).toEqual(['refresh-1'])
    expect(app.service.isRevoked).toBe(false)
  })

  it('keeps later calls from the lease under which the call sends the next token', async () => {
    const { app, adapter, get } = await startProcess()
    // By the next call, only the refresh token of the answer can be used.
    app.service.members = { expires_in: 300 }
    const swap = vi.spyOn(adapter, 'swapTokens')
    swap.mockRejectedValue(new Error('The database is away.'))
    await expect(get()).rejects.toMatchObject({ type: 'TokenUnavailable' })
    swap.mockRestore()
    pass(600)
    const [storing, sending] = [makeGate(), makeGate()]
    vi.spyOn(adapter, 'swapTokens').mockImplementationOnce(async (given) => {
      await storing.wait()
      return app.adapter.swapTokens(given)
    })
    app.service.intercept = async () => {
      app.service.intercept = () => undefined
      await sending.wait()
      return undefined
    }
    const first = get()
    await storing.reached
    pass(26)
    vi.spyOn(adapter, 'leaseAccount').mockImplementationOnce(async (given) => {
      storing.open()
      await sending.reached
      return app.adapter.leaseAccount(given)
    })
    await expect(get()).rejects.toMatchObject({ type: 'TokenUnavailable' })
    sending.open()
    expect((await first).accessToken).toBe('access-3')
    expect(app.service.sent).toEqual(['refresh-1', 'refresh-2'])
  })
})

it('a refresh that fails late does not keep later calls from sharing the next one', async () => {
  const app = await makeTokenApp()
  const [reading, sending] = [makeGate(), makeGate()]
  const counts = { reads: 0, leases: 0, whenShared: 0 }
  const adapter: Adapter = {
    ...app.adapter,
    listAccountsByUserId: async (userId) => {
      counts.reads += 1
      // The second read follows the lease.
      if (counts.reads !== 2) return app.adapter.listAccountsByUserId(userId)
      await reading.wait()
      throw new Error('The connection is broken.')
    },
    leaseAccount: (lease) => {
      counts.leases += 1
      return app.adapter.leaseAccount(lease)
    },
  }
  // Only a call that shares a refresh sleeps here.
  const sleep = (): Promise<void> => {
    counts.whenShared = counts.leases
    sending.open()
    return new Promise(() => undefined)
  }
  const config = withRuntime(
    { ...app.config, adapter },
    createRuntime({ sleep: withFastDatabase(sleep) }),
  )
  const get = (): Promise<AccessToken> =>
    getAccessToken(app.request, config, { provider: 'service' })
  app.service.intercept = async () => {
    await sending.wait()
    return undefined
  }
  const cutOff = get()
  await reading.reached
  pass(26)
  const next = get()
  await sending.reached
  reading.open()
  await expect(cutOff).rejects.toMatchObject({ type: 'TokenUnavailable' })
  const before = counts.leases
  const sharing = get()
  expect((await next).accessToken).toBe('access-2')
  expect(counts.whenShared).toBe(before)
  expect((await sharing).accessToken).toBe('access-2')
})
