import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createSentinel } from 'redis'
import { requireDatabase } from '../../../scripts/databases.mjs'
import { sendToRedis, startRedis, startRedisReplica } from './redis.js'
import { startServer, type Server } from './server.js'

/** A primary of Redis with replicas, and three sentinels that promote one of them. */
export interface RedisWithSentinel {
  /** The first one is the primary until it is killed. */
  readonly nodes: readonly Server[]
  /** Returns the node that the sentinels call the primary. */
  findPrimary(): Promise<Server>
  /** Creates a client that asks the sentinels. */
  createClient(): ReturnType<typeof createSentinel>
  remove(): Promise<void>
}

const group = 'latchkey'

/** `further` are lines for the configuration of each Redis server. */
export async function startRedisWithSentinel(
  replicas: number,
  further: readonly string[] = [],
): Promise<RedisWithSentinel> {
  const servers: Server[] = []
  const start = async (starting: Promise<Server>): Promise<Server> => {
    const server = await starting
    servers.push(server)
    return server
  }
  const remove = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.remove()))
  }
  try {
    const primary = await start(startRedis(further))
    const nodes = [primary]
    for (let count = 0; count < replicas; count += 1)
      nodes.push(await start(startRedisReplica(primary.url, further)))
    const sentinels = await Promise.all(
      [1, 2, 3].map(async () => start(startSentinel(primary.url))),
    )
    await Promise.all(sentinels.map(({ url }) => untilComplete(url, replicas)))
    return { nodes, remove, ...viewOf(nodes, sentinels) }
  } catch (error) {
    await remove()
    throw error
  }
}

function viewOf(
  nodes: readonly Server[],
  sentinels: readonly Server[],
): Pick<RedisWithSentinel, 'findPrimary' | 'createClient'> {
  const addresses = sentinels.map(({ url }) => ({
    host: '127.0.0.1',
    port: Number(new URL(url).port),
  }))
  const { password } = new URL(nodes[0]?.url ?? '')
  return {
    async findPrimary() {
      const [{ url } = { url: '' }] = sentinels
      const address = await sendToRedis(url, 'SENTINEL', 'GET-MASTER-ADDR-BY-NAME', group)
      const port = Array.isArray(address) ? String(address[1]) : ''
      const primary = nodes.find((node) => new URL(node.url).port === port)
      if (!primary) throw new Error(`The sentinels name an unknown primary at port ${port}.`)
      return primary
    },
    createClient: () =>
      createSentinel({
        name: group,
        sentinelRootNodes: addresses,
        nodeClientOptions: { password, disableOfflineQueue: true },
        // Without a primary, a command fails at once. Commands wait for scans, so these are rare.
        maxCommandRediscovers: 0,
        scanInterval: 5000,
      }),
  }
}

function startSentinel(primaryUrl: string): Promise<Server> {
  const { server } = requireDatabase('redis')
  const { hostname, port: primaryPort, password } = new URL(primaryUrl)
  const settings = [
    'bind 127.0.0.1',
    `sentinel monitor ${group} ${hostname} ${primaryPort} 2`,
    `sentinel auth-pass ${group} ${password}`,
    `sentinel down-after-milliseconds ${group} 1000`,
    `sentinel failover-timeout ${group} 6000`,
    `sentinel parallel-syncs ${group} 2`,
    '',
  ]
  return startServer({
    name: 'Redis Sentinel',
    users: ['redis', 'valkey'],
    stopWith: 'SIGTERM',
    endWith: 'SIGKILL',
    async prepare(folder) {
      const file = join(folder, 'sentinel.conf')
      await writeFile(file, settings.join('\n'))
      // It writes into the file what it learns.
      await chmod(file, 0o666)
      return undefined
    },
    serve: (folder, port) => [
      server,
      join(folder, 'sentinel.conf'),
      '--sentinel',
      '--dir',
      folder,
      '--port',
      String(port),
    ],
    url: (port) => `redis://127.0.0.1:${port}`,
    ask: async (url) => void (await sendToRedis(url, 'PING')),
    createDatabase: async (url) => url,
  })
}

/** Until a sentinel knows the replicas and the other sentinels. */
async function untilComplete(url: string, replicas: number): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const info = String(await sendToRedis(url, 'INFO', 'sentinel'))
    if (info.includes(`slaves=${replicas},sentinels=3`) && info.includes('status=ok')) return
    await wait(100)
  }
  throw new Error('The sentinels did not find each other.')
}
