import type { Run } from './database.js'
import type { Engine } from './engine.js'
import { sql } from './sql.js'

/** `wsrep_sync_wait`: SELECT (1), UPDATE and DELETE (2), INSERT (4). */
const everyStatement = 7

/**
 * Throws if the server is a node of a Galera cluster and the option `rowLocks` does not fit it. Without
 * the option, two nodes could each remove one of a user's last two accounts.
 */
export async function requireFittingCluster(
  run: Run,
  { dialect }: Engine,
  rowLocks: boolean | undefined,
): Promise<void> {
  if (dialect !== 'mysql' || rowLocks === true) return
  const { rows } = await run(
    sql`show variables where variable_name in ('wsrep_on', 'wsrep_sync_wait')`,
  )
  const values = new Map(rows.map((row) => [row['Variable_name'], String(row['Value'])]))
  if (values.get('wsrep_on') !== 'ON') return
  if (rowLocks === undefined) throw new Error(explainOption)
  const syncWait = Number(values.get('wsrep_sync_wait'))
  if ((syncWait & everyStatement) !== everyStatement) throw new Error(explainWait(syncWait))
}

const explainOption =
  'kyselyAdapter: the database is a Galera cluster, and the option `rowLocks` is missing. Set it to false if ' +
  'the app writes to several nodes. Set it to true if it writes to one node only.'

function explainWait(syncWait: number): string {
  return (
    `kyselyAdapter: \`wsrep_sync_wait\` is ${syncWait}. Set it to ${everyStatement} on each connection or in the ` +
    'configuration of the servers, because the other nodes may be behind.'
  )
}
