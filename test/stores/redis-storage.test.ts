import { createClient } from 'redis'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { redisAdapter } from '../../src/adapters/redis.js'
import { encodePart, layOutKeys } from '../../src/adapters/redis/keys.js'
import type { AdapterFactor } from '../../src/model/adapter.js'
import { describeWith } from '../support/servers/describe-with.js'

const hour = 60 * 60 * 1000

describeWith('redis', 'what the Redis adapter stores', (server) => {
  let client: ReturnType<typeof createClient>
  let adapter: ReturnType<typeof redisAdapter>
  beforeAll(async () => {
    client = createClient({ url: await server.createDatabase('redis storage') })
    await client.connect()
    adapter = redisAdapter(client, { prefix: 'app:' })
  })
  beforeEach(() => client.sendCommand(['FLUSHDB']))
  afterAll(() => client.destroy())

  const keys = async (): Promise<string[]> => (await client.keys('*')).sort()
  /** When a key ends. One script, so that no time passes in between. */
  const endOf = async (key: string): Promise<string | number> => {
    const script = `
      local left, time = redis.call('PTTL', KEYS[1]), redis.call('TIME')
      return left == -1 and 'never' or left + time[1] * 1000 + math.floor(time[2] / 1000)`
    const end = await client.sendCommand<string | number>(['EVAL', script, '1', key])
    return end
  }
  const addUser = (id = 'ada') =>
    adapter.createUser({ id, email: `${id}@example.com`, emailVerified: null })
  const addSession = (sessionToken: string, expires: Date, more = {}) =>
    adapter.createSession({ sessionToken, userId: 'ada', expires, ...more })

  it('lists a user who is due after many others of the same bucket', async () => {
    await addUser()
    const due = { ...factor, type: 'deletion', lastUsedAt: new Date(Date.now() - hour) } as const
    await adapter.createFactor(due)
    const bucket = layOutKeys('app:').deletions(encodePart('ada'))
    for (let number = 0; number < 250; number++) {
      await client.zAdd(bucket, { score: number, value: `earlier-${number}` })
    }
    expect(await adapter.listDueDeletions(new Date())).toEqual(['ada'])
  })

  describe('lifetimes', () => {
    it('ends sessions and tokens an hour after they expired, users and accounts never', async () => {
      const expires = new Date(Date.now() + 24 * hour)
      await addUser()
      await adapter.linkAccount({
        userId: 'ada',
        provider: 'acme',
        providerAccountId: '1',
        type: 'oidc',
      })
      await adapter.createAuthenticator(authenticator)
      const lasting = await keys()
      await addSession('s', expires, { provider: 'acme', providerSessionId: 'sid' })
      await adapter.createVerificationToken({ identifier: 'i', token: 't', expires })
      for (const key of await keys()) {
        const end = lasting.includes(key) ? 'never' : about(expires.getTime() + hour)
        expect([key, await endOf(key)]).toEqual([key, end])
      }
      expect(lasting).toHaveLength(6)
    })

    it('keeps what had expired before it was written for an hour', async () => {
      await addUser()
      const session = await addSession('s', new Date(0))
      expect(await adapter.getSessionAndUser('s')).toMatchObject({ session })
      const { key } = layOutKeys('app:').session('s')
      expect(await client.pTTL(key)).toBeGreaterThan(hour - 60_000)
      expect(await client.pTTL(key)).toBeLessThanOrEqual(hour)
    })

    it('lengthens the life of all that leads to a session, and never shortens it', async () => {
      const far = new Date(Date.now() + 48 * hour)
      await addUser()
      await addSession('s', new Date(Date.now() + hour), { provider: 'p', providerSessionId: 'x' })
      await adapter.updateSession({ sessionToken: 's', expires: far })
      await adapter.updateSession({ sessionToken: 's', expires: new Date(Date.now() + hour) })
      const ends = await Promise.all((await keys()).map(endOf))
      const mortal = ends.filter((end) => end !== 'never')
      expect(mortal).toEqual(Array.from({ length: 5 }, () => about(far.getTime() + hour)))
      await adapter.deleteSessionsByProviderSession({ provider: 'p', providerSessionId: 'x' })
      expect(await adapter.getSessionAndUser('s')).toBeNull()
    })

    it('forgets the sessions of a user that are long over when another begins', async () => {
      await addUser()
      await addSession('old', new Date(Date.now() + hour))
      const { sessions, sessionIndex } = layOutKeys('app:').user('ada')
      await client.sendCommand(['ZADD', sessionIndex, String(Date.now() - 1), 'old'])
      await addSession('new', new Date(Date.now() + hour))
      expect(await client.hKeys(sessions)).toEqual(['new'])
      expect(await client.zRange(sessionIndex, 0, -1)).toEqual(['new'])
    })

    it('ends a factor that expires an hour after that, and others never', async () => {
      const expires = new Date(Date.now() + 24 * hour)
      await addUser()
      await adapter.createFactor(factor)
      await adapter.createFactor({ ...factor, id: 'device', type: 'device', expires })
      const layout = layOutKeys('app:')
      expect(await endOf(layout.factor('device').key)).toEqual(about(expires.getTime() + hour))
      for (const key of [layout.factor(factor.id).key, layout.user('ada').factors])
        expect(await endOf(key)).toBe('never')
    })

    it('forgets the factors of a user that are long over when another is written', async () => {
      await addUser()
      await adapter.createFactor({ ...factor, expires: new Date(0) })
      await adapter.createFactor({ ...factor, id: 'kept', expires: new Date(0) })
      const { factors } = layOutKeys('app:').user('ada')
      const value = (await client.hGet(factors, factor.id)) ?? ''
      await client.hSet(factors, factor.id, value.replace(/^\d+/, String(Date.now() - 1)))
      await adapter.createFactor({ ...factor, id: 'next', type: 'email' })
      const ids = (await adapter.listFactorsByUserId('ada')).map(({ id }) => id).sort()
      expect(ids).toEqual(['kept', 'next'])
    })

    it('keeps a factor whose step was used for as long as before', async () => {
      await addUser()
      const expires = new Date(Date.now() + 24 * hour)
      await adapter.createFactor({ ...factor, expires })
      const { factors } = layOutKeys('app:').user('ada')
      const keptUntil = async () => (await client.hGet(factors, factor.id))?.split(' ')[0]
      const before = await keptUntil()
      await adapter.useFactorStep(factor.id, { step: 1, lastUsedAt: new Date() })
      expect(await keptUntil()).toBe(before)
      expect(Number(before)).toEqual(about(expires.getTime() + hour))
    })

    it('forgets index entries whose row is long gone', async () => {
      const { index } = layOutKeys('app:').verificationToken('i:t')
      await client.sendCommand(['ZADD', index, String(Date.now() - 1), 'token:i:gone'])
      await adapter.createVerificationToken({ identifier: 'i', token: 't', expires: new Date(0) })
      expect(await client.zRange(index, 0, -1)).toEqual(['token:i:t'])
    })
  })

  it('leaves no key behind', async () => {
    const expires = new Date(Date.now() + hour)
    await addUser()
    await adapter.linkAccount({
      userId: 'ada',
      provider: 'acme',
      providerAccountId: '1',
      type: 'oidc',
    })
    await adapter.createAuthenticator(authenticator)
    await adapter.createFactor(factor)
    await adapter.createFactor({ ...factor, id: 'device', type: 'device', expires })
    await adapter.replaceFactors('ada', 'recovery-code', codes.slice(0, 2))
    await adapter.replaceFactors('ada', 'recovery-code', codes.slice(2))
    await adapter.deleteFactor('code-2')
    expect(await adapter.listFactorsByUserId('ada')).toHaveLength(3)
    await Promise.all(['a', 'b', 'c', 'd'].map(async (token) => addSession(token, expires)))
    await adapter.createVerificationToken({ identifier: 'i', token: 't', expires })
    await adapter.updateUser({ id: 'ada', email: 'new@example.com' })
    await adapter.updateUser({ id: 'ada', email: 'newer@example.com' })
    await adapter.consumeVerificationToken({ identifier: 'i', token: 't' })
    await adapter.deleteSession('a')
    await adapter.deleteSessionsByUserId('ada', 'b')
    expect(await adapter.listSessionsByUserId('ada')).toHaveLength(1)
    await adapter.deleteUser('ada')
    expect(await keys()).toEqual([])
  })

  it('leaves no key behind when nothing could be written', async () => {
    const expires = new Date(Date.now() + hour)
    await expect(addSession('s', expires)).rejects.toThrow('No user has this id')
    await expect(adapter.createAuthenticator(authenticator)).rejects.toThrow('No user')
    await expect(adapter.createFactor(factor)).rejects.toThrow('No user')
    await expect(adapter.replaceFactors('ada', 'recovery-code', codes)).rejects.toThrow('No user')
    expect(await keys()).toEqual([])
    await addUser()
    const before = await keys()
    await expect(
      adapter.createUser({ id: 'ada', email: 'other@example.com', emailVerified: null }),
    ).rejects.toThrow('it is taken')
    expect(await keys()).toEqual(before)
  })

  it('deletes what expired, page by page, and stops at what did not', async () => {
    const layout = layOutKeys('app:')
    const { index } = layout.verificationToken('i:0')
    const numbers = Array.from({ length: 100_000 }, (_, number) => String(number))
    const tokens = numbers
      .filter((n) => layout.verificationToken(`i:${n}`).index === index)
      .slice(0, 240)
    expect(tokens).toHaveLength(240)
    const now = Date.now()
    await Promise.all(
      tokens.map(async (token, at) =>
        adapter.createVerificationToken({
          identifier: 'i',
          token,
          expires: new Date(at % 2 ? now - 1000 : now + at),
        }),
      ),
    )
    await adapter.deleteExpired(new Date(now))
    expect(await client.zCard(index)).toBe(120)
    expect(await keys()).toHaveLength(121)
    await adapter.deleteExpired(new Date(now + 24 * hour))
    expect(await keys()).toEqual([])
  })

  it('deletes what has expired with few commands at once, so that other requests need not wait for long', async () => {
    const expires = new Date(Date.now() - 1000)
    const tokens = Array.from({ length: 600 }, (_, number) => ({
      identifier: 'i',
      token: `${number}`,
    }))
    for (const token of tokens) await adapter.createVerificationToken({ ...token, expires })
    let [underWay, most] = [0, 0]
    const call = async (...args: string[]): Promise<unknown> => {
      underWay += 1
      most = Math.max(most, underWay)
      return client.sendCommand(args).finally(() => void (underWay -= 1))
    }
    await redisAdapter({ call }, { prefix: 'app:' }).deleteExpired(new Date())
    expect(await keys()).toEqual([])
    expect(most).toBeLessThanOrEqual(200)
  })

  it('spares a session that was prolonged after it seemed to have expired', async () => {
    await addUser()
    await addSession('s', new Date(Date.now() + hour))
    const { index, member } = layOutKeys('app:').session('s')
    await client.sendCommand(['ZADD', index, String(Date.now() - 1), member])
    await adapter.deleteExpired(new Date())
    expect(await adapter.getSessionAndUser('s')).not.toBeNull()
    await client.sendCommand(['DEL', layOutKeys('app:').user('ada').sessions])
    await adapter.deleteExpired(new Date())
    expect(await keys()).not.toContain(index)
  })

  it('changes and deletes authenticators', async () => {
    await addUser()
    const before = await keys()
    await adapter.createAuthenticator(authenticator)
    const changes = {
      credentialID: 'AQ==',
      name: 'Phone',
      lastUsedAt: new Date(5),
    }
    expect(await adapter.updateAuthenticator(changes)).toEqual({
      ...authenticator,
      name: 'Phone',
      lastUsedAt: new Date(5),
    })
    expect(await adapter.updateAuthenticator({ credentialID: 'Ag==', name: 'x' })).toBeNull()
    await adapter.deleteAuthenticator('AQ==')
    await adapter.deleteAuthenticator('AQ==')
    expect(await adapter.getAuthenticator('AQ==')).toBeNull()
    expect(await keys()).toEqual(before)
  })

  it('counts attempts until they expire, then from one again', async () => {
    const at = (seconds: number): Date => new Date(Date.UTC(2020, 0, 1) + seconds * 1000)
    const count = (now: number, expires: number, key = 'k') =>
      adapter.countAttempt({ key, now: at(now), expires: at(expires) })
    expect(await count(0, 10)).toEqual({ count: 1, expires: at(10) })
    expect(await count(9.999, 20)).toEqual({ count: 2, expires: at(10) })
    expect(await count(9.999, 20, 'other')).toEqual({ count: 1, expires: at(20) })
    expect(await count(10, 20)).toEqual({ count: 1, expires: at(20) })
    const expires = new Date(Date.now() + hour)
    await adapter.countAttempt({ key: 'k', now: new Date(), expires })
    expect(await endOf(layOutKeys('app:').limit('k'))).toEqual(about(expires.getTime() + 60_000))
  })

  describe('values', () => {
    it('tells dates from text and objects that look like them', async () => {
      const date = new Date('2030-01-02T03:04:05.678Z')
      const extras = {
        name: '2030-01-02T03:04:05.678Z',
        birth: new Date(-1),
        sly: { $date: 5 },
        slier: [{ $$date: { $date: 1 }, ['__proto__']: date, when: [date] }],
        odd: { $date: 'text' },
      }
      const user = { id: 'ada', email: 'a@example.com', emailVerified: date, ...extras }
      const created = await adapter.createUser(user)
      expect(created).toEqual(user)
      expect(await adapter.getUser('ada')).toEqual(user)
    })

    it('refuses dates that are not valid', async () => {
      await addUser()
      const nonsense = new Date(Number.NaN)
      await expect(addSession('s', nonsense)).rejects.toThrow('Expected a valid date')
      await expect(adapter.updateUser({ id: 'ada', emailVerified: nonsense })).rejects.toThrow(
        'Expected a valid date',
      )
      await expect(adapter.deleteExpired(nonsense)).rejects.toThrow('Expected a valid date')
      expect(await adapter.getSessionAndUser('s')).toBeNull()
    })

    it('moves a session to another user, but no account', async () => {
      await addUser()
      await addUser('bob')
      await addSession('s', new Date(0), { userAgent: 'x' })
      const moved = await adapter.updateSession({ sessionToken: 's', userId: 'bob' })
      expect(moved).toMatchObject({ userId: 'bob', userAgent: 'x' })
      expect(await adapter.getSessionAndUser('s')).toMatchObject({ user: { id: 'bob' } })
      expect(await adapter.listSessionsByUserId('ada')).toEqual([])
      const account = { provider: 'acme', providerAccountId: '1' }
      await adapter.linkAccount({ ...account, userId: 'ada', type: 'oidc' })
      await expect(adapter.updateAccount({ ...account, userId: 'bob' })).rejects.toThrow(
        'remove it and add it',
      )
      expect(await adapter.getAccount('1', 'acme')).toMatchObject({ userId: 'ada' })
    })
  })

  describe('keys', () => {
    const hostile = ['', ':', '{', '}', '{}', '%', '%003a', '*', '\n', '\0', '\ud83d\ude00', '\ud83d', '\ude00', '\ufffd', '\u00e9', 'e\u0301', 'A', 'a', ' ', '__proto__', '|', '/', '0'] // prettier-ignore

    it('never collide', async () => {
      const users = await Promise.all(
        hostile.map(async (text) =>
          adapter.createUser({ id: `id${text}`, email: text, emailVerified: null }),
        ),
      )
      for (const [at, text] of hostile.entries()) {
        expect(await adapter.getUser(`id${text}`)).toEqual(users[at])
        expect(await adapter.getUserByEmail(text)).toEqual(users[at])
      }
      const pairs = hostile.flatMap((one) => hostile.map((other) => [one, other] as const))
      await Promise.all(
        pairs.map(async ([identifier, token]) =>
          adapter.createVerificationToken({ identifier, token, expires: new Date(0) }),
        ),
      )
      for (const [identifier, token] of pairs) {
        const used = await adapter.consumeVerificationToken({ identifier, token })
        expect(used).toEqual({ identifier, token, expires: new Date(0) })
      }
    })

    it('begin with the prefix, so that two applications can share a server', async () => {
      await addUser()
      expect((await keys()).every((key) => key.startsWith('app:'))).toBe(true)
      expect(await redisAdapter(client).getUser('ada')).toBeNull()
      expect(await redisAdapter(client).getUserByEmail('ada@example.com')).toBeNull()
    })

    it('have no braces of the application in them', () => {
      expect(() => redisAdapter(client, { prefix: '{app}' })).toThrow('without braces')
    })

    it.each(['more:', '{more}:session:'])(
      'may get a further prefix %s from the client',
      async (prefix) => {
        const call = (command: string, ...args: string[]) => {
          const [first, last] = command.startsWith('EVAL') ? [2, 2 + Number(args[1])] : [0, 1]
          const prefixed = args.map((arg, at) => (at >= first && at < last ? prefix + arg : arg))
          return client.sendCommand([command, ...prefixed])
        }
        const other = redisAdapter({ call })
        await other.createUser({ id: 'ada', email: 'a@example.com', emailVerified: null })
        const session = { sessionToken: 's', userId: 'ada', expires: new Date(0) }
        await other.createSession(session)
        expect(await other.getSessionAndUser('s')).toMatchObject({ session, user: { id: 'ada' } })
        expect((await keys()).every((key) => key.startsWith(`${prefix}latchkey:`))).toBe(true)
      },
    )
  })
})

const authenticator = {
  credentialID: 'AQ==',
  userId: 'ada',
  providerAccountId: 'AQ==',
  credentialPublicKey: 'AQ==',
  counter: 0,
  credentialDeviceType: 'singleDevice',
  credentialBackedUp: false,
}

const factor = {
  id: 'totp',
  userId: 'ada',
  type: 'totp',
  name: null,
  secret: null,
  lastStep: 0,
  createdAt: new Date(0),
  lastUsedAt: null,
  expires: null,
} as const
const codes = ['code-0', 'code-1', 'code-2', 'code-3'].map(codeWith)

function codeWith(id: string): AdapterFactor {
  return { ...factor, id, type: 'recovery-code' }
}

/** The same time, give or take half a second. */
function about(time: number): unknown {
  return expect.closeTo(time, -3)
}
