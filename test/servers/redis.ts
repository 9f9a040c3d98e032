import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from 'redis'
import { requireDatabase } from '../../scripts/databases.mjs'
import { startServer, type Server } from './server.js'

const databases = 1000

export function startRedis(): Promise<Server> {
  const { server } = requireDatabase('redis')
  const password = randomBytes(16).toString('hex')
  return startServer({
    name: 'Redis',
    users: ['redis', 'valkey'],
    stopWith: 'SIGTERM',
    endWith: 'SIGKILL',
    async prepare(folder) {
      await writeFile(join(folder, 'redis.conf'), settingsWith(password))
      return undefined
    },
    serve(folder, port) {
      return [server, join(folder, 'redis.conf'), '--dir', folder, '--port', String(port)]
    },
    url: (port) => `redis://:${password}@127.0.0.1:${port}/0`,
    ask: async (url) => void (await send(url, 'PING')),
    createDatabase: createRedisDatabase,
  })
}

/** Databases of Redis are numbers: the server itself counts those in use, in number 0. */
export async function createRedisDatabase(url: string): Promise<string> {
  const number = Number(await send(url, 'INCR', 'databases'))
  if (number >= databases) throw new Error(`Redis has only ${databases} databases here.`)
  return Object.assign(new URL(url), { pathname: String(number) }).href
}

function settingsWith(password: string): string {
  return [
    'bind 127.0.0.1',
    `requirepass ${password}`,
    `databases ${databases}`,
    'save ""',
    'appendonly yes',
    'appendfsync no',
    'auto-aof-rewrite-percentage 0',
    '',
  ].join('\n')
}

async function send(url: string, ...command: string[]): Promise<unknown> {
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
