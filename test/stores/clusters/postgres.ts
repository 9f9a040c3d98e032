import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { kyselyAdapter, migrate } from '../../../src/adapters/kysely.js'
import { openAddress, type Address } from '../../support/servers/address.js'
import { startPostgres } from '../../support/servers/postgres.js'
import { replicates, startReplica } from '../../support/servers/replicated-postgres.js'
import type { Server } from '../../support/servers/server.js'
import { CleanUp, detection, type Cluster } from './cluster.js'

const readerLag = 2
const settings = ['max_wal_senders=10', 'wal_keep_size=256MB', 'synchronous_commit=on']
const confirmed = 'synchronous_standby_names=ANY 1 (*)'

/** A primary and two replicas. A commit is confirmed when one of them has it. */
export async function openPostgresCluster(): Promise<Cluster> {
  const cleanUp = new CleanUp()
  const writer = cleanUp.after(await openAddress(), (address) => address.close())
  const reader = cleanUp.after(await openAddress(), (address) => address.close())
  let primary = await startPostgres([...replicates, ...settings, confirmed])
  let replicas: Server[] = []
  let killed: Server | undefined
  cleanUp.after(undefined, async () => {
    const started = [...replicas, primary, ...(killed ? [killed] : [])]
    await Promise.all(started.map((server) => server.remove()))
  })
  const lead = (): void => {
    writer.leadTo([primary.url])
    reader.leadTo(replicas.map(({ url }) => url))
  }
  const addReplica = async (): Promise<void> => {
    // A replica that follows the address finds the next primary by itself.
    replicas.push(await startReplica(writer.of(primary.url), [...settings, confirmed]))
    lead()
  }
  lead()
  await addReplica()
  await addReplica()
  const url = await primary.createDatabase('load')
  const adapters = [0, 1].map(() => openAdapter(url, { writer, reader }, cleanUp))
  await migrate(adapters[0]?.db ?? never())
  return {
    adapters: adapters.map(({ adapter }) => adapter),
    bound: readerLag * 1000,
    kill: async (round) => {
      const isPrimary = round % 2 === 0
      killed = isPrimary ? primary : (replicas.shift() ?? never())
      await killed.kill('SIGKILL')
      await wait(detection)
      if (isPrimary) {
        primary = await promoteOneOf(replicas)
        replicas = replicas.filter((replica) => replica !== primary)
      }
      lead()
      return isPrimary ? 'the primary' : 'a replica'
    },
    restore: async () => {
      // It removes what it has left in shared memory. Then it is replaced by a copy of the new primary.
      await killed?.start()
      await killed?.remove()
      killed = undefined
      await addReplica()
    },
    remove: () => cleanUp.run(),
  }
}

interface Addresses {
  readonly writer: Address
  readonly reader: Address
}

function openAdapter(url: string, { writer, reader }: Addresses, cleanUp: CleanUp) {
  const open = (address: Address): Kysely<unknown> => {
    const pool = new pg.Pool({ connectionString: address.of(url), connectionTimeoutMillis: 3000 })
    // Unheard, a broken connection would end the process.
    pool.on('error', () => {})
    pool.on('connect', (client) => void client.on('error', () => {}))
    const dialect = new PostgresDialect({ pool })
    return cleanUp.after(new Kysely<unknown>({ dialect }), (db) => db.destroy())
  }
  const db = open(writer)
  return { db, adapter: kyselyAdapter(db, { reader: open(reader), readerLag }) }
}

/** Promotes the replica that has received most. */
async function promoteOneOf(replicas: readonly Server[]): Promise<Server> {
  const positions = await Promise.all(
    replicas.map(async (replica) => ({
      replica,
      position: Number(
        await select(
          replica.url,
          `select coalesce(pg_last_wal_receive_lsn(), '0/0') - '0/0'::pg_lsn as value`,
        ),
      ),
    })),
  )
  const [first] = positions.toSorted((one, other) => other.position - one.position)
  if (!first) return never()
  await select(first.replica.url, 'select pg_promote() as value')
  return first.replica
}

async function select(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<{ value: unknown }>(text)).rows[0]?.value
  } finally {
    await client.end()
  }
}

function never(): never {
  throw new Error('The cluster has lost a node.')
}
