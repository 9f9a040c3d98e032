import { mayReturnRows, readCatalog } from './catalog.js'
import type { Catalog, Column } from './catalog.js'
import { runOn } from './database.js'
import type { KyselyConnection, KyselyDatabase, Run } from './database.js'
import { afterDeadlocks } from './deadlocks.js'
import { engineOf } from './engine.js'
import type { Dialect, Engine } from './engine.js'
import { runPrepared } from './prepared.js'
import type { SendPrepared } from './prepared.js'
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
  /** Like `run`, for a statement that is sent often and always with the same text. */
  readonly runOften: Run
  /** Whether `atomically` is all or nothing. */
  readonly isAtomic: boolean
  /** Returns the quoted name of a table. */
  table(name: TableName): Sql
  /** Returns the columns of a table, or `undefined` if the table does not exist. */
  findColumns(name: TableName): Promise<ReadonlyMap<string, Column> | undefined>
  /** Whether `INSERT` and `DELETE` can return rows. */
  mayReturnRows(): Promise<boolean>
  /** Runs work in a transaction. Uses the open transaction if there is one. */
  atomically<T>(work: (store: Store) => Promise<T>): Promise<T>
}

/**
 * Cached catalogs. They outlive the adapter, because an app may create an adapter for each request.
 */
const catalogs = new WeakMap<object, Map<string, Catalog>>()

/** Opens a database for the adapter without sending a statement. */
export function openStore(db: KyselyDatabase, options: KyselyAdapterOptions): Store {
  const engine = engineOf(db, options.dialect)
  const names = nameTables(options.tables)
  const catalogKey = JSON.stringify(names)
  const known = catalogs.get(db) ?? new Map<string, Catalog>()
  catalogs.set(db, known)

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
    const runOften = prepared && !isInside ? runPrepared(prepared, run, engine) : run
    const catalog = rememberCatalog(known, catalogKey, () => readCatalog(run, engine, names))
    const store: Store = {
      engine,
      run,
      runOften,
      isAtomic,
      table: (name) => engine.quote(names[name]),
      findColumns: async (name) => (await catalog(name)).tables.get(name),
      mayReturnRows: async () =>
        engine.dialect !== 'mysql' || mayReturnRows(engine, await catalog('User')),
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

/** Deletes the cached catalogs of a database, after its tables were changed. */
export function forgetCatalog(db: object): void {
  catalogs.get(db)?.clear()
}

/**
 * Caches the result and not the promise. With a single connection, a transaction that waits for a
 * query outside of it would wait forever. If the table is missing, the catalog is read again.
 */
function rememberCatalog(
  known: Map<string, Catalog>,
  key: string,
  read: () => Promise<Catalog>,
): (needed: TableName) => Promise<Catalog> {
  return async (needed) => {
    const found = known.get(key)
    if (found?.tables.has(needed)) return found
    const catalog = await read()
    known.set(key, catalog)
    return catalog
  }
}
