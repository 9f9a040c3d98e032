import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { requireDatabase } from '../../../scripts/databases.mjs'
import { databaseName, startServer, type Server } from './server.js'

export function startMariadb(): Promise<Server> {
  const { install, server } = requireDatabase('mariadb')
  const password = randomBytes(16).toString('hex')
  return startServer({
    name: 'MariaDB',
    users: ['mysql'],
    stopWith: 'SIGTERM',
    endWith: 'SIGKILL',
    async prepare(folder) {
      await writeFile(join(folder, 'users.sql'), usersWith(password))
      const places = placesIn(folder)
      return [install, ...places, '--auth-root-authentication-method=normal', '--skip-test-db']
    },
    serve: (folder, port) => [
      server,
      ...placesIn(folder),
      `--socket=${join(folder, 'socket')}`,
      `--pid-file=${join(folder, 'pid')}`,
      `--init-file=${join(folder, 'users.sql')}`,
      `--port=${port}`,
      ...settings,
    ],
    url: (port) => `mysql://latchkey:${password}@127.0.0.1:${port}/mysql`,
    ask: (url) => query(url, 'SELECT 1'),
    createDatabase: createMariadbDatabase,
  })
}

export async function createMariadbDatabase(url: string, name: string): Promise<string> {
  const database = databaseName(name)
  await query(url, `CREATE DATABASE \`${database}\``)
  return Object.assign(new URL(url), { pathname: database }).href
}

export const settings: readonly string[] = [
  '--bind-address=127.0.0.1',
  '--skip-name-resolve',
  '--skip-log-bin',
  '--max-connections=300',
  // The collation that comes with it takes "A" for "a", as on most servers.
  '--character-set-server=utf8mb4',
  // Not UTC: a date that loses its zone on the way shall be seen.
  '--default-time-zone=+05:30',
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-doublewrite=0',
  '--innodb-buffer-pool-size=64M',
]

export function placesIn(folder: string): readonly string[] {
  return ['--no-defaults', `--datadir=${join(folder, 'data')}`, `--tmpdir=${folder}`]
}

/** Runs at every start, one statement a line. */
export function usersWith(password: string): string {
  return [
    `CREATE USER IF NOT EXISTS latchkey@'%' IDENTIFIED BY '${password}';`,
    `GRANT ALL PRIVILEGES ON *.* TO latchkey@'%' WITH GRANT OPTION;`,
    `DROP USER IF EXISTS root@localhost, root@'127.0.0.1', root@'::1';`,
    '',
  ].join('\n')
}

export async function query(url: string, text: string): Promise<void> {
  const connection = await createConnection({ uri: url, connectTimeout: 5000 })
  try {
    await connection.query(text)
  } finally {
    await connection.end()
  }
}
