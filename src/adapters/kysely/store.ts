import { mayReturnRows, readCatalog } from './catalog.js'
import type { Catalog, Column } from './catalog.js'
import { requireFittingCluster } from './cluster.js'
import { runOn } from './database.js'
import type { KyselyConnection, KyselyDatabase, Run } from './database.js'
import { afterDeadlocks } from './deadlocks.js'
import { engineOf } from './engine.js'
import type { Dialect, Engine } from './engine.js'
import { repeat, runPrepared, runUnprepared } from './prepared.js'
import type { Repeated, RunRepeated, SendPrepared } from './prepared.js'
import type { Sql } from './sql.js'
import { nameTables } from './tables.js'
import type { TableName } from './tables.js'

/** Options of the adapter. */
export interface KyselyAdapterOptions {
  /**
   * Names of the tables in your database. Default: `User`, `Account`, `Session`,
   * `VerificationToken`, `Authenticator`, `UserPassword`, `UserFactor`, `Attempt` and `AuditRecord`.
   * A dot separates a schema from its table.
   */
  tables?: Partial<Record<TableName, string | undefined>> | undefined
  /**
   * The database engine, for a Kysely dialect that describes its engine wrongly. Default: detected.
   */
  dialect?: Dialect | undefined
  /**
   * Whether the driver supports transactions. Default: `true`. Set it to `false` for Cloudflare D1.
   * The adapter then has no `transaction`, and a change of several statements is not all or
   * nothing.
   */
  transactions?: boolean | undefined
  /**
   * Whether a lock on a row holds against every other writer. Default: `true`. Set it to `false` if
   * several servers accept writes, such as the nodes of a Galera cluster. The adapter then has no
   * `lockUser`, and changes that would need it are made in several steps that check each other. On
   * Galera, it also needs `wsrep_sync_wait = 7`.
   */
  rowLocks?: boolean | undefined
  /**
   * A replica of PostgreSQL that pages may read sessions from. Everything else goes to `db`. Needs the
   * table `Attempt`, which `migrate` creates. Default: none.
   */
  reader?: KyselyDatabase | undefined
  /**
   * Seconds by which a session from the replica may be outdated. A session that another process has ended
   * is alive for no longer than that. Default: 2.
   */
  readerLag?: number | undefined
  /**
   * The same database as `db`, through a pool of its own. Pages read sessions with it, so that they do not wait
   * while sign-ins use every connection of `db`. Cannot be combined with `reader`. Default: none.
   */
  sessionDb?: KyselyDatabase | undefined
  /**
   * Sends the statement that reads a session and its user through the driver of `db`, so that the
   * database plans it once for each connection: `(statement) => pool.query(statement)` for a pool of
   * `pg`. Default: the statement is sent through `db`, and planned for each read.
   */
  prepared?: SendPrepared | undefined
}

/** The database, as the adapter's methods use it. */
export interface Store {
  readonly engine: Engine
  readonly run: Run
  /** Runs a statement of {@link Store.repeated}. */
  readonly runRepeated: RunRepeated
  /** Whether `atomically` is all or nothing. */
  readonly isAtomic: boolean
  /** Returns the statement that reads a session. It is built once for the database. */
  repeated(build: () => Sql): Repeated
  /** Whether a lock on a row holds against every other writer. */
  readonly hasRowLocks: boolean
  /** Returns the quoted name of a table. */
  table(name: TableName): Sql
  /** Returns the columns of a table, or `undefined` if the table does not exist. */
  findColumns(name: TableName): Promise<ReadonlyMap<string, Column> | undefined>
  /** Whether `INSERT` and `DELETE` can return rows. */
  mayReturnRows(): Promise<boolean>
  /** Runs work in a transaction. Uses the open transaction if there is one. */
  atomically<T>(work: (store: Store) => Promise<T>): Promise<T>
}

/** What is known about the tables of one adapter, and of others with the same names of tables. */
interface KnownTables {
  catalog?: Catalog | undefined
  sessionRead?: Repeated | undefined
}

/**
 * What is known about a database, by the names of the tables. It outlives the adapter, because an app
 * may create an adapter for each request.
 */
const databases = new WeakMap<object, Map<string, KnownTables>>()

/** Opens a database for the adapter without sending a statement. */
export function openStore(db: KyselyDatabase, options: KyselyAdapterOptions): Store {
  const engine = engineOf(db, options.dialect)
  const names = nameTables(options.tables)
  const { rowLocks } = options
  const known = findKnown(db, JSON.stringify([engine.dialect, names, rowLocks]))

  const storeOn = (
    connection: KyselyConnection,
    {
      mayBegin,
      isAtomic,
      isInside,
    }: Readonly<Record<'mayBegin' | 'isAtomic' | 'isInside', boolean>>,
  ): Store => {
    const send = runOn(connection, engine)
    // Inside a transaction, a deadlock has undone more than this statement.
    const run: Run = isInside ? send : (statement) => afterDeadlocks(() => send(statement))
    const { prepared } = options
    // A prepared statement would not see the changes of an open transaction.
    const unprepared = runUnprepared(run)
    const runRepeated = prepared && !isInside ? runPrepared(prepared, unprepared) : unprepared
    const catalog = rememberCatalog(known, async () => {
      await requireFittingCluster(run, engine, rowLocks)
      return readCatalog(run, engine, names)
    })
    const store: Store = {
      engine,
      run,
      runRepeated,
      isAtomic,
      repeated: (build) => (known.sessionRead ??= repeat(build(), engine)),
      hasRowLocks: rowLocks ?? true,
      table: (name) => engine.quote(names[name]),
      findColumns: async (name) => (await catalog(name)).tables.get(name),
      mayReturnRows: async () => {
        if (engine.dialect !== 'mysql') return true
        // Galera repeats a statement that it did not certify. The driver then gets the rows of both runs.
        return rowLocks !== false && mayReturnRows(engine, await catalog('User'))
      },
      atomically: async (work) => {
        if (!mayBegin) return work(store)
        // Reads the catalog before the transaction, because SQLite refuses a write if another
        // process has written since the transaction's first read.
        await catalog('User')
        const begin = (): ReturnType<typeof work> =>
          db.transaction().execute(async (opened) => work(storeOn(opened, inside)))
        return afterDeadlocks(begin)
      },
    }
    return store
  }
  const mayBegin = options.transactions !== false && !db.isTransaction
  return storeOn(db, { mayBegin, isAtomic: mayBegin, isInside: db.isTransaction })
}

const inside = { mayBegin: false, isAtomic: true, isInside: true }

function findKnown(db: object, tables: string): KnownTables {
  const known = databases.get(db) ?? new Map<string, KnownTables>()
  databases.set(db, known)
  const found = known.get(tables) ?? {}
  known.set(tables, found)
  return found
}

/** Deletes the cached catalogs of a database, after its tables were changed. */
export function forgetCatalog(db: object): void {
  for (const known of databases.get(db)?.values() ?? []) known.catalog = undefined
}

/**
 * Caches the result and not the promise. With a single connection, a transaction that waits for a
 * query outside of it would wait forever. If the table is missing, the catalog is read again.
 */
function rememberCatalog(
  known: KnownTables,
  read: () => Promise<Catalog>,
): (needed: TableName) => Promise<Catalog> {
  return async (needed) => {
    if (known.catalog?.tables.has(needed)) return known.catalog
    known.catalog = await read()
    return known.catalog
  }
}
