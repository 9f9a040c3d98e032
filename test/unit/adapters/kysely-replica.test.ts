import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  kyselyAdapter,
  type KyselyAdapter,
  type KyselyDatabase,
} from '../../../src/adapters/kysely.js'

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => vi.useRealTimers())

const row = {
  id: 'ada',
  name: 'Ada',
  email: 'ada@app.test',
  latchkey_expires: 4_102_444_800_000,
  latchkey_emailVerified: null,
}

/** A primary and a replica of PostgreSQL that follows it at once, until it is told to stop. */
function openServers() {
  const shown = new Map<unknown, unknown>()
  let isFollowing = true
  const primary = open(({ sql, parameters: [key, beat] }) => {
    if (!sql.startsWith('insert')) return [row]
    if (isFollowing) shown.set(key, beat)
    return []
  })
  const reader = open(({ parameters: [key] }) => [{ ...row, latchkey_beat: shown.get(key) }])
  const stop = (): void => void (isFollowing = false)
  return { primary, reader, stop }
}

interface Query {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

function open(answer: (query: Query) => readonly object[]): KyselyDatabase {
  const unused = (): never => {
    throw new Error('Expected no transaction and no connection.')
  }
  const database: KyselyDatabase = {
    isTransaction: false,
    getExecutor: () => ({ adapter: { supportsReturning: true, supportsTransactionalDdl: true } }),
    executeQuery: async (query) => ({ rows: answer(query as Query) }),
    withoutPlugins: () => database,
    transaction: unused,
    connection: unused,
  }
  return database
}

/** Makes the first read, which begins a beat, and waits until the primary has confirmed it. */
async function warmUp(adapter: ReturnType<typeof kyselyAdapter>): Promise<void> {
  await adapter.getRecentSessionAndUser?.('token')
  await new Promise(setImmediate)
}

it('a user from the replica has the columns of the user, and no others', async () => {
  const { primary, reader } = openServers()
  const adapter = kyselyAdapter(primary, { reader })
  await warmUp(adapter)
  const found = await adapter.getRecentSessionAndUser?.('token')
  expect(found).toEqual(await adapter.getSessionAndUser('token'))
  expect(Object.keys(found?.user ?? {}).toSorted()).toEqual([
    'email',
    'emailVerified',
    'id',
    'name',
  ])
})

it('each adapter with the same reader has its own `readerLag`', async () => {
  const { primary, reader, stop } = openServers()
  const patient = kyselyAdapter(primary, { reader, readerLag: 60 })
  const strict = kyselyAdapter(primary, { reader, readerLag: 1 })
  await warmUp(patient)
  stop()
  vi.advanceTimersByTime(10_000)
  await warmUp(strict)
  expect(await strict.getRecentSessionAndUser?.('token')).toBeNull()
  expect(await patient.getRecentSessionAndUser?.('token')).not.toBeNull()
})

it('a change through one adapter counts for all adapters with its reader', async () => {
  const { primary, reader, stop } = openServers()
  const first = kyselyAdapter(primary, { reader, readerLag: 60 })
  const second = kyselyAdapter(primary, { reader, readerLag: 1 })
  await warmUp(first)
  await warmUp(second)
  expect(await second.getRecentSessionAndUser?.('token')).not.toBeNull()
  stop()
  await first.deleteSessionsByUserId('ada')
  expect(await second.getRecentSessionAndUser?.('token')).toBeNull()
})

it.each([
  ['deleted', (adapter: KyselyAdapter) => adapter.deleteSession('token')],
  [
    'given an earlier end',
    (adapter: KyselyAdapter) =>
      adapter.updateSession({ sessionToken: 'token', expires: new Date(0) }),
  ],
])('a session that this process has %s is not read from the replica', async (_name, change) => {
  const { primary, reader } = openServers()
  const adapter = kyselyAdapter(primary, { reader })
  await warmUp(adapter)
  // These servers have no catalog. A change that fails may have been made, so it counts as well.
  await Promise.allSettled([change(adapter)])
  expect(await adapter.getRecentSessionAndUser?.('token')).toBeNull()
  expect(await adapter.getRecentSessionAndUser?.('other')).not.toBeNull()
})
