import { createCluster } from 'redis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { redisAdapter } from '../../src/adapters/redis.js'
import { patience } from '../../src/adapters/redis/script.js'
import { putUserWithScript } from '../../src/adapters/redis/user-scripts.js'
import { keepsContract } from '../support/adapters/keeps-contract.js'
import { describeWith } from '../support/servers/describe-with.js'
import { askRedis, startRedisCluster, type RedisCluster } from '../support/servers/redis-cluster.js'
import { openAppUnderLoad } from './clusters/visitor.js'

/** What the adapter replaces with one-step methods. */
const lacks = ['transaction', 'lockUser'] as const

describeWith('redis', 'the Redis adapter in a cluster', () => {
  let servers: RedisCluster
  let cluster: ReturnType<typeof createCluster>
  beforeAll(async () => {
    servers = await startRedisCluster(0)
    cluster = createCluster({ rootNodes: servers.nodes.map(({ url }) => ({ url })) })
    await cluster.connect()
  }, 60_000)
  afterAll(async () => {
    cluster.destroy()
    await servers.remove()
  })

  describe('of redis', () => {
    keepsContract(() => redisAdapter(cluster), { lacks })
  })

  describe('of a client that finds the node by itself', () => {
    // ioredis reads off the command which of its arguments is the first key.
    const call = (...args: string[]) =>
      cluster.sendCommand(args[0]?.startsWith('EVAL') ? args[3] : args[1], false, args)
    keepsContract(() => redisAdapter({ call }), { lacks })
  })

  it('spreads its keys over all nodes, whatever they are', async () => {
    const adapter = redisAdapter(cluster, { prefix: 'spread:' })
    const expires = new Date(Date.now() + 60_000)
    for (let number = 0; number < 60; number++) {
      const id = crypto.randomUUID()
      await adapter.createUser({ id, email: `${id}@example.com`, emailVerified: null })
      await adapter.createSession({ sessionToken: id, userId: id, expires })
      await adapter.createVerificationToken({ identifier: id, token: 't', expires })
    }
    for (const kind of ['{user:*', '{email:*', '{bucket:*}:session:*', '{bucket:*}:token:*']) {
      const counts = await Promise.all(
        servers.nodes.map(({ url }) => askRedis(url, (node) => node.keys(`spread:${kind}`))),
      )
      expect(counts.every((keys) => keys.length > 0)).toBe(true)
    }
  })

  it('asks a visitor to try again while the keys of a sign-up that was cut off may still be written', async () => {
    // Without hashes, so that a script can be recognised and changed.
    const open = (change: (args: string[]) => string[]) => {
      const call = async (...args: string[]) => {
        if (args[0] === 'EVALSHA') throw new Error('NOSCRIPT')
        const key = args[0] === 'EVAL' ? args[3] : args[1]
        return cluster.sendCommand(key, false, change(args))
      }
      return openAppUnderLoad(redisAdapter({ call }, { prefix: 'again:' }))
    }
    const cutOff = open((args) => {
      if (args[1] === putUserWithScript.text) throw new Error('Socket closed unexpectedly')
      return args
    })
    const limit = ` > ${patience * 1000} and`
    const tenSecondsLater = open((args) => args.map((arg) => arg.replace(limit, ' > -1 and')))
    const person = { sub: 'ada', email: 'ada@example.test', email_verified: true }
    expect(await cutOff.signIn(person)).toEqual({ is: 'refused' })
    expect(await open((args) => args).signIn(person)).toEqual({ is: 'refused' })
    expect(await tenSecondsLater.signIn(person)).toMatchObject({ is: 'done' })
  })

  it('reads a session in two steps, once a node has refused to do it in one', async () => {
    const sent: string[] = []
    const call = (...args: string[]) => {
      sent.push(args[0] ?? '')
      return cluster.sendCommand(args[0]?.startsWith('EVAL') ? args[3] : args[1], false, args)
    }
    const adapter = redisAdapter({ call }, { prefix: 'reads:' })
    const expires = new Date(Date.now() + 60_000)
    for (let number = 0; number < 20; number++) {
      const id = `user${number}`
      await adapter.createUser({ id, email: `${id}@example.com`, emailVerified: null })
      await adapter.createSession({ sessionToken: id, userId: id, expires })
      expect(await adapter.getSessionAndUser(id)).toMatchObject({ user: { id } })
    }
    sent.length = 0
    await adapter.getSessionAndUser('user1')
    expect(sent).toEqual(['GET', 'HGET', 'HGET'])
  })
})
