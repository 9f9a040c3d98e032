import { createClient, type createClientPool, type createCluster, type createSentinel } from 'redis'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { redisAdapter, type RedisClient } from '../../src/adapters/redis.js'
import { keepsContract } from '../support/adapters/keeps-contract.js'
import { describeWith } from '../support/servers/describe-with.js'

/** What the adapter replaces with one-step methods. */
const lacks = ['transaction', 'lockUser'] as const

describeWith('redis', 'the Redis adapter', (server) => {
  let url: string
  beforeAll(async () => {
    url = await server.createDatabase('redis')
  })

  describe('on a client of redis', () => {
    const client = connectBefore(() => createClient({ url }))
    keepsContract(() => redisAdapter(client()), { lacks })
  })

  describe('on a client of the shape of ioredis', () => {
    const client = connectBefore(() => createClient({ url, RESP: 2 }))
    const open = () => redisAdapter(likeIoredis((args) => client().sendCommand(args)))
    keepsContract(open, { lacks })
  })

  describe('among processes', () => {
    const adapters = Array.from({ length: 20 }, () => {
      const client = connectBefore(() => createClient({ url }))
      return () => redisAdapter(client())
    })
    const race = async <T>(attempt: (adapter: Racer, number: number) => PromiseLike<T> | T) => {
      const results = await Promise.allSettled(
        adapters.map(async (open, number) => attempt(open(), number)),
      )
      return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    }
    type Racer = ReturnType<typeof redisAdapter>
    const addUser = (adapter: Racer) =>
      adapter.createUser({ id: crypto.randomUUID(), email: newEmail(), emailVerified: null })

    it('gives an address to one user', async () => {
      const email = newEmail()
      const created = await race((adapter, number) =>
        adapter.createUser({ id: `${email}-${number}`, email, emailVerified: null }),
      )
      expect(created).toHaveLength(1)
      const [first] = adapters
      expect(await first?.().getUserByEmail(email)).toEqual(created[0])
      const users = await race((adapter, number) => adapter.getUser(`${email}-${number}`))
      expect(users.filter((user) => user !== null)).toEqual(created)
    })

    it('lets one of many users move to an address', async () => {
      const email = newEmail()
      const users = await race(addUser)
      const moved = await race((adapter, number) =>
        adapter.updateUser({ id: users[number]?.id ?? '', email }),
      )
      expect(moved).toHaveLength(1)
      const [first] = adapters
      expect((await first?.().getUserByEmail(email))?.id).toBe(moved[0]?.id)
    })

    it('gives an account to one user, and a session token to one session', async () => {
      const users = await race(addUser)
      const account = { provider: 'acme', providerAccountId: newEmail(), type: 'oidc' } as const
      const linked = await race((adapter, number) =>
        adapter.linkAccount({ ...account, userId: users[number]?.id ?? '' }),
      )
      expect(linked).toHaveLength(1)
      const session = { sessionToken: newEmail(), expires: new Date(Date.now() + 60_000) }
      const created = await race((adapter, number) =>
        adapter.createSession({ ...session, userId: users[number]?.id ?? '' }),
      )
      expect(created).toHaveLength(1)
    })

    it('gives a verification token to one caller', async () => {
      const token = { identifier: newEmail(), token: 'hash', expires: new Date(0) }
      const [first] = adapters
      await first?.().createVerificationToken(token)
      const used = await race((adapter, number) =>
        number % 2 ? adapter.useVerificationToken(token) : adapter.consumeVerificationToken(token),
      )
      expect(used.filter((row) => row !== null)).toEqual([token])
    })

    it('gives each attempt a number of its own', async () => {
      const [now, expires] = [new Date(), new Date(Date.now() + 60_000)]
      const attempt = { key: newEmail(), now, expires }
      const counted = await race((adapter) => adapter.countAttempt(attempt))
      const counts = counted.map(({ count }) => count).sort((one, other) => one - other)
      expect(counts).toEqual(adapters.map((_, number) => number + 1))
    })

    it('loses no change of a row', async () => {
      const [first] = adapters
      const user = await addUser(first?.() ?? expect.fail())
      const keys = { provider: 'acme', providerAccountId: newEmail() }
      await first?.().linkAccount({ ...keys, type: 'oidc', userId: user.id })
      await race((adapter, number) =>
        adapter.updateUser({ id: user.id, [`field${number}`]: number }),
      )
      await race((adapter, number) =>
        adapter.updateAccount({ ...keys, [`field${number}`]: number }),
      )
      const fields = Object.fromEntries(adapters.map((_, number) => [`field${number}`, number]))
      expect(await first?.().getUser(user.id)).toMatchObject(fields)
      expect(await first?.().getAccount(keys.providerAccountId, 'acme')).toMatchObject(fields)
    })
  })
})

describe('the client of the Redis adapter', () => {
  it('is that of redis or ioredis as it is, or an object of one function', () => {
    expectTypeOf<ReturnType<typeof createClient>>().toExtend<RedisClient>()
    expectTypeOf<ReturnType<typeof createClientPool>>().toExtend<RedisClient>()
    expectTypeOf<ReturnType<typeof createCluster>>().toExtend<RedisClient>()
    expectTypeOf<IoredisLike>().toExtend<RedisClient>()
    // Its first argument is another one: it needs the function of its own below.
    expectTypeOf<ReturnType<typeof createSentinel>>().not.toExtend<RedisClient>()
    const wrap = (sentinel: ReturnType<typeof createSentinel>) =>
      redisAdapter({ call: (...args) => sentinel.sendCommand(false, args) })
    expect(wrap).toBeTypeOf('function')
  })

  it('must answer with text', async () => {
    const adapter = redisAdapter({ call: async () => new Uint8Array(1) })
    await expect(adapter.getUser('1')).rejects.toThrow('is the client set to bytes?')
    await expect(adapter.listAccountsByUserId('1')).rejects.toThrow('Expected a list')
  })

  it('passes on what it throws', async () => {
    const thrown = new Error('Connection is closed.')
    const adapter = redisAdapter({ sendCommand: () => Promise.reject(thrown) })
    await expect(adapter.getSessionAndUser('1')).rejects.toBe(thrown)
    await expect(adapter.deleteExpired(new Date())).rejects.toBe(thrown)
  })
})

/** The overloads of `call` that ioredis declares, and a method of its that means something else. */
interface IoredisLike {
  call(command: string, callback?: (error: Error | null) => void): Promise<unknown>
  call(
    command: string,
    args: (string | Buffer | number)[],
    callback?: (error: Error | null) => void,
  ): Promise<unknown>
  call(...args: [command: string, ...args: (string | Buffer | number)[]]): Promise<unknown>
  sendCommand(command: { name: string }, stream?: object): unknown
}

function likeIoredis(send: (args: string[]) => Promise<unknown>): IoredisLike {
  return {
    call: (...args: unknown[]) => send(args.map(String)),
    sendCommand: () => expect.fail('Expected a call of call().'),
  }
}

interface Closable {
  connect(): Promise<unknown>
  destroy(): void
}

/** A client that is connected while the tests around it run. */
function connectBefore<Client extends Closable>(create: () => Client): () => Client {
  let client: Client
  beforeAll(async () => {
    client = create()
    await client.connect()
  })
  afterAll(() => client.destroy())
  return () => client
}

function newEmail(): string {
  return `${crypto.randomUUID()}@example.com`
}
