import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { requireDatabase, requireGalera } from '../../../scripts/databases.mjs'
import { createMariadbDatabase, placesIn, query, settings, usersWith } from './mariadb.js'
import { findPort } from './places.js'
import { startServer, type Command, type Server } from './server.js'

/** Servers of MariaDB that all accept writes and certify each other's transactions. */
export interface GaleraCluster {
  readonly nodes: readonly Server[]
  /** Creates a database on every node, and returns its URL on each of them. */
  createDatabase(name: string): Promise<readonly string[]>
  remove(): Promise<void>
}

/**
 * Starts three nodes on this machine. A majority is left if one of them is lost. `syncWait` is the
 * setting `wsrep_sync_wait`, which decides whether a node answers before it has caught up.
 */
export async function startGalera({ syncWait = 7 } = {}): Promise<GaleraCluster> {
  const password = randomBytes(16).toString('hex')
  const group = [await findPort(), await findPort(), await findPort()]
  const nodes: Server[] = []
  try {
    // The second and the third one copy the first one's data, one after the other.
    for (const number of group.keys())
      nodes.push(await startNode({ number, group, password, syncWait }))
  } catch (error) {
    await removeAll(nodes)
    throw error
  }
  return {
    nodes,
    async createDatabase(name) {
      const [first, ...others] = nodes
      if (!first) return []
      const url = await first.createDatabase(name)
      const { pathname } = new URL(url)
      return [url, ...others.map((node) => Object.assign(new URL(node.url), { pathname }).href)]
    },
    remove: () => removeAll(nodes),
  }
}

interface Node {
  readonly number: number
  /** The ports on which the nodes listen for each other. */
  readonly group: readonly number[]
  readonly password: string
  readonly syncWait: number
}

async function startNode({ number, group, password, syncWait }: Node): Promise<Server> {
  const { install, server } = requireDatabase('mariadb')
  const provider = requireGalera()
  const isFirst = number === 0
  const own = group[number] ?? 0
  const [state, copy] = [await findPort(), await findPort()]
  const others = group.filter((port) => port !== own).map((port) => `127.0.0.1:${port}`)
  let hasStarted = false
  return startServer({
    name: 'Galera',
    users: ['mysql'],
    stopWith: 'SIGTERM',
    endWith: 'SIGKILL',
    async prepare(folder) {
      if (!isFirst) return ['mkdir', join(folder, 'data')]
      await writeFile(join(folder, 'users.sql'), usersWith(password))
      return [
        install,
        ...placesIn(folder),
        '--auth-root-authentication-method=normal',
        '--skip-test-db',
      ]
    },
    serve(folder, port): Command {
      const begins = isFirst && !hasStarted
      hasStarted = true
      return [
        server,
        ...placesIn(folder),
        ...settings,
        `--socket=${join(folder, 'socket')}`,
        `--pid-file=${join(folder, 'pid')}`,
        `--port=${port}`,
        '--binlog-format=ROW',
        '--innodb-autoinc-lock-mode=2',
        '--wsrep-on=ON',
        `--wsrep-provider=${provider}`,
        `--wsrep-cluster-address=gcomm://${begins ? '' : others.join(',')}`,
        `--wsrep-node-name=node${number}`,
        `--wsrep-node-address=127.0.0.1:${own}`,
        `--wsrep-sst-method=rsync`,
        `--wsrep-sst-receive-address=127.0.0.1:${copy}`,
        `--wsrep-provider-options=gmcast.listen_addr=tcp://127.0.0.1:${own};ist.recv_addr=127.0.0.1:${state};gcache.size=32M`,
        `--wsrep-sync-wait=${syncWait}`,
        ...(begins ? ['--wsrep-new-cluster', `--init-file=${join(folder, 'users.sql')}`] : []),
      ]
    },
    url: (port) => `mysql://latchkey:${password}@127.0.0.1:${port}/mysql`,
    ask: (url) => query(url, 'SELECT count(*) FROM mysql.global_priv'),
    createDatabase: createMariadbDatabase,
  })
}

async function removeAll(nodes: readonly Server[]): Promise<void> {
  await Promise.all(nodes.map((node) => node.remove()))
}
