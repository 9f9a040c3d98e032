import { join, raw, sql } from './sql.js'
import type { Sql } from './sql.js'
import type { Store } from './store.js'
import { model } from './tables.js'
import type { TableName } from './tables.js'

/** The most rows that a statement deletes, and keeps locked until it ends. */
const batchSize = 1000

/** A table with an index on the column that says when a row expires. */
export interface Shelf {
  readonly store: Store
  readonly table: TableName
  readonly column: 'expires' | 'time'
}

/**
 * Deletes the rows whose column is before `date`, in batches. Between two of them it pauses for as long as
 * the first one took, so that other statements, and other requests of this process, get their turn.
 */
export async function purge(shelf: Shelf, date: Date): Promise<void> {
  const statement = deleteBatch(shelf, date)
  for (;;) {
    const begun = Date.now()
    const { affected } = await shelf.store.run(statement)
    if (affected < batchSize) return
    await pauseSince(begun)
  }
}

/**
 * Deletes counts of attempts that expired before `date`. There is no index to find them by, so each statement
 * reads, and on InnoDB locks, the rows between two keys.
 */
export async function purgeAttempts(store: Store, date: Date): Promise<void> {
  const { engine } = store
  const table = store.table('Attempt')
  const key = engine.quote('key')
  const due = engine.isBefore(engine.quote('expires'), date)
  for (let after = sql`1 = 1`; ;) {
    const begun = Date.now()
    const { rows } = await store.run(
      sql`select ${key} from ${table} where ${after} order by ${key} limit 1 offset ${raw(String(batchSize - 1))}`,
    )
    const last = rows[0]?.['key']
    const upTo = last === undefined ? sql`1 = 1` : sql`${key} <= ${last}`
    await store.run(sql`delete from ${table} where ${after} and ${upTo} and ${due}`)
    if (last === undefined) return
    after = sql`${key} > ${last}`
    await pauseSince(begun)
  }
}

/** Every engine has a way of its own to delete some of the matching rows. */
function deleteBatch({ store, table, column }: Shelf, date: Date): Sql {
  const { engine } = store
  const name = store.table(table)
  const due = engine.isBefore(engine.quote(column), date)
  const limit = raw(`limit ${batchSize}`)
  const keys = model[table].primaryKey.map(engine.quote)
  const some = sql`select ${join(keys)} from ${name} where ${due} ${limit}`
  switch (engine.dialect) {
    case 'mysql':
      return sql`delete from ${name} where ${due} order by ${engine.quote(column)} ${limit}`
    case 'sqlite':
      return sql`delete from ${name} where (${join(keys)}) in (${some})`
    case 'postgres': {
      // A row that is locked is about to change, or is deleted by another process.
      const isSame = keys.map((key) => sql`expired.${key} = due.${key}`)
      // Ordered, because PostgreSQL reads the whole table for the last batch if it expects many rows.
      const first = sql`select ${join(keys)} from ${name} where ${due} order by ${engine.quote(column)} ${limit}`
      return sql`with due as (${first} for update skip locked) delete from ${name} as expired using due where ${join(isSame, ' and ')}`
    }
  }
}

function pauseSince(begun: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Date.now() - begun))
}
