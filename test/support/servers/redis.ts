import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from 'redis'
import { requireDatabase } from '../../../scripts/databases.mjs'
import { startServer, type Server } from './server.js'

const databases = 1000

/** Starts a server. Later lines of its configuration win over earlier ones. */
export function startRedis(further: readonly string[] = []): Promise<Server> {
  return startWith(randomBytes(16).toString('hex'), further)
}

/** Starts a replica, which has the password of its primary. */
export function startRedisReplica(
  primaryUrl: string,
  further: readonly string[] = [],
): Promise<Server> {
  const { hostname, port, password } = new URL(primaryUrl)
  return startWith(password, [`replicaof ${hostname} ${port}`, ...further])
}

function startWith(password: string, further: readonly string[]): Promise<Server> {
  const { server } = requireDatabase('redis')
  return startServer({
    name: 'Redis',
    users: ['redis', 'valkey'],
    stopWith: 'SIGTERM',
    endWith: 'SIGKILL',
    async prepare(folder) {
      await writeFile(
        join(folder, 'redis.conf'),
        [...settingsWith(password), ...further, ''].join('\n'),
      )
      return undefined
    },
    serve(folder, port) {
      return [server, join(folder, 'redis.conf'), '--dir', folder, '--port', String(port)]
    },
    url: (port) => `redis://:${password}@127.0.0.1:${port}/0`,
    ask: async (url) => void (await sendToRedis(url, 'PING')),
    createDatabase: createRedisDatabase,
  })
}

/** Databases of Redis are numbers: the server itself counts those in use, in number 0. */
export async function createRedisDatabase(url: string): Promise<string> {
  const number = Number(await sendToRedis(url, 'INCR', 'databases'))
  if (number >= databases) throw new Error(`Redis has only ${databases} databases here.`)
  return Object.assign(new URL(url), { pathname: String(number) }).href
}

function settingsWith(password: string): readonly string[] {
  return [
    'bind 127.0.0.1',
    `requirepass ${password}`,
    `masterauth ${password}`,
    'repl-diskless-sync-delay 0',
    `databases ${databases}`,
    'save ""',
    'appendonly yes',
    'appendfsync no',
    'auto-aof-rewrite-percentage 0',
  ]
}

/** Sends one command over a connection of its own. */
export async function sendToRedis(url: string, ...command: string[]): Promise<unknown> {
  const socket = { reconnectStrategy: false, connectTimeout: 5000 } as const
  const client = createClient({ url, socket })
  client.on('error', () => {})
  try {
    await client.connect()
    return await client.sendCommand(command)
  } finally {
    client.destroy()
  }
}

/** Returns how many replicas of a primary have everything that was written until now. */
export async function countReplicasInSync(url: string): Promise<number> {
  const info = String(await sendToRedis(url, 'INFO', 'replication'))
  const end = /^master_repl_offset:(\d+)/m.exec(info)?.[1]
  return [...info.matchAll(/^slave\d+:.*state=online,offset=(\d+)/gm)].filter(
    ([, offset]) => Number(offset) >= Number(end),
  ).length
}
