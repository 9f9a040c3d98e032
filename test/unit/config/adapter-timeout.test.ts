import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { createLog } from '../../../src/config/logger.js'
import { createStoreMemory } from '../../../src/config/store-memory.js'
import { openStore, type Store } from '../../../src/config/store.js'
import { systemTime } from '../../../src/http/time.js'
import type { Adapter } from '../../../src/model/adapter.js'

const never = (): Promise<never> => new Promise(() => {})

function open(changes: Partial<Adapter>, timeout: number): Store {
  return openStore(
    { ...memoryAdapter(), ...changes },
    createLog({ debug: false, logger: {}, secrets: [] }),
    createStoreMemory({ isShared: false, time: systemTime }),
    { timeout },
  )
}

/** Whether a call has ended after the given seconds, and how. */
async function outcomeAfter(seconds: number, call: Promise<unknown>): Promise<unknown> {
  const outcome = call.then(
    () => 'done',
    (error: unknown) => error,
  )
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  return Promise.race([outcome, Promise.resolve().then(() => 'pending')])
}

describe('a read of the adapter', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('fails after the timeout, with the name of the method', async () => {
    const store = open({ getUser: never }, 5)
    const call = store.call('getUser', 'ada')
    expect(await outcomeAfter(4.9, call)).toBe('pending')
    expect(await outcomeAfter(0.1, call)).toMatchObject({
      type: 'AdapterError',
      // The client is asked to try again.
      retryAfter: 2,
      message: expect.stringMatching(/`getUser` took longer than `adapterTimeout`, which is 5 s/),
    })
  })

  it('has no limit if the timeout is 0', async () => {
    const store = open({ getUser: never }, 0)
    expect(await outcomeAfter(3600, store.call('getUser', 'ada'))).toBe('pending')
  })

  it.each(['linkAccount', 'deleteSession', 'deleteExpired', 'useVerificationToken'] as const)(
    'has no limit if it changes something: %s',
    async (name) => {
      const store = open({ [name]: never }, 5)
      const call = store.call(name as 'deleteSession', 'token')
      expect(await outcomeAfter(3600, call)).toBe('pending')
    },
  )

  it('has no limit inside a transaction, nor has the transaction', async () => {
    const inside = { ...memoryAdapter(), getUser: never }
    const store = open({ transaction: (work) => work(inside) }, 5)
    const call = store.transaction((opened) => opened.call('getUser', 'ada'))
    expect(await outcomeAfter(3600, call)).toBe('pending')
  })

  it('is limited if the adapter returns a promise of another library', async () => {
    // oxlint-disable-next-line unicorn/no-thenable -- as Prisma does
    const lazy = { then: () => {} } as unknown as Promise<null>
    const store = open({ getUser: () => lazy }, 5)
    expect(await outcomeAfter(5, store.call('getUser', 'ada'))).toMatchObject({
      type: 'AdapterError',
    })
  })

  it('leaves no timer behind when it ends', async () => {
    const fails = (): Promise<never> => Promise.reject(new Error('refused'))
    const store = open({ getUser: async () => null, getUserByEmail: fails }, 5)
    await store.call('getUser', 'ada')
    await expect(store.call('getUserByEmail', 'ada@app.test')).rejects.toThrow('`getUserByEmail`')
    expect(vi.getTimerCount()).toBe(0)
  })
})
