import type { Adapter, OneStepMethod } from '../model/adapter.js'
import { withDatabase } from '../model/database.js'
import { accountMethods } from './kysely/accounts.js'
import { attemptMethods } from './kysely/attempts.js'
import { authenticatorMethods } from './kysely/authenticators.js'
import type { KyselyDatabase } from './kysely/database.js'
import { factorMethods } from './kysely/factors.js'
import { passwordMethods } from './kysely/passwords.js'
import { sessionMethods } from './kysely/sessions.js'
import { readFromReplica } from './kysely/read-from-replica.js'
import { openStore } from './kysely/store.js'
import type { KyselyAdapterOptions, Store } from './kysely/store.js'
import { nameTables } from './kysely/tables.js'
import { tokenMethods } from './kysely/tokens.js'
import { userMethods } from './kysely/users.js'
import { verificationTokenMethods } from './kysely/verification-tokens.js'

export type {
  KyselyConnection,
  KyselyDatabase,
  KyselyResult,
  KyselyScope,
} from './kysely/database.js'
export type { Dialect, KyselyDialectTraits } from './kysely/engine.js'
export type { KyselyResultRows, PreparedStatement, SendPrepared } from './kysely/prepared.js'
export { migrate } from './kysely/migrate.js'
export { schema } from './kysely/schema.js'
export type { KyselyAdapterOptions } from './kysely/store.js'
export type { TableName } from './kysely/tables.js'

type Methods = Required<
  Omit<Adapter, 'transaction' | 'lockUser' | 'getRecentSessionAndUser' | OneStepMethod>
> &
  Pick<Adapter, 'lockUser'>

/**
 * An adapter with all methods. `transaction` is missing if the driver does not support
 * transactions, `lockUser` if rows cannot be locked, and `getRecentSessionAndUser` without
 * a `reader` or `sessionDb`.
 */
export type KyselyAdapter = Methods & Pick<Adapter, 'transaction' | 'getRecentSessionAndUser'>

/**
 * Returns an adapter that stores users, accounts, sessions, verification tokens, authenticators,
 * passwords, second factors and counts of attempts in PostgreSQL, MySQL, MariaDB or SQLite, through
 * any Kysely dialect for one of them.
 *
 * The tables are those of `@auth/kysely-adapter`. `migrate` creates them, and adds missing columns
 * to existing ones. Columns that your app added to `User` are read, and they are written if the
 * user has a field with that name. The first write reads the columns from the database once.
 *
 * @example
 * ```ts
 * import { Kysely, PostgresDialect } from 'kysely'
 * import { kyselyAdapter } from 'latchkey/adapters/kysely'
 * import { Pool } from 'pg'
 *
 * const pool = new Pool({ connectionString: process.env['DATABASE_URL'] })
 * const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
 * export const adapter = kyselyAdapter(db)
 * ```
 */
export function kyselyAdapter(
  db: KyselyDatabase,
  options: KyselyAdapterOptions = {},
): KyselyAdapter {
  const store = openStore(db, options)
  const adapter: KyselyAdapter = methodsOn(store)
  if (store.isAtomic) {
    adapter.transaction = async (work) => store.atomically(async (inner) => work(methodsOn(inner)))
  }
  if (options.sessionDb) readBeside(adapter, options.sessionDb, options)
  if (options.reader) readFromReplica(adapter, store, { ...options, reader: options.reader })
  return withDatabase(adapter, db, JSON.stringify(nameTables(options.tables)))
}

/** Adds the method with which pages read sessions, on a pool that nothing else waits for. */
function readBeside(adapter: Adapter, db: KyselyDatabase, options: KyselyAdapterOptions): void {
  if (options.reader) {
    throw new TypeError('kyselyAdapter: `sessionDb` and `reader` cannot be combined')
  }
  // `prepared` sends its statement through the pool that this one is to spare.
  const store = openStore(db, { ...options, prepared: undefined })
  adapter.getRecentSessionAndUser = sessionMethods(store).getSessionAndUser
}

function methodsOn(store: Store): Methods {
  const { lockUser, ...users } = userMethods(store)
  return {
    ...users,
    ...(store.hasRowLocks && { lockUser }),
    ...accountMethods(store),
    ...tokenMethods(store),
    ...sessionMethods(store),
    ...verificationTokenMethods(store),
    ...authenticatorMethods(store),
    ...passwordMethods(store),
    ...factorMethods(store),
    ...attemptMethods(store),
  }
}
