import { mayReturnRows, readCatalog } from './catalog.js'
import type { Catalog, Column, Names } from './catalog.js'
import { runOn } from './database.js'
import type { KyselyConnection, KyselyDatabase, Run } from './database.js'
import { afterDeadlocks } from './deadlocks.js'
import { engineOf } from './engine.js'
import type { Dialect, Engine } from './engine.js'
import type { Sql } from './sql.js'
import { nameTables } from './tables.js'
import type { TableName } from './tables.js'

/** How the adapter finds its tables. */
export interface KyselyAdapterOptions {
  /**
   * Names of the tables in the database, where they are not `User`, `Account`, `Session`,
   * `VerificationToken`, `Authenticator` and `Attempt`. A dot separates a schema from its table.
   */
  tables?: Partial<Record<TableName, string | undefined>> | undefined
  /** The engine, for a dialect of Kysely that says something untrue about it. */
  dialect?: Dialect | undefined
  /**
   * Whether the driver can do transactions. Default `true`. With `false`, as Cloudflare D1 needs
   * it, the adapter has no `transaction`, and what takes several statements is not all or nothing.
   */
  transactions?: boolean | undefined
}

/** The database as the methods of the adapter see it. */
export interface Store {
  readonly engine: Engine
  readonly run: Run
  /** Whether `atomically` is all or nothing. */
  readonly isAtomic: boolean
  /** The name of a table, quoted. */
  table(name: TableName): Sql
  /** The columns of a table as it is; `undefined` if there is no such table. */
  findColumns(name: TableName): Promise<ReadonlyMap<string, Column> | undefined>
  /** Whether `INSERT` and `DELETE` can return rows. */
  mayReturnRows(): Promise<boolean>
  /** Runs work in a transaction; in the one that is open already, if there is one. */
  atomically<T>(work: (store: Store) => Promise<T>): Promise<T>
}

/** What is known of a database. It outlives the adapter: an app may make one for each request. */
const catalogs = new WeakMap<object, Map<string, Catalog>>()

/** Opens a database for the adapter; nothing is asked of it yet. */
export function openStore(db: KyselyDatabase, options: KyselyAdapterOptions): Store {
  const engine = engineOf(db, options.dialect)
  const names = nameTables(options.tables)
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
    // Inside of a transaction a deadlock has undone more than the statement.
    const run: Run = isInside ? send : (statement) => afterDeadlocks(() => send(statement))
    const catalog = rememberCatalog(known, names, () => readCatalog(run, engine, names))
    const store: Store = {
      engine,
      run,
      isAtomic,
      table: (name) => engine.quote(names[name]),
      findColumns: async (name) => (await catalog(name)).tables.get(name),
      mayReturnRows: async () =>
        engine.dialect !== 'mysql' || mayReturnRows(engine, await catalog('User')),
      atomically: async (work) => {
        if (!mayBegin) return work(store)
        // SQLite refuses a write after another process has written what this transaction has read.
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

/** Lets go of what is known of a database, after its tables were changed. */
export function forgetCatalog(db: object): void {
  catalogs.get(db)?.clear()
}

/**
 * Remembers the answer and not the question: with one connection, a transaction that waited for a
 * question asked outside of it would wait for ever. A missing table is asked for again.
 */
function rememberCatalog(
  known: Map<string, Catalog>,
  names: Names,
  read: () => Promise<Catalog>,
): (needed: TableName) => Promise<Catalog> {
  const key = JSON.stringify(names)
  return async (needed) => {
    const found = known.get(key)
    if (found?.tables.has(needed)) return found
    const catalog = await read()
    known.set(key, catalog)
    return catalog
  }
}
