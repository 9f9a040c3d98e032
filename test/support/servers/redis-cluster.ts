import { setTimeout as wait } from 'node:timers/promises'
import { createClient, type RedisClientType } from 'redis'
import { requireDatabase } from '../../../scripts/databases.mjs'
import { startServer, type Server } from './server.js'

/** Servers of Redis that share the keys. */
export interface RedisCluster {
  /** The first ones are masters, the others are replicas of them in the same order. */
  readonly nodes: readonly Server[]
  /** Returns the node that is the master of a key. */
  findMaster(key: string): Promise<Server>
  /** Until each master has a connected replica. */
  untilWhole(): Promise<void>
  remove(): Promise<void>
}

type Node = RedisClientType

const slots = 16_384
const masters = 3

/** Starts three masters, each with so many replicas. */
export async function startRedisCluster(
  replicas: number,
  further: readonly string[] = [],
): Promise<RedisCluster> {
  const count = masters * (1 + replicas)
  const nodes = await Promise.all(Array.from({ length: count }, async () => startNode(further)))
  const remove = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.remove()))
  }
  const urls = nodes.map(({ url }) => url)
  const cluster: RedisCluster = {
    nodes,
    remove,
    findMaster: async (key) => {
      const port = await findMasterPort(urls, key)
      const master = nodes.find((node) => new URL(node.url).port === port)
      if (!master) throw new Error(`No node listens at port ${port}.`)
      return master
    },
    untilWhole: async () => {
      for (const url of urls) await askRedis(url, async (node) => untilOk(node, count))
      await untilReplicated(urls, masters * replicas)
    },
  }
  try {
    await join(urls)
    await cluster.untilWhole()
    return cluster
  } catch (error) {
    await remove()
    throw error
  }
}

function startNode(further: readonly string[]): Promise<Server> {
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
        '--appendonly', 'yes', '--appendfsync', 'no', '--repl-diskless-sync-delay', '0',
        '--cluster-enabled', 'yes', '--cluster-node-timeout', '2000', ...further,
      ],
    url: (port) => `redis://127.0.0.1:${port}`,
    ask: (url) => askRedis(url, async (node) => void (await node.ping())),
    createDatabase: async (url) => url,
  })
}

/** Makes a cluster of nodes. Each of the first ones gets an equal part of the slots. */
async function join(urls: readonly string[]): Promise<void> {
  const part = Math.ceil(slots / masters)
  const { hostname, port } = new URL(urls[0] ?? '')
  const ids: string[] = []
  for (const [at, url] of urls.entries()) {
    await askRedis(url, async (node) => {
      ids.push(await node.sendCommand<string>(['CLUSTER', 'MYID']))
      await node.sendCommand(['CLUSTER', 'SET-CONFIG-EPOCH', String(at + 1)])
      if (at < masters) {
        const own = Array.from({ length: slots }, (_, slot) => String(slot))
        const [begin, end] = [at * part, (at + 1) * part]
        await node.sendCommand(['CLUSTER', 'ADDSLOTS', ...own.slice(begin, end)])
      }
      await node.sendCommand(['CLUSTER', 'MEET', hostname, port])
    })
  }
  for (const url of urls) await askRedis(url, async (node) => untilOk(node, urls.length))
  for (const [at, url] of urls.slice(masters).entries())
    await askRedis(url, async (node) =>
      node.sendCommand(['CLUSTER', 'REPLICATE', ids[at % masters] ?? '']),
    )
}

async function untilOk(node: Node, count: number): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt += 1) {
    const info = await node.sendCommand<string>(['CLUSTER', 'INFO'])
    if (/cluster_state:ok/.test(info) && info.includes(`cluster_known_nodes:${count}`)) return
    await wait(50)
  }
  throw new Error('The nodes did not become a cluster.')
}

async function untilReplicated(urls: readonly string[], count: number): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt += 1) {
    const infos = await Promise.all(
      urls.map((url) => askRedis(url, async (node) => node.info('replication'))),
    )
    if (infos.filter((info) => /^master_link_status:up/m.test(info)).length === count) return
    await wait(50)
  }
  throw new Error('The replicas did not connect to their masters.')
}

/** Asks each node until one of those that answer names a master that is alive. */
async function findMasterPort(urls: readonly string[], key: string): Promise<string> {
  for (const url of urls) {
    const port = await askRedis(url, async (node) => {
      const slot = await node.sendCommand<number>(['CLUSTER', 'KEYSLOT', key])
      const text = await node.sendCommand<string>(['CLUSTER', 'NODES'])
      const rows = text.split('\n').map((line) => line.split(' '))
      const row = rows.find(
        ([, , flags = '', , , , , , ...ranges]) =>
          /master/.test(flags) &&
          !/fail/.test(flags) &&
          ranges.some((range) => covers(range, slot)),
      )
      return /:(\d+)@/.exec(row?.[1] ?? '')?.[1]
    }).catch(() => undefined)
    if (port !== undefined) return port
  }
  throw new Error('No node knows the master of the key.')
}

function covers(range: string, slot: number): boolean {
  const [first = '', last = first] = range.split('-')
  return Number(first) <= slot && slot <= Number(last)
}

/** Asks one node over a connection of its own. */
export async function askRedis<T>(url: string, question: (node: Node) => Promise<T>): Promise<T> {
  const socket = { reconnectStrategy: false, connectTimeout: 30_000 } as const
  const node: Node = createClient({ url, socket })
  node.on('error', () => {})
  try {
    await node.connect()
    return await question(node)
  } finally {
    node.destroy()
  }
}
