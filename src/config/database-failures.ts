import { causesOf } from '../errors/causes.js'

/**
 * What is known about a call that failed for the moment:
 * - `undone`: the database rolled the statement, or the transaction, back in favour of another one.
 * - `refused`: the database did not run it, because this server could not at that moment.
 * - `cut`: the answer was lost. The database may have done what it was asked.
 */
export type PassingFailure = 'undone' | 'refused' | 'cut'

/** Codes of PostgreSQL, MySQL, MariaDB, Galera, SQLite and Prisma, as drivers report them. */
const undone: ReadonlySet<unknown> = new Set<unknown>([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  'ER_LOCK_DEADLOCK',
  1213, // Also a transaction that Galera did not certify.
  'ER_LOCK_WAIT_TIMEOUT',
  1205,
  'ER_CHECKREAD',
  1020,
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
  'SQLITE_BUSY_RECOVERY',
  'SQLITE_LOCKED',
  'P2034',
])

const refused: ReadonlySet<unknown> = new Set<unknown>([
  '55P03', // lock_not_available
  '25006', // read_only_sql_transaction: a server that was the primary until now
  '57P03', // cannot_connect_now
  '53300', // too_many_connections
  'ER_CON_COUNT_ERROR',
  1040,
  'ER_UNKNOWN_COM_ERROR',
  1047, // A node of Galera that has lost the others.
  'ER_OPTION_PREVENTS_STATEMENT',
  1290, // A server that was made read-only.
])

/** The code of the Redis adapter for a change that its replicas did not acknowledge. */
const unconfirmed = 'REPLICAS_UNCONFIRMED'

const cut: ReadonlySet<unknown> = new Set<unknown>([
  '08000',
  '08003',
  '08006',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'PROTOCOL_CONNECTION_LOST',
  'ER_SERVER_SHUTDOWN',
  1053,
  'ER_CONNECTION_KILLED',
  1927,
  'ER_ERROR_DURING_COMMIT',
  1180,
  unconfirmed,
  'P1001',
  'P1017',
  'P2024', // No connection of the pool became free in time.
  'CONNECT_TIMEOUT', // postgres.js
  'CONNECTION_CLOSED',
])

/** Redis names the reason in the first word. It checks these before it runs a command or a script. */
const refusedByRedis =
  /^(?:READONLY|MOVED|CLUSTERDOWN|LOADING|TRYAGAIN|MASTERDOWN|NOREPLICAS|BUSY) /

/** How messages begin of drivers that report a lost connection, or a pool without a free one, without a code. */
const cutWithoutCode: readonly string[] = [
  // pg and mysql2
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout exceeded when trying to connect',
  "Can't add new command when connection is in closed state",
  'Queue limit reached',
  // redis
  'Connection timeout',
  'Command timeout', // during a maintenance
  'Socket closed unexpectedly',
  'Socket timeout',
  'The client is offline',
  'The client is closed',
  'Disconnects client',
  'Too many Cluster redirections',
  'All the root nodes are unavailable',
  'no valid master node',
  'None of the sentinels are available',
  // ioredis
  'Connection is closed',
  'Command timed out',
  "Stream isn't writeable",
  "Cluster isn't ready",
  'Reached the max retries per request limit',
  'None of startup nodes is available',
  'Failed to refresh slots cache',
]

/** Returns what is known about a failure that passes. Undefined for every other failure. */
export function findPassingFailure(thrown: unknown): PassingFailure | undefined {
  for (const error of causesOf(thrown)) {
    const kind = kindOf(error)
    if (kind) return kind
  }
  return undefined
}

/** Whether a change was made, but a failover could undo it. */
export function isUnconfirmed(thrown: unknown): boolean {
  return causesOf(thrown).some((error) => 'code' in error && error.code === unconfirmed)
}

function kindOf(error: Error): PassingFailure | undefined {
  const { code, errno, sqlState } = error as Error & Record<string, unknown>
  const { message } = error
  const values = [code, errno, sqlState]
  const isOneOf = (codes: ReadonlySet<unknown>): boolean => values.some((value) => codes.has(value))
  if (isOneOf(undone)) return 'undone'
  if (isOneOf(refused) || refusedByRedis.test(message)) return 'refused'
  const isCut =
    isOneOf(cut) ||
    cutWithoutCode.some((start) => message.startsWith(start)) ||
    // A command that `redis` could not send in time has neither a code nor a message.
    error.constructor.name === 'TimeoutError'
  return isCut ? 'cut' : undefined
}
