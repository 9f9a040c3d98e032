import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kyselyAdapter, migrate } from '../../src/adapters/kysely.js'
import { memoryAdapter } from '../../src/adapters/memory.js'
import { redisAdapter } from '../../src/adapters/redis.js'
import { createLog } from '../../src/config/logger.js'
import { createMemoryLimits } from '../../src/config/memory-limits.js'
import { createStoreMemory } from '../../src/config/store-memory.js'
import { openStore } from '../../src/config/store.js'
import type { Adapter, AdapterUser } from '../../src/model/adapter.js'
import { openOperations, type Operations } from '../../src/store/operations.js'
import { isMark } from '../../src/store/revocation.js'
import { without } from '../accounts/watched-adapter.js'
import { describeWith } from '../servers/describe-with.js'
import { openMariadb, openPostgres, type TestDatabase } from './kysely-databases.js'

/** How often each race is run. The gate runs more of them by hand. */
const rounds = Number(process.env['ROUNDS'] ?? 20)

/** Two processes on one database, as far as it can tell. */
interface Pair {
  readonly adapters: readonly [Adapter, Adapter]
  close(): Promise<void>
}

describe('races in memory', () => {
  races(async () => {
    const adapter = memoryAdapter()
    return { adapters: [adapter, adapter], close: async () => undefined }
  })
})

describe('races in memory without transactions', () => {
  races(async () => {
    const adapter = without(memoryAdapter(), 'transaction')
    return { adapters: [adapter, adapter], close: async () => undefined }
  })
})

describeWith('postgres', 'races on PostgreSQL', (server) => {
  races(async () => sqlPair(openPostgres, await server.createDatabase('races')))
})

describeWith('postgres', 'races on PostgreSQL without transactions', (server) => {
  const options = { transactions: false }
  races(async () => sqlPair(openPostgres, await server.createDatabase('races'), options))
})

describeWith('mariadb', 'races on MariaDB', (server) => {
  races(async () => sqlPair(openMariadb, await server.createDatabase('races')))
})

describeWith('redis', 'races on Redis', (server) => {
  races(async () => {
    const url = await server.createDatabase('races')
    const clients = [createClient({ url }), createClient({ url })] as const
    await Promise.all(clients.map((client) => client.connect()))
    return {
      adapters: [redisAdapter(clients[0]), redisAdapter(clients[1])],
      close: async () => {
        for (const client of clients) client.destroy()
      },
    }
  })
})

function races(open: () => Promise<Pair>): void {
  let pair: Pair
  let processes: readonly [Operations, Operations]
  beforeAll(async () => {
    pair = await open()
    processes = [operationsOn(pair.adapters[0]), operationsOn(pair.adapters[1])]
  })
  afterAll(() => pair.close())

  it('first sign-ins of one account in two processes give one user', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const account = newAccount()
      const user = newUser()
      const results = await Promise.all(
        processes.map((operations) =>
          operations.signUp({ user: { ...user, id: crypto.randomUUID() }, account, now }),
        ),
      )
      const kinds = results.map(({ kind }) => kind).sort()
      expect(kinds).toEqual(['created', 'found'])
      const ids = results.map((result) => (result.kind === 'address-taken' ? '' : result.user.id))
      expect(ids[0]).toBe(ids[1])
    }
  })

  it('sign-ups of two accounts with one address give one user and a refusal', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { email } = newUser()
      const results = await Promise.all(
        processes.map((operations) =>
          operations.signUp({ user: { ...newUser(), email }, account: newAccount(), now }),
        ),
      )
      expect(results.map(({ kind }) => kind).sort()).toEqual(['address-taken', 'created'])
    }
  })

  it('two processes that unlink the last two accounts leave one', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { user, accounts } = await makeUser(processes[0], 2)
      await Promise.allSettled(
        processes.map((operations, at) =>
          operations.unlinkAccount({ ...unlinking, user, keys: accounts[at] ?? fail() }),
        ),
      )
      const left = await pair.adapters[0].listAccountsByUserId?.(user.id)
      expect(left?.length).toBeGreaterThanOrEqual(1)
    }
  })

  it('a sign-in under way does not outlive the unlinking of its account', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { user, accounts } = await makeUser(processes[0], 2)
      const [account = fail()] = accounts
      const evidence = { account, userId: user.id, isNew: false, isUnprovenSignUp: false }
      const [one, two] = processes
      await Promise.allSettled([
        one.createSession(newSession(user), { evidence }),
        two.unlinkAccount({ ...unlinking, user, keys: account }),
      ])
      expect(await listSessions(user)).toEqual([])
    }
  })

  it('a sign-in under way does not outlive its eviction', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { user, accounts } = await makeUser(processes[0], 1)
      const [account = fail()] = accounts
      const evidence = { account, userId: user.id, isNew: false, isUnprovenSignUp: false }
      const [one, two] = processes
      const proof = { email: user.email, known: user, emailVerified: new Date() }
      await Promise.allSettled([
        one.createSession(newSession(user), { evidence }),
        two.proveAddress(proof),
      ])
      expect(await pair.adapters[0].listAccountsByUserId?.(user.id)).toEqual([])
      expect(await listSessions(user)).toEqual([])
    }
  })

  it('a link under way does not outlive the eviction of the session that asked', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { user } = await makeUser(processes[0], 1)
      const session = newSession(user)
      await pair.adapters[0].createSession?.(session)
      const [one, two] = processes
      const proof = { email: user.email, known: user, emailVerified: new Date() }
      await Promise.allSettled([
        one.linkAccount({ user, account: newAccount(), askedBy: session.sessionToken }),
        two.proveAddress(proof),
      ])
      expect(await pair.adapters[0].listAccountsByUserId?.(user.id)).toEqual([])
    }
  })

  it('a sign-in under way does not outlive the end of all sessions', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { user } = await makeUser(processes[0], 1)
      const [one, two] = processes
      const start = { at: Date.now() / 1000, refusal: (message: string) => new Error(message) }
      await Promise.allSettled([
        one.createSession(newSession(user), { start }),
        two.endSessions(user.id),
      ])
      expect(await listSessions(user)).toEqual([])
    }
  })

  /** Without the marks that revocations leave. */
  async function listSessions({ id }: AdapterUser) {
    const rows = (await pair.adapters[0].listSessionsByUserId?.(id)) ?? []
    return rows.filter((row) => !isMark(row))
  }
}

const now = Math.floor(Date.now() / 1000)
const unlinking = { keptSession: undefined, hasOtherWay: false, providers: ['op'], now }

function operationsOn(adapter: Adapter): Operations {
  const log = createLog({ debug: false, logger: { warn: () => undefined }, secrets: [] })
  const sleep = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => setTimeout(resolve, milliseconds))
  const store = openStore(adapter, log, createStoreMemory({ isShared: false }))
  const rules = { hasRows: true, hasTokens: true, absoluteMaxAge: 3600, secrets: ['secret'] }
  const sessions = { ...rules, clock: () => Date.now() }
  return openOperations(store, { log, sleep, spent: createMemoryLimits(), sessions })
}

async function makeUser(operations: Operations, count: number) {
  const accounts = Array.from({ length: count }, newAccount)
  const [first = fail(), ...others] = accounts
  const result = await operations.signUp({ user: newUser(), account: first, now })
  if (result.kind !== 'created') return fail()
  const { user } = result
  for (const account of others) await operations.linkAccount({ user, account, askedBy: undefined })
  return { user, accounts }
}

function newUser(): AdapterUser {
  const id = crypto.randomUUID()
  return { id, email: `${id}@example.test`, emailVerified: null }
}

function newAccount() {
  return { type: 'oauth' as const, provider: 'op', providerAccountId: crypto.randomUUID() }
}

function newSession({ id }: AdapterUser) {
  return { sessionToken: crypto.randomUUID(), userId: id, expires: new Date(Date.now() + 1e6) }
}

async function sqlPair(
  open: (url: string) => TestDatabase,
  url: string,
  options: { readonly transactions?: boolean } = {},
): Promise<Pair> {
  const [one, two] = [open(url), open(url)]
  await migrate(one.db)
  return {
    adapters: [kyselyAdapter(one.db, options), kyselyAdapter(two.db, options)],
    close: async () => {
      await Promise.all([one.db.destroy(), two.db.destroy()])
    },
  }
}

function fail(): never {
  throw new Error('Expected it to be there.')
}
