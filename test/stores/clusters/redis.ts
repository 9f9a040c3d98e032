import { setTimeout as wait } from 'node:timers/promises'
import { createCluster } from 'redis'
import { redisAdapter, type RedisClient } from '../../../src/adapters/redis.js'
import { sendToRedis } from '../../support/servers/redis.js'
import { startRedisCluster } from '../../support/servers/redis-cluster.js'
import {
  startRedisWithSentinel,
  type RedisWithSentinel,
} from '../../support/servers/redis-sentinel.js'
import type { Server } from '../../support/servers/server.js'
import { CleanUp, type Cluster } from './cluster.js'

/** Two clients for each app, so that reads do not wait for replicas. */
type OpenClient = () => Promise<RedisClient>

/** A primary, two replicas and three sentinels. */
export async function openSentinelCluster(): Promise<Cluster> {
  const cleanUp = new CleanUp()
  const servers = cleanUp.after(await startRedisWithSentinel(2), (started) => started.remove())
  const open = async (): Promise<RedisClient> => {
    const client = servers.createClient()
    client.on('error', () => {})
    await client.connect()
    cleanUp.after(client, () => client.destroy())
    return { call: async (...args: string[]) => client.sendCommand(false, args) }
  }
  const killer = killerOf(servers.nodes)
  return {
    ...(await openApps(open)),
    kill: async (round) => {
      const primary = await servers.findPrimary()
      const replica = servers.nodes.find((node) => node !== primary) ?? primary
      const isPrimary = round % 2 === 0
      await killer.kill(isPrimary ? primary : replica)
      return isPrimary ? 'the primary' : 'a replica'
    },
    restore: async () => {
      await killer.restore()
      await untilFollowed(servers)
    },
    remove: () => cleanUp.run(),
  }
}

/** Three masters with a replica each. */
export async function openRedisCluster(): Promise<Cluster> {
  const cleanUp = new CleanUp()
  const servers = cleanUp.after(await startRedisCluster(1), (started) => started.remove())
  const rootNodes = servers.nodes.map(({ url }) => ({ url }))
  const open = async (): Promise<RedisClient> => {
    const socket = { connectTimeout: 10_000 }
    const client = createCluster({ rootNodes, defaults: { disableOfflineQueue: true, socket } })
    client.on('error', () => {})
    await client.connect()
    return cleanUp.after(client, () => client.destroy())
  }
  const killer = killerOf(servers.nodes)
  return {
    ...(await openApps(open)),
    kill: async (round) => {
      // A key of each master in turn.
      const master = await servers.findMaster(`key ${round}`)
      await killer.kill(master)
      return `the master at port ${new URL(master.url).port}`
    },
    restore: async () => {
      await killer.restore()
      await servers.untilWhole()
    },
    remove: () => cleanUp.run(),
  }
}

async function openApps(open: OpenClient): Promise<Pick<Cluster, 'adapters' | 'bound'>> {
  const openAdapter = async () => {
    const [client, waiting] = [await open(), await open()]
    const replicas = { acknowledge: 1, timeout: 1000, client: waiting }
    return redisAdapter(client, { replicas })
  }
  return { adapters: [await openAdapter(), await openAdapter()], bound: 0 }
}

function killerOf(nodes: readonly Server[]) {
  let killed: Server | undefined
  return {
    kill: async (node: Server): Promise<void> => {
      if (!nodes.includes(node)) throw new Error('The node is not part of the cluster.')
      killed = node
      await node.kill()
    },
    restore: async (): Promise<void> => {
      await killed?.start()
      killed = undefined
    },
  }
}

/** Until both replicas follow the primary that the sentinels name. */
async function untilFollowed(servers: RedisWithSentinel): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const primary = await servers.findPrimary()
    const info = await sendToRedis(primary.url, 'INFO', 'replication').catch(() => '')
    if (String(info).match(/state=online/g)?.length === 2) return
    await wait(100)
  }
  throw new Error('The killed node did not become a replica again.')
}
