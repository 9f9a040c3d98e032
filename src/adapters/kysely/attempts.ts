import type { Adapter } from '../../model/adapter.js'
import type { Attempt, AttemptCount } from '../../model/limits.js'
import { dates, toAttemptCount } from './rows.js'
import { join, sql } from './sql.js'
import type { Sql } from './sql.js'
import type { Store } from './store.js'
import { insert, matches, read, toValues } from './write.js'

/** The method for counting attempts. */
export function attemptMethods(store: Store): Required<Pick<Adapter, 'countAttempt'>> {
  const columns = join([store.engine.quote('count'), ...dates(store.engine, undefined, 'expires')])

  return {
    countAttempt: async (attempt) => {
      if (!(await store.mayReturnRows())) return countAndAsk(store, attempt, columns)
      const counting = await countingOf(store, attempt, (count) => count)
      const { rows } = await store.run(sql`${counting} returning ${columns}`)
      return toAttemptCount(rows[0] ?? {})
    },
  }
}

/** Counts on a server that does not return rows. The count is returned as the insert id. */
async function countAndAsk(store: Store, attempt: Attempt, columns: Sql): Promise<AttemptCount> {
  const counting = await countingOf(store, attempt, (count) => sql`last_insert_id(${count})`)
  const { affected, insertId } = await store.run(counting)
  const count = affected === 1 ? 1 : Number(insertId)
  // A missing count would be below every limit.
  if (!(count >= 1))
    throw new Error('The driver returns no insertId, which is needed to count attempts')
  if (count === 1) return { count, expires: new Date(attempt.expires) }
  // Another call may have started a new count or deleted the row since. The count of this call is
  // still right.
  const condition = matches(store, { key: attempt.key })
  const row = await read({ store, table: 'Attempt', condition }, columns)
  return { count, expires: row ? toAttemptCount(row).expires : new Date(attempt.now) }
}

/** Returns one statement, so that parallel calls each see the count of the call before. */
async function countingOf(
  store: Store,
  { key, now, expires }: Attempt,
  toResult: (count: Sql) => Sql,
): Promise<Sql> {
  const { engine } = store
  const values = await toValues(store, 'Attempt', { key, count: 1, expires })
  const old = (column: string): Sql => sql`${store.table('Attempt')}.${engine.quote(column)}`
  // Dates have a precision of one millisecond, so this matches a count that ends now or has ended.
  const isOver = engine.isBefore(old('expires'), new Date(now.getTime() + 1))
  const count = sql`case when ${isOver} then 1 else ${old('count')} + 1 end`
  const end = sql`case when ${isOver} then ${values.get('expires')} else ${old('expires')} end`
  // MySQL assigns from left to right, and the count depends on the old `expires`.
  return sql`${await insert(store, 'Attempt', values)} ${engine.onDuplicate(engine.quote('key'))}
    ${engine.quote('count')} = ${toResult(count)}, ${engine.quote('expires')} = ${end}`
}
