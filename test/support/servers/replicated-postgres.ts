import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { requireDatabase } from '../../../scripts/databases.mjs'
import { query, readSetting, settings, startPostgres } from './postgres.js'
import { startServer, type Server } from './server.js'

/** A primary server of PostgreSQL and a streaming replica. */
export interface ReplicatedPostgres {
  readonly primary: Server
  readonly replica: Server
  /** Makes the replica show each commit so many seconds late. */
  holdBack(seconds: number): Promise<void>
  /** Makes the primary confirm a commit only when the replica has it. */
  confirmWithReplica(): Promise<void>
  /** Makes the replica a primary. */
  promote(): Promise<void>
  remove(): Promise<void>
}

export const replicates: readonly string[] = [
  'wal_level=replica',
  'max_wal_senders=5',
  'hot_standby=on',
]

/** `commit` is the setting `synchronous_commit`. Servers for other tests do without its default. */
export async function startReplicatedPostgres(commit = 'on'): Promise<ReplicatedPostgres> {
  const primary = await startPostgres([...replicates, `synchronous_commit=${commit}`])
  let replica: Server
  try {
    replica = await startReplica(primary.url)
  } catch (error) {
    await primary.remove()
    throw error
  }
  return {
    primary,
    replica,
    async holdBack(seconds) {
      await query(replica.url, `ALTER SYSTEM SET recovery_min_apply_delay = '${seconds}s'`)
      await query(replica.url, 'SELECT pg_reload_conf()')
      // A new connection has the setting only after the server has told its other processes.
      const isSet = async (): Promise<boolean> =>
        (await readSetting(replica.url, 'recovery_min_apply_delay')) === String(seconds * 1000)
      while (!(await isSet())) await wait(20)
    },
    async confirmWithReplica() {
      await query(primary.url, "ALTER SYSTEM SET synchronous_standby_names = '*'")
      await query(primary.url, 'SELECT pg_reload_conf()')
    },
    promote: () => query(replica.url, 'SELECT pg_promote()'),
    async remove() {
      await replica.remove()
      await primary.remove()
    },
  }
}

/** Copies a primary. Later settings win over earlier ones. */
export function startReplica(
  primaryUrl: string,
  furtherSettings: readonly string[] = [],
): Promise<Server> {
  const { initdb, server } = requireDatabase('postgres')
  return startServer({
    name: 'PostgreSQL replica',
    users: ['postgres'],
    stopWith: 'SIGINT',
    endWith: 'SIGQUIT',
    prepare: async (folder) => [
      join(dirname(initdb), 'pg_basebackup'),
      `--dbname=${primaryUrl}`,
      `--pgdata=${join(folder, 'data')}`,
      '--write-recovery-conf',
      '--wal-method=stream',
      '--checkpoint=fast',
      '--no-sync',
    ],
    serve(folder, port) {
      const options = [...settings, ...replicates, ...furtherSettings, `port=${port}`]
      return [server, '-D', join(folder, 'data'), ...options.flatMap((setting) => ['-c', setting])]
    },
    url: (port) => Object.assign(new URL(primaryUrl), { port: String(port) }).href,
    ask: (url) => query(url, 'SELECT 1'),
    createDatabase: () => Promise.reject(new Error('A replica cannot create a database.')),
  })
}
