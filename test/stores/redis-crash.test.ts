import { createClient } from 'redis'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { redisAdapter } from '../../src/adapters/redis.js'
import { layOutKeys } from '../../src/adapters/redis/keys.js'
import { patience } from '../../src/adapters/redis/script.js'
import { describeWith } from '../support/servers/describe-with.js'

type RedisAdapter = ReturnType<typeof redisAdapter>

const session = { sessionToken: 's', userId: 'ada', expires: new Date(Date.now() + 60_000) }
const account = { provider: 'acme', providerAccountId: '1', userId: 'ada', type: 'oidc' } as const
const providerSession = { provider: 'acme', providerSessionId: 'sid' }
const passkey = {
  credentialID: 'AQ==',
  userId: 'ada',
  providerAccountId: 'AQ==',
  credentialPublicKey: 'AQ==',
  counter: 0,
  credentialDeviceType: 'singleDevice',
  credentialBackedUp: false,
}

describeWith('redis', 'the Redis adapter in a process that dies', (server) => {
  let client: ReturnType<typeof createClient>
  let adapter: RedisAdapter
  let later: RedisAdapter
  beforeAll(async () => {
    client = createClient({ url: await server.createDatabase('redis crash') })
    await client.connect()
    adapter = redisAdapter(client)
    later = openLater()
  })
  beforeEach(() => client.sendCommand(['FLUSHDB']))
  afterAll(() => client.destroy())

  const addUser = (id: string, email = `${id}@example.com`, into = adapter) =>
    into.createUser({ id, email, emailVerified: null })

  /** A process for which the claims of all others were made long ago. */
  const openLater = (): RedisAdapter => {
    const call = async (...args: string[]) => {
      if (args[0] === 'EVALSHA') throw new Error('NOSCRIPT')
      const limit = `${patience * 1000}`
      const change = (arg: string): string =>
        arg.replace(` > ${limit} and`, ' > -1 and').replace(` <= ${limit} then`, ' <= -1 then')
      return client.sendCommand(args.map(change))
    }
    return redisAdapter({ call })
  }

  /** Runs the work as often as it has commands, and lets it die before the first, the second, … */
  const dieAnywhere = async (
    prepare: () => unknown,
    work: (adapter: RedisAdapter) => unknown,
    check: (died: boolean) => Promise<void>,
  ): Promise<void> => {
    for (let commands = 0, died = true; died; commands++) {
      await client.sendCommand(['FLUSHDB'])
      await prepare()
      died = await dieAfter(commands, work)
      await check(died)
      expect(commands).toBeLessThan(50)
    }
  }

  const dieAfter = async (
    commands: number,
    work: (adapter: RedisAdapter) => unknown,
  ): Promise<boolean> => {
    let left = commands
    const sendCommand = (args: string[]) =>
      left-- > 0 ? client.sendCommand(args) : Promise.reject(new Error('died'))
    try {
      await work(redisAdapter({ call: (...args) => sendCommand(args) }))
      return false
    } catch (error) {
      expect(error).toEqual(new Error('died'))
      return true
    }
  }

  describe('an app that dies before any command', () => {
    it('creates a user wholly or not at all, and the address is free again', async () => {
      await dieAnywhere(
        async () => {},
        (dying) => dying.createUser({ id: 'ada', email: 'a@example.com', emailVerified: null }),
        async () => {
          const found = await adapter.getUserByEmail('a@example.com')
          expect(found).toEqual(await adapter.getUser('ada'))
          const second = addUser('bob', 'a@example.com', later)
          if (found) await expect(second).rejects.toThrow('it is taken')
          else await second
          const id = found ? 'ada' : 'bob'
          expect(await adapter.getUserByEmail('a@example.com')).toMatchObject({ id })
        },
      )
    })

    it('changes an address wholly or not at all, and the other one is free again', async () => {
      await dieAnywhere(
        () => addUser('ada', 'old@example.com'),
        (dying) => dying.updateUser({ id: 'ada', email: 'new@example.com' }),
        async () => {
          const { email = '' } = (await adapter.getUser('ada')) ?? {}
          const other = email === 'old@example.com' ? 'new@example.com' : 'old@example.com'
          expect(await adapter.getUserByEmail(email)).toMatchObject({ id: 'ada' })
          expect(await adapter.getUserByEmail(other)).toBeNull()
          await expect(addUser('eve', email, later)).rejects.toThrow('it is taken')
          await addUser('bob', other, later)
          expect(await adapter.getUserByEmail(other)).toMatchObject({ id: 'bob' })
          expect(await adapter.getUserByEmail(email)).toMatchObject({ id: 'ada' })
        },
      )
    })

    it('links an account to one user, and can link it afterwards', async () => {
      await dieAnywhere(
        () => Promise.all([addUser('ada'), addUser('bob')]),
        (dying) => dying.linkAccount(account),
        async () => {
          const owner = await adapter.getUserByAccount(account)
          expect(await adapter.listAccountsByUserId('ada')).toHaveLength(owner ? 1 : 0)
          const second = later.linkAccount({ ...account, userId: 'bob' })
          if (owner) await expect(second).rejects.toThrow('it is taken')
          else await second
          const id = owner ? 'ada' : 'bob'
          expect(await adapter.getUserByAccount(account)).toMatchObject({ id })
          expect(await adapter.getAccount('1', 'acme')).toMatchObject({ userId: id })
        },
      )
    })

    it('unlinks an account, which can be linked afterwards', async () => {
      await dieAnywhere(
        async () => {
          await Promise.all([addUser('ada'), addUser('bob')])
          await adapter.linkAccount(account)
        },
        (dying) => dying.unlinkAccount(account),
        async () => {
          await adapter.unlinkAccount(account)
          expect(await adapter.getUserByAccount(account)).toBeNull()
          await later.linkAccount({ ...account, userId: 'bob' })
          expect(await adapter.getUserByAccount(account)).toMatchObject({ id: 'bob' })
        },
      )
    })

    it('creates a session wholly or not at all, and can end it by any way', async () => {
      await dieAnywhere(
        () => addUser('ada'),
        (dying) => dying.createSession({ ...session, ...providerSession }),
        async () => {
          const found = await adapter.getSessionAndUser('s')
          expect(await adapter.listSessionsByUserId('ada')).toHaveLength(found ? 1 : 0)
          await adapter.deleteSessionsByProviderSession(providerSession)
          expect(await adapter.getSessionAndUser('s')).toBeNull()
          expect(await adapter.listSessionsByUserId('ada')).toEqual([])
        },
      )
    })

    it('prolongs a session together with what leads to it, or leaves it', async () => {
      const expires = new Date(Date.now() + 1e9)
      await dieAnywhere(
        async () => {
          await addUser('ada')
          await adapter.createSession({ ...session, ...providerSession })
        },
        (dying) => dying.updateSession({ sessionToken: 's', expires }),
        async () => {
          const found = await adapter.getSessionAndUser('s')
          const end = (found?.session.expires.getTime() ?? expect.fail()) - Date.now()
          const keys = layOutKeys('latchkey:')
          const { key } = keys.session('s')
          const leading = [key, keys.providerSession('acme:sid'), keys.user('ada').sessions]
          for (const key of leading) expect(await client.pTTL(key)).toBeGreaterThan(end)
        },
      )
    })

    it('deletes a user wholly or not at all', async () => {
      await dieAnywhere(
        async () => {
          await Promise.all([addUser('ada'), addUser('bob')])
          await adapter.linkAccount(account)
          await adapter.createAuthenticator(passkey)
          await adapter.createSession(session)
        },
        (dying) => dying.deleteUser('ada'),
        async () => {
          const found = await adapter.getUser('ada')
          const seen = await Promise.all([
            adapter.getUserByEmail('ada@example.com'),
            adapter.getUserByAccount(account),
            adapter.getAccount('1', 'acme'),
            adapter.getAuthenticator('AQ=='),
            adapter.getSessionAndUser('s'),
          ])
          expect(seen.map(Boolean)).toEqual(seen.map(() => found !== null))
          await adapter.deleteUser('ada')
          await later.updateUser({ id: 'bob', email: 'ada@example.com' })
          await later.linkAccount({ ...account, userId: 'bob' })
          await later.createAuthenticator({ ...passkey, userId: 'bob' })
          await later.createSession({ ...session, userId: 'bob' })
          expect(await adapter.getSessionAndUser('s')).toMatchObject({ user: { id: 'bob' } })
        },
      )
    })

    it('never brings the sessions of a deleted user to one with the same id', async () => {
      await dieAnywhere(
        async () => {
          await addUser('ada')
          await adapter.createSession(session)
          await adapter.linkAccount(account)
        },
        (dying) => dying.deleteUser('ada'),
        async () => {
          await adapter.deleteUser('ada')
          await addUser('ada', 'ada@example.com', later)
          expect(await adapter.getSessionAndUser('s')).toBeNull()
          expect(await adapter.getUserByAccount(account)).toBeNull()
        },
      )
    })

    it('ends all sessions of a user, or none', async () => {
      await dieAnywhere(
        async () => {
          await addUser('ada')
          for (const sessionToken of ['s', 't', 'u']) {
            await adapter.createSession({ ...session, sessionToken })
          }
        },
        (dying) => dying.deleteSessionsByUserId('ada', 't'),
        async () => {
          const left = await Promise.all(
            ['s', 't', 'u'].map(async (token) => adapter.getSessionAndUser(token)),
          )
          expect([
            [true, true, true],
            [false, true, false],
          ]).toContainEqual(left.map(Boolean))
        },
      )
    })
  })

  describe('that was only slow', () => {
    /** A process that stops before the script that would write its row. */
    const stopBefore = (mark: string) => {
      let reach = (): void => {}
      let goOn = (): void => {}
      const reached = new Promise<void>((resolve) => (reach = resolve))
      const resumed = new Promise<void>((resolve) => (goOn = resolve))
      const call = async (...args: string[]) => {
        // Without the hash, so that the script can be recognised.
        if (args[0] === 'EVALSHA') throw new Error('NOSCRIPT')
        if (args[1]?.includes(mark)) {
          reach()
          await resumed
        }
        return client.sendCommand(args)
      }
      return { slow: redisAdapter({ call }), reached, goOn: () => goOn() }
    }

    /** A process that calls back after its second command: by then it has seen the claim. */
    const openRival = (callback: () => void): RedisAdapter => {
      let commands = 0
      const call = async (...args: string[]) => {
        const reply = await client.sendCommand(args).finally(() => void (commands += 1))
        if (commands === 2) callback()
        return reply
      }
      return redisAdapter({ call })
    }
    const eve = { id: 'eve', email: 'a@example.com', emailVerified: null }
    const { userId: _userId, ...evesAccount } = account
    const rivals: Readonly<Record<string, (rival: RedisAdapter) => Promise<unknown>>> = {
      createUser: async (rival) => rival.createUser(eve),
      createUserWithAccount: async (rival) =>
        rival.createUserWithAccount({ user: eve, account: evesAccount }),
    }
    // The second command of a script that is not loaded yet is the script itself.
    const load = async (): Promise<void> => {
      await addUser('first')
      const user = { id: 'load', email: 'load@example.com', emailVerified: null }
      await adapter.createUserWithAccount({ user, account: { ...evesAccount, provider: 'load' } })
    }

    it.each(Object.keys(rivals))(
      'has its user found by the rival whose %s is refused',
      async (name) => {
        await load()
        const { slow, reached, goOn } = stopBefore(`'HSET', KEYS[1], 'row', ARGV[1]`)
        const slowly = slow.createUser({ ...eve, id: 'ada' })
        await reached
        const refused = rivals[name]?.(openRival(goOn)) ?? expect.fail()
        const found = refused.catch(async () => adapter.getUserByEmail(eve.email))
        expect(await found.finally(goOn)).toMatchObject({ id: 'ada' })
        await slowly
      },
    )

    it.each(Object.keys(rivals))('leaves the address to %s when it fails', async (name) => {
      await load()
      await addUser('ada')
      const { slow, reached, goOn } = stopBefore(`'HSET', KEYS[1], 'row', ARGV[1]`)
      const failing = expect(slow.createUser({ ...eve, id: 'ada' })).rejects.toThrow('it is taken')
      await reached
      const created = rivals[name]?.(openRival(goOn)) ?? expect.fail()
      expect(await created.finally(goOn)).toMatchObject({ id: 'eve' })
      await failing
    })

    it('does not get an address that another user was given meanwhile', async () => {
      const { slow, reached, goOn } = stopBefore(`'HSET', KEYS[1], 'row', ARGV[1]`)
      const late = slow.createUser({ id: 'ada', email: 'a@example.com', emailVerified: null })
      await reached
      await expect(addUser('eve', 'a@example.com')).rejects.toThrow('TRYAGAIN')
      await addUser('bob', 'a@example.com', later)
      goOn()
      await expect(late).rejects.toThrow('was given to another user')
      expect(await adapter.getUser('ada')).toBeNull()
      expect(await adapter.getUserByEmail('a@example.com')).toMatchObject({ id: 'bob' })
    })

    it('does not move to an address that another user was given meanwhile', async () => {
      await addUser('ada')
      const { slow, reached, goOn } = stopBefore(`'HSET', KEYS[1], 'row', ARGV[2]`)
      const late = slow.updateUser({ id: 'ada', email: 'a@example.com' })
      await reached
      await addUser('bob', 'a@example.com', later)
      goOn()
      await expect(late).rejects.toThrow('was given to another user')
      expect(await adapter.getUser('ada')).toMatchObject({ email: 'ada@example.com' })
      expect(await adapter.getUserByEmail('a@example.com')).toMatchObject({ id: 'bob' })
    })

    it('does not get an account that another user was given meanwhile', async () => {
      await Promise.all([addUser('ada'), addUser('bob')])
      const { slow, reached, goOn } = stopBefore(`'HSETNX'`)
      const late = slow.linkAccount(account)
      await reached
      await later.linkAccount({ ...account, userId: 'bob' })
      goOn()
      await expect(late).rejects.toThrow('was given to another user')
      expect(await adapter.listAccountsByUserId('ada')).toEqual([])
      expect(await adapter.getUserByAccount(account)).toMatchObject({ id: 'bob' })
    })

    it('does not give up an address that the user took back meanwhile', async () => {
      await addUser('ada', 'old@example.com')
      const { slow, reached, goOn } = stopBefore(`held ~= ARGV[1]`)
      const late = slow.updateUser({ id: 'ada', email: 'new@example.com' })
      await reached
      await later.updateUser({ id: 'ada', email: 'old@example.com' })
      goOn()
      await late
      expect(await adapter.getUserByEmail('old@example.com')).toMatchObject({ id: 'ada' })
      expect(await adapter.getUserByEmail('new@example.com')).toBeNull()
    })
  })

  it.each(['createUser', 'createUserWithAccount'])(
    'asks %s to try again while the address may still be written',
    async (name) => {
      const eve = { id: 'eve', email: 'a@example.com', emailVerified: null }
      await dieAfter(1, (dying) => dying.createUser({ ...eve, id: 'gone' }))
      const { userId: _userId, ...evesAccount } = account
      const write = async (rival: RedisAdapter): Promise<unknown> =>
        name === 'createUser'
          ? rival.createUser(eve)
          : rival.createUserWithAccount({ user: eve, account: evesAccount })
      await expect(write(adapter)).rejects.toThrow(/^TRYAGAIN /)
      expect(await write(later)).toMatchObject({ id: 'eve' })
    },
  )

  it('gives what was left behind to one of many, however impatient they are', async () => {
    for (let round = 0; round < 20; round++) {
      const email = `${round}@example.com`
      await dieAfter(1, (dying) => dying.createUser({ id: 'gone', email, emailVerified: null }))
      const ids = Array.from({ length: 20 }, (_, number) => `${round}-${number}`)
      const attempts = await Promise.allSettled(ids.map(async (id) => addUser(id, email, later)))
      const users = await Promise.all(ids.map(async (id) => adapter.getUser(id)))
      const owners = users.filter((user) => user !== null)
      expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(owners.length)
      expect(owners.length).toBeLessThanOrEqual(1)
      expect(await adapter.getUserByEmail(email)).toEqual(owners[0] ?? null)
    }
  })

  it('links an account again whose pointer was lost, and takes none that is not its own', async () => {
    await addUser('ada')
    await adapter.linkAccount(account)
    const keys = layOutKeys('latchkey:')
    await client.sendCommand(['DEL', keys.account('acme:1').key])
    await expect(adapter.linkAccount(account)).rejects.toThrow('it is taken')
    expect(await adapter.getUserByAccount(account)).toMatchObject({ id: 'ada' })
    await client.sendCommand(['DEL', keys.email('ada@example.com').key])
    await addUser('bob', 'ada@example.com')
    await adapter.deleteUser('ada')
    expect(await adapter.getUserByEmail('ada@example.com')).toMatchObject({ id: 'bob' })
  })
})
