import { raw, sql } from './sql.js'
import type { Sql } from './sql.js'

/** The SQL dialects that the adapter supports. */
export type Dialect = 'postgres' | 'mysql' | 'sqlite'

/** The differences between the SQL dialects. */
export interface Engine {
  readonly dialect: Dialect
  /** Supports `UPDATE … RETURNING`. For other statements, it depends on the server's version. */
  readonly updateReturns: boolean
  /** Supports `SELECT … FOR UPDATE`. */
  readonly locksRows: boolean
  readonly placeholder: (position: number) => string
  /** Quotes an identifier. A dot separates a schema from its table. */
  readonly quote: (name: string) => Sql
  /** Returns the condition that a column is exactly this text, for any collation and type. */
  readonly equals: (column: Sql, value: string) => Sql
  /**
   * Selects a date column in a format that `readDate` can parse, independent of the driver's
   * settings.
   */
  readonly date: (column: Sql) => Sql
  readonly isBefore: (column: Sql, date: Date) => Sql
  /** The time of the database in milliseconds since the epoch, as an integer. */
  readonly now: Sql
  /**
   * Returns the clause that updates an existing row instead of inserting one. Assignments follow
   * it.
   */
  readonly onDuplicate: (key: Sql) => Sql
  /** Encodes a value for a column of the given type. */
  readonly encode: (value: unknown, type: string) => unknown
}

/** The traits of a Kysely dialect. */
export interface KyselyDialectTraits {
  readonly supportsReturning?: boolean | undefined
  readonly supportsTransactionalDdl?: boolean | undefined
  readonly supportsOutput?: boolean | undefined
}

/** Detects the engine from the traits of its dialect. */
export function engineOf(
  db: { getExecutor(): { readonly adapter: KyselyDialectTraits } },
  dialect: Dialect | undefined,
): Engine {
  if (dialect) return engines[dialect]
  const { supportsReturning, supportsTransactionalDdl, supportsOutput } = db.getExecutor().adapter
  if (supportsOutput) throw new TypeError('kyselyAdapter: SQL Server is not supported')
  if (!supportsReturning) return engines.mysql
  return supportsTransactionalDdl ? engines.postgres : engines.sqlite
}

const postgres: Engine = {
  dialect: 'postgres',
  updateReturns: true,
  locksRows: true,
  placeholder: (position) => `$${position}`,
  quote: (name) => raw(name.split('.').map(doubleQuoted).join('.')),
  equals: equalsUnlessNul,
  // Works with or without a time zone (UTC), and bypasses the driver's date parsers.
  // `extract` would compute with numerics, which takes twice as long.
  date: (column) => sql`date_part('epoch', ${column}) * 1000`,
  isBefore: (column, date) => sql`${column} < ${date.toISOString()}`,
  // The time of the statement, also inside a transaction that began long before.
  now: sql`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`,
  onDuplicate: onConflict,
  encode: (value) => (value instanceof Date ? value.toISOString() : encodeObject(refuseNul(value))),
}

const mysql: Engine = {
  dialect: 'mysql',
  updateReturns: false,
  locksRows: true,
  placeholder: () => '?',
  quote: (name) => raw(name.split('.').map(backQuoted).join('.')),
  // The first comparison uses the index. The second ignores the collation and does not cast to a
  // number.
  equals: (column, value) =>
    sql`(${column} = ${value} and cast(convert(${column} using utf8mb4) as binary) = cast(convert(${value} using utf8mb4) as binary))`,
  // The column contains UTC, but drivers would read it in their own time zone.
  date: (column) => sql`timestampdiff(microsecond, '1970-01-01', ${column}) div 1000`,
  isBefore: (column, date) => sql`${column} < ${utcWallClock(date)}`,
  now: sql`floor(unix_timestamp(current_timestamp(3)) * 1000)`,
  onDuplicate: () => sql`on duplicate key update`,
  encode: (value) => (value instanceof Date ? utcWallClock(value) : encodeObject(toBit(value))),
}

const sqlite: Engine = {
  dialect: 'sqlite',
  updateReturns: true,
  locksRows: false,
  placeholder: () => '?',
  quote: (name) => raw(doubleQuoted(name)),
  equals: equalsUnlessNul,
  date: (column) => column,
  // A number sorts before every text, and a column may contain texts in several formats.
  isBefore: (column, date) =>
    sql`((typeof(${column}) <> 'text' and ${column} < ${date.getTime()}) or (${column} >= '' and ${column} < ${date.toISOString()} and julianday(${column}) < julianday(${date.toISOString()})))`,
  now: sql`cast(round((julianday('now') - 2440587.5) * 86400000) as integer)`,
  onDuplicate: onConflict,
  encode: (value, type) => {
    if (value instanceof Date) return /int/i.test(type) ? value.getTime() : value.toISOString()
    return encodeObject(toBit(refuseNul(value)))
  },
}

export const engines: Readonly<Record<Dialect, Engine>> = { postgres, mysql, sqlite }

function doubleQuoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function backQuoted(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``
}

function utcWallClock(date: Date): string {
  return date.toISOString().replace('T', ' ').replace('Z', '')
}

function onConflict(key: Sql): Sql {
  return sql`on conflict (${key}) do update set`
}

/**
 * Texts with a NUL are never stored. Some SQLite drivers would search only for the part before it.
 */
function equalsUnlessNul(column: Sql, value: string): Sql {
  return value.includes('\0') ? sql`1 = 0` : sql`${column} = ${value}`
}

function refuseNul(value: unknown): unknown {
  if (typeof value !== 'string' || !value.includes('\0')) return value
  throw new TypeError('The database cannot store text with a NUL character')
}

function toBit(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value
}

function encodeObject(value: unknown): unknown {
  const isPlain = typeof value !== 'object' || value === null || ArrayBuffer.isView(value)
  return isPlain ? value : JSON.stringify(value)
}
