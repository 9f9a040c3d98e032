import { createClient, createCluster, type RedisClientType } from 'redis'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { redisAdapter } from '../../src/adapters/redis.js'
import { adapterContract } from '../../src/testing.js'
import { requireDatabase } from '../../scripts/databases.mjs'
import { describeWith } from '../servers/describe-with.js'
import { startServer, type Server } from '../servers/server.js'

const slots = 16_384

type Node = RedisClientType

describeWith('redis', 'the Redis adapter in a cluster', () => {
  let nodes: readonly Server[] = []
  let cluster: ReturnType<typeof createCluster>
  beforeAll(async () => {
    nodes = await Promise.all([startNode(), startNode(), startNode()])
    await join(nodes.map(({ url }) => url))
    cluster = createCluster({ rootNodes: nodes.map(({ url }) => ({ url })) })
    await cluster.connect()
  }, 60_000)
  afterAll(async () => {
    cluster.destroy()
    await Promise.all(nodes.map((node) => node.remove()))
  })

  describe('of redis', () => {
    for (const { name, run } of adapterContract(() => redisAdapter(cluster))) it(name, run)
  })

  describe('of a client that finds the node by itself', () => {
    // ioredis reads off the command which of its arguments is the first key.
    const call = (...args: string[]) =>
      cluster.sendCommand(args[0]?.startsWith('EVAL') ? args[3] : args[1], false, args)
    for (const { name, run } of adapterContract(() => redisAdapter({ call }))) it(name, run)
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
        nodes.map(({ url }) => ask(url, (node) => node.keys(`spread:${kind}`))),
      )
      expect(counts.every((keys) => keys.length > 0)).toBe(true)
    }
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

function startNode(): Promise<Server> {
  const { server } = requireDatabase('redis')
  return startServer({
    name: 'Redis',
    users: ['redis', 'valkey'],
    stopWith: 'SIGTERM',
    endWith: 'SIGKILL',
    prepare: async () => undefined,
    serve: (folder, port) =>
      // prettier-ignore
      [
        server, '--dir', folder, '--port', String(port), '--bind', '127.0.0.1', '--save', '',
        '--cluster-enabled', 'yes', '--cluster-node-timeout', '5000',
      ],
    url: (port) => `redis://127.0.0.1:${port}`,
    ask: (url) => ask(url, async (node) => void (await node.ping())),
    createDatabase: async (url) => url,
  })
}

/** Makes a cluster of nodes, each with an equal part of the slots. */
async function join(urls: readonly string[]): Promise<void> {
  const part = Math.ceil(slots / urls.length)
  const [first = ''] = urls
  const { hostname, port } = new URL(first)
  for (const [at, url] of urls.entries()) {
    const own = Array.from({ length: slots }, (_, slot) => slot).slice(at * part, (at + 1) * part)
    await ask(url, async (node) => {
      await node.sendCommand(['CLUSTER', 'SET-CONFIG-EPOCH', String(at + 1)])
      await node.sendCommand(['CLUSTER', 'ADDSLOTS', ...own.map(String)])
      await node.sendCommand(['CLUSTER', 'MEET', hostname, port])
    })
  }
  for (const url of urls) await ask(url, untilWhole)
}

async function untilWhole(node: Node): Promise<void> {
  for (;;) {
    const info = await node.sendCommand<string>(['CLUSTER', 'INFO'])
    if (/cluster_state:ok/.test(info) && /cluster_known_nodes:3/.test(info)) return
    await wait(50)
  }
}

async function ask<T>(url: string, question: (node: Node) => Promise<T>): Promise<T> {
  const node: Node = createClient({ url, socket: { reconnectStrategy: false } })
  node.on('error', () => {})
  try {
    await node.connect()
    return await question(node)
  } finally {
    node.destroy()
  }
}
