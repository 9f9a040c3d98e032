import type { Adapter, OneStepMethod } from '../model/adapter.js'
import { withDatabase } from '../model/database.js'
import { accountMethods } from './kysely/accounts.js'
import { attemptMethods } from './kysely/attempts.js'
import { authenticatorMethods } from './kysely/authenticators.js'
import type { KyselyDatabase } from './kysely/database.js'
import { sessionMethods } from './kysely/sessions.js'
import { openStore } from './kysely/store.js'
import type { KyselyAdapterOptions, Store } from './kysely/store.js'
import { nameTables } from './kysely/tables.js'
import { userMethods } from './kysely/users.js'
import { verificationTokenMethods } from './kysely/verification-tokens.js'

export type {
  KyselyConnection,
  KyselyDatabase,
  KyselyResult,
  KyselyScope,
} from './kysely/database.js'
export type { Dialect, KyselyDialectTraits } from './kysely/engine.js'
export { migrate } from './kysely/migrate.js'
export { schema } from './kysely/schema.js'
export type { KyselyAdapterOptions } from './kysely/store.js'
export type { TableName } from './kysely/tables.js'

type Methods = Required<Omit<Adapter, 'transaction' | OneStepMethod>>

/** An adapter whose every method is there, but perhaps `transaction`, which does more in one step. */
export type KyselyAdapter = Methods & Pick<Adapter, 'transaction'>

/**
 * Keeps users, accounts, sessions, verification tokens, authenticators and counts of attempts in a
 * SQL database: PostgreSQL, MySQL, MariaDB or SQLite, through any dialect of Kysely that speaks one
 * of them.
 *
 * The tables are those of `@auth/kysely-adapter`; `migrate` creates them, and adds to existing ones
 * what is missing. Columns that the application added to `User` are read, and written when a user
 * has a field of that name. The first write asks the database for its columns once.
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
  return withDatabase(adapter, db, JSON.stringify(nameTables(options.tables)))
}

function methodsOn(store: Store): Methods {
  return {
    ...userMethods(store),
    ...accountMethods(store),
    ...sessionMethods(store),
    ...verificationTokenMethods(store),
    ...authenticatorMethods(store),
    ...attemptMethods(store),
  }
}
