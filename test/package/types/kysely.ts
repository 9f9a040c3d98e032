import type { Kysely, Transaction } from 'kysely'
import { kyselyAdapter, migrate } from '../../../src/adapters/kysely.js'
import type { KyselyDatabase } from '../../../src/adapters/kysely.js'
import type { Adapter } from '../../../src/model/adapter.js'

interface Tables {
  User: { id: string; name: string | null }
  post: { id: number; title: string }
}

declare const db: Kysely<Tables>
declare const loose: Kysely<Record<string, Record<string, unknown>>>
declare const empty: Kysely<object>
declare const opened: Transaction<Tables>

export const adapters: Adapter[] = [
  kyselyAdapter(db),
  kyselyAdapter(loose, { tables: { User: 'users' }, dialect: 'sqlite', transactions: false }),
  kyselyAdapter(empty),
  kyselyAdapter(opened),
]
export const port: KyselyDatabase = db
export const migrated: Promise<void> = migrate(db, { tables: { Session: undefined } })

// @ts-expect-error a table that there is not
kyselyAdapter(db, { tables: { user: 'users' } })
// @ts-expect-error a pool is no Kysely
kyselyAdapter({ query: async () => ({ rows: [] }) })
// @ts-expect-error an engine that is not spoken
kyselyAdapter(db, { dialect: 'mssql' })

/** Every method is there, and needs no check. */
export const list: object = kyselyAdapter(db).listSessionsByUserId('1')
