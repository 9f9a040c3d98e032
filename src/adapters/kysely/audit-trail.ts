import type { AuditQuery, AuditRecord, AuditSink } from '../../model/audit.js'
import type { KyselyDatabase, Row } from './database.js'
import { purge } from './purge.js'
import { aside, dates, readDate } from './rows.js'
import { join, raw, sql } from './sql.js'
import { openStore } from './store.js'
import type { KyselyAdapterOptions, Store } from './store.js'
import { model } from './tables.js'
import { insert, matches, toValues } from './write.js'

/** Options of {@link kyselyAuditTrail}. */
export interface KyselyAuditOptions extends Pick<KyselyAdapterOptions, 'tables' | 'dialect'> {
  /** Days after which a record is deleted. `Infinity` keeps all records. Default: 365. */
  retentionDays?: number | undefined
}

/** A sink that stores records in a table, and returns those of a user. */
export interface KyselyAuditTrail extends AuditSink {
  /** Returns the records of a user, the newest first. */
  readonly list: (query: AuditQuery) => Promise<readonly AuditRecord[]>
  /** Deletes the records that are older than `retentionDays`. Records that arrive do this hourly. */
  readonly deleteExpired: (now?: Date) => Promise<void>
}

const day = 24 * 60 * 60 * 1000
const purgeInterval = 60 * 60 * 1000

/** When each database was purged last, in milliseconds. */
const purges = new WeakMap<object, number>()

/**
 * Stores records in the table `AuditRecord`, which `migrate` creates. Pass the database and the
 * `tables` that you pass to `kyselyAdapter`. A record outlives the user whom it names.
 *
 * @example
 * ```ts
 * import { kyselyAuditTrail } from 'latchkey/audit'
 * import { db } from '~/database'
 *
 * export const audit = kyselyAuditTrail(db, { retentionDays: 90 })
 * ```
 */
export function kyselyAuditTrail(
  db: KyselyDatabase,
  { retentionDays = 365, ...options }: KyselyAuditOptions = {},
): KyselyAuditTrail {
  if (!(retentionDays > 0)) {
    throw new RangeError(`Expected \`retentionDays\` to be more than 0, got ${retentionDays}.`)
  }
  const store = openStore(db, options)
  const deleteExpired = async (now = new Date()): Promise<void> => {
    if (retentionDays === Infinity) return
    const oldest = new Date(now.getTime() - retentionDays * day)
    await purge({ store, table: 'AuditRecord', column: 'time' }, oldest)
  }
  const write = async (record: AuditRecord): Promise<void> => {
    await insertRecord(store, record)
    const now = Date.parse(record.time)
    if (now < (purges.get(db) ?? -Infinity) + purgeInterval) return
    purges.set(db, now)
    // The record is stored, and a rejection would say that it is lost. The next hour tries again.
    await deleteExpired(new Date(now)).catch(() => undefined)
  }
  return Object.assign(write, { deleteExpired, list: (query: AuditQuery) => list(store, query) })
}

async function insertRecord(store: Store, record: AuditRecord): Promise<void> {
  const row = { ...record, time: new Date(record.time) }
  await store.run(await insert(store, 'AuditRecord', await toValues(store, 'AuditRecord', row)))
}

async function list(
  store: Store,
  { userId, before, limit }: AuditQuery,
): Promise<readonly AuditRecord[]> {
  const { engine } = store
  const id = engine.quote('id')
  const names = model.AuditRecord.columns.map(({ name }) => name).filter((name) => name !== 'time')
  const columns = join([...names.map(engine.quote), ...dates(engine, undefined, 'time')])
  const ofUser = matches(store, { userId })
  const older = before === undefined ? ofUser : sql`${ofUser} and ${id} < ${before}`
  const { rows } = await store.run(
    sql`select ${columns} from ${store.table('AuditRecord')} where ${older} order by ${id} desc limit ${raw(String(Math.trunc(limit)))}`,
  )
  return rows.map(toRecord)
}

function toRecord(row: Row): AuditRecord {
  const { [aside('time')]: time, version, count, ...texts } = row
  const filled = Object.entries(texts).filter(([, value]) => value !== null)
  return {
    ...(Object.fromEntries(filled) as unknown as AuditRecord),
    version: Number(version) as AuditRecord['version'],
    time: readDate(time)?.toISOString() ?? '',
    ...(count !== null && { count: Number(count) }),
  }
}
