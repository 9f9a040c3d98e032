import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { requireDatabase } from '../../../scripts/databases.mjs'
import { databaseName, startServer, type Server } from './server.js'

/** Starts a server. Later settings win over earlier ones. */
export function startPostgres(furtherSettings: readonly string[] = []): Promise<Server> {
  const { initdb, server } = requireDatabase('postgres')
  const password = randomBytes(16).toString('hex')
  return startServer({
    name: 'PostgreSQL',
    users: ['postgres'],
    stopWith: 'SIGINT',
    // Killed, it would leave its children and shared memory behind.
    endWith: 'SIGQUIT',
    async prepare(folder) {
      const file = join(folder, 'password')
      await writeFile(file, password)
      // prettier-ignore
      return [
        initdb,
        '--pgdata', join(folder, 'data'),
        '--username', 'latchkey', '--pwfile', file, '--auth', 'scram-sha-256',
        '--encoding', 'UTF8', '--locale', 'C', '--no-sync',
      ]
    },
    serve(folder, port) {
      const options = [...settings, ...furtherSettings, `port=${port}`].flatMap((setting) => [
        '-c',
        setting,
      ])
      return [server, '-D', join(folder, 'data'), ...options]
    },
    url: (port) => `postgres://latchkey:${password}@127.0.0.1:${port}/postgres`,
    ask: (url) => query(url, 'SELECT 1'),
    createDatabase: createPostgresDatabase,
  })
}

export async function createPostgresDatabase(url: string, name: string): Promise<string> {
  const database = databaseName(name)
  await query(url, `CREATE DATABASE "${database}" TEMPLATE template0`)
  return Object.assign(new URL(url), { pathname: database }).href
}

export const settings: readonly string[] = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=32MB',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  // Not UTC: a date that loses its zone on the way shall be seen.
  'timezone=<+0530>-05:30',
]

export async function query(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(text)
  } finally {
    await client.end()
  }
}

/** Reads a setting, in its base unit, as a new connection sees it. */
export async function readSetting(url: string, name: string): Promise<string> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ setting: string }>(
      'SELECT setting FROM pg_settings WHERE name = $1',
      [name],
    )
    return rows[0]?.setting ?? ''
  } finally {
    await client.end()
  }
}
