import { TimeoutError } from 'redis'
import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { createLog } from '../../../src/config/logger.js'
import { createStoreMemory } from '../../../src/config/store-memory.js'
import { openStore, type Store } from '../../../src/config/store.js'
import { systemTime } from '../../../src/http/time.js'
import type { Adapter } from '../../../src/model/adapter.js'

const user = { id: 'ada', email: 'ada@app.test', emailVerified: null }

/** A store that records its pauses instead of waiting. The random byte decides how long they are. */
function open(
  adapter: Adapter,
  byte = 128,
  clock: () => number = () => 0,
): { readonly store: Store; readonly pauses: number[] } {
  const pauses: number[] = []
  const store = openStore(
    adapter,
    createLog({ debug: false, logger: {}, secrets: [] }),
    createStoreMemory({ isShared: false, time: systemTime }),
    {
      pauses: {
        sleep: async (milliseconds) => void pauses.push(milliseconds),
        random: () => Uint8Array.of(byte),
        clock,
      },
    },
  )
  return { store, pauses }
}

/** A call that fails so many times before it works. */
function failing<T>(times: number, failure: object, answer: T): () => Promise<T> {
  let left = times
  return async () => {
    left -= 1
    if (left >= 0) throw Object.assign(new Error('refused'), failure)
    return answer
  }
}

const undone: readonly (readonly [string, object])[] = [
  ['a serialization failure of PostgreSQL', { code: '40001' }],
  ['a deadlock of PostgreSQL', { code: '40P01' }],
  ['a deadlock of MariaDB, or a refused certification of Galera', { errno: 1213 }],
  ['a lock that took too long', { errno: 1205 }],
  ['a busy SQLite', { code: 'SQLITE_BUSY' }],
  ['a write conflict of Prisma', { code: 'P2034' }],
]

const refused: readonly (readonly [string, object])[] = [
  ['a node of Galera without the others', { errno: 1047 }],
  ['a PostgreSQL server that became read-only', { code: '25006' }],
  ...['READONLY', 'MOVED', 'CLUSTERDOWN', 'LOADING', 'TRYAGAIN', 'MASTERDOWN', 'NOREPLICAS'].map(
    (word) => [`${word} of Redis`, { message: `${word} for a reason` }] as const,
  ),
]

const cut: readonly (readonly [string, object])[] = [
  ['a reset connection', { code: 'ECONNRESET' }],
  ['a closed connection of pg', { message: 'Connection terminated unexpectedly' }],
  ['a closed connection of mysql2', { code: 'PROTOCOL_CONNECTION_LOST' }],
  ['a closed connection of redis', { message: 'Socket closed unexpectedly' }],
  ['a primary that the sentinels have not replaced yet', { message: 'no valid master node' }],
  ['an exhausted pool of pg', { message: 'timeout exceeded when trying to connect' }],
  ['an exhausted pool of mysql2', { message: 'Queue limit reached.' }],
  ['an exhausted pool of Prisma', { code: 'P2024' }],
  ['a connection of postgres.js that was not opened in time', { code: 'CONNECT_TIMEOUT' }],
  ['a closed connection of postgres.js', { code: 'CONNECTION_CLOSED' }],
  ['a client of redis that a change of its cluster has closed', { message: 'Disconnects client' }],
  ['a closed client of redis', { message: 'The client is closed' }],
  ['a cluster of redis whose slots move', { message: 'Too many Cluster redirections' }],
  ['a command of ioredis that took too long', { message: 'Command timed out' }],
  ['a client of ioredis without a connection', { message: "Stream isn't writeable" }],
  ['a cluster of ioredis without a connection', { message: "Cluster isn't ready" }],
  ['sentinels that do not answer', { message: 'None of the sentinels are available' }],
  ['a server that shuts down', { code: '57P01' }],
]

describe('a write that the database did not do', () => {
  it.each([...undone, ...refused])('is repeated after %s', async (_name, failure) => {
    const { store } = open({ ...memoryAdapter(), createUser: failing(2, failure, user) })
    expect(await store.call('createUser', user)).toEqual(user)
  })

  it('is repeated if an ORM wraps the error of the driver', async () => {
    const cause = Object.assign(new Error('deadlock'), { code: '40P01' })
    const { store } = open({ ...memoryAdapter(), createUser: failing(1, { cause }, user) })
    expect(await store.call('createUser', user)).toEqual(user)
  })

  it('is repeated five times, and then asks the client to try again', async () => {
    const createUser = failing(6, { errno: 1213 }, user)
    const { store, pauses } = open({ ...memoryAdapter(), createUser })
    await expect(store.call('createUser', user)).rejects.toMatchObject({
      type: 'AdapterError',
      retryAfter: 2,
    })
    expect(pauses).toEqual([20, 40, 80, 160, 320])
  })

  it.each([
    ['a MariaDB server waits 50 s for a lock', 50_000, { errno: 1205 }, 1],
    ['a driver of SQLite waits 5 s for a lock', 5000, { code: 'SQLITE_BUSY' }, 1],
    ['a deadlock is found after a second', 1000, { errno: 1213 }, 5],
  ])('is not repeated for longer than five seconds if %s', async (_name, wait, failure, calls) => {
    let now = 0
    let made = 0
    const createUser = async (): Promise<never> => {
      now += wait
      made += 1
      throw Object.assign(new Error('refused'), failure)
    }
    const { store } = open({ ...memoryAdapter(), createUser }, 128, () => now)
    await expect(store.call('createUser', user)).rejects.toMatchObject({ retryAfter: 2 })
    expect(made).toBe(calls)
  })

  it.each([
    [0, [10]],
    [255, [30]],
  ])('is repeated after a random pause (%s)', async (byte, expected) => {
    const createUser = failing(1, { errno: 1213 }, user)
    const { store, pauses } = open({ ...memoryAdapter(), createUser }, byte)
    await store.call('createUser', user)
    expect(pauses).toEqual(expected)
  })
})

describe('a call whose answer was lost', () => {
  it.each(cut)('is repeated once if it only reads, after %s', async (_name, failure) => {
    const { store } = open({ ...memoryAdapter(), getUser: failing(1, failure, user) })
    expect(await store.call('getUser', 'ada')).toEqual(user)
  })

  it('is not repeated twice', async () => {
    const { store } = open({
      ...memoryAdapter(),
      getUser: failing(2, { code: 'ECONNRESET' }, user),
    })
    await expect(store.call('getUser', 'ada')).rejects.toMatchObject({ retryAfter: 2 })
  })

  it('is repeated if it ends sessions', async () => {
    const adapter = memoryAdapter()
    const expires = new Date(Date.now() + 60_000)
    await adapter.createUser(user)
    await adapter.createSession({ sessionToken: 'token', userId: 'ada', expires })
    const lost = failing(1, { code: 'ECONNRESET' }, undefined)
    const deleteSessionsByUserId = async (userId: string): Promise<void> => {
      await adapter.deleteSessionsByUserId(userId)
      await lost()
    }
    await open({ ...adapter, deleteSessionsByUserId }).store.call('deleteSessionsByUserId', 'ada')
    expect(await adapter.getSessionAndUser('token')).toBeNull()
  })

  it.each(['createUser', 'updateUser'] as const)(
    'is not repeated if it writes: %s',
    async (name) => {
      const { store } = open({
        ...memoryAdapter(),
        [name]: failing(1, { code: 'ECONNRESET' }, user),
      })
      await expect(store.call(name, user)).rejects.toMatchObject({ retryAfter: 2 })
    },
  )
})

describe('a failure of which nothing is known', () => {
  const unknown = { code: 'E_OTHER' }

  it.each([
    [1, undefined],
    [2, { type: 'AdapterError' }],
  ])(
    'is followed by one more end of the sessions of a user (%s failures)',
    async (times, error) => {
      const deleteSessionsByUserId = failing(times, unknown, undefined)
      const { store, pauses } = open({ ...memoryAdapter(), deleteSessionsByUserId })
      const ended = store.call('deleteSessionsByUserId', 'ada').then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      expect(await ended).toEqual(error && expect.objectContaining(error))
      expect(pauses).toEqual([20])
    },
  )

  it.each(['getUser', 'updateUser', 'deleteSession'] as const)(
    'is reported at once by %s',
    async (name) => {
      const { store, pauses } = open({ ...memoryAdapter(), [name]: failing(1, unknown, user) })
      await expect(store.call(name, user as never)).rejects.toMatchObject({ type: 'AdapterError' })
      expect(pauses).toEqual([])
    },
  )
})

describe('a transaction', () => {
  function openTransaction(failures: { readonly work?: object; readonly commit?: object }): {
    readonly store: Store
    readonly runs: () => number
  } {
    const adapter = memoryAdapter()
    const commit = failures.commit && failing(1, failures.commit, undefined)
    const createUser = failures.work && failing(1, failures.work, user)
    let runs = 0
    const transaction: Adapter['transaction'] = async (work) => {
      runs += 1
      const result = await work({ ...adapter, ...(createUser && { createUser }) })
      await commit?.()
      return result
    }
    return { store: open({ ...adapter, transaction }).store, runs: () => runs }
  }
  const work = (inside: Store): Promise<unknown> => inside.call('createUser', user)

  it.each([...undone.slice(0, 3), ...cut.slice(0, 2)])(
    'runs again if its work fails with %s',
    async (_name, failure) => {
      const { store, runs } = openTransaction({ work: failure })
      await store.transaction(work)
      expect(runs()).toBe(2)
    },
  )

  it('runs again if the database refuses the commit', async () => {
    const { store, runs } = openTransaction({ commit: { errno: 1213 } })
    await store.transaction(async () => undefined)
    expect(runs()).toBe(2)
  })

  it.each([...cut, ...refused.slice(0, 1)])(
    'does not run again if the answer of its commit is lost by %s',
    async (_name, failure) => {
      const { store, runs } = openTransaction({ commit: failure })
      await expect(store.transaction(work)).rejects.toMatchObject({ retryAfter: 2 })
      expect(runs()).toBe(1)
    },
  )
})

it('a call that is stopped by what its refused attempt left behind asks the client to try again', async () => {
  const failures = ['MOVED 1 127.0.0.1:1', 'Expected a new session: it is taken.']
  const createSession = async (): Promise<never> => {
    throw new Error(failures.shift())
  }
  const { store } = open({ ...memoryAdapter(), createSession })
  const session = { sessionToken: 's', userId: 'ada', expires: new Date() }
  await expect(store.call('createSession', session)).rejects.toMatchObject({
    type: 'AdapterError',
    retryAfter: 2,
    cause: { message: 'Expected a new session: it is taken.' },
  })
})

it('a command that redis could not send in time asks the client to try again', async () => {
  const createUser = async (): Promise<never> => {
    throw new TimeoutError()
  }
  const { store } = open({ ...memoryAdapter(), createUser })
  await expect(store.call('createUser', user)).rejects.toMatchObject({ retryAfter: 2 })
})

it('any other failure is not repeated, and does not ask the client to try again', async () => {
  const getUser = failing(1, { code: '42P01' }, user)
  const { store, pauses } = open({ ...memoryAdapter(), getUser })
  await expect(store.call('getUser', 'ada')).rejects.toMatchObject({
    type: 'AdapterError',
    retryAfter: undefined,
  })
  expect(pauses).toEqual([])
})
