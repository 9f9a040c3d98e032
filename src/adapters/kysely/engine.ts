import { raw, sql } from './sql.js'
import type { Sql } from './sql.js'

/** Families of SQL that the adapter speaks. */
export type Dialect = 'postgres' | 'mysql' | 'sqlite'

/** Where one family of SQL differs from the others. */
export interface Engine {
  readonly dialect: Dialect
  /** `UPDATE … RETURNING`; what the other statements return is known of the server only. */
  readonly updateReturns: boolean
  /** `SELECT … FOR UPDATE`. */
  readonly locksRows: boolean
  readonly placeholder: (position: number) => string
  /** A name as an identifier; with a dot in it, a schema and a table. */
  readonly quote: (name: string) => Sql
  /** That a column holds exactly this text, whatever its collation and type. */
  readonly equals: (column: Sql, value: string) => Sql
  /** A date column in a form that `readDate` understands, whatever the driver's settings. */
  readonly date: (column: Sql) => Sql
  readonly isBefore: (column: Sql, date: Date) => Sql
  /** What an `INSERT` does, assignments to follow, to the row that has its key already. */
  readonly onDuplicate: (key: Sql) => Sql
  /** A value as a column of the given type takes it. */
  readonly encode: (value: unknown, type: string) => unknown
}

/** What a dialect of Kysely says about its engine. */
export interface KyselyDialectTraits {
  readonly supportsReturning?: boolean | undefined
  readonly supportsTransactionalDdl?: boolean | undefined
  readonly supportsOutput?: boolean | undefined
}

/** Tells the engine by what its dialect says about itself. */
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
  // With a time zone or without (then it is UTC), and past the parsers that a driver has for dates.
  date: (column) => sql`extract(epoch from ${column})::float8 * 1000`,
  isBefore: (column, date) => sql`${column} < ${date.toISOString()}`,
  onDuplicate: onConflict,
  encode: (value) => (value instanceof Date ? value.toISOString() : encodeObject(refuseNul(value))),
}

const mysql: Engine = {
  dialect: 'mysql',
  updateReturns: false,
  locksRows: true,
  placeholder: () => '?',
  quote: (name) => raw(name.split('.').map(backQuoted).join('.')),
  // The first half finds the row by its index; the second knows no collation and no cast to a number.
  equals: (column, value) =>
    sql`(${column} = ${value} and cast(convert(${column} using utf8mb4) as binary) = cast(convert(${value} using utf8mb4) as binary))`,
  // The clock on the wall is that of UTC; drivers would read it in a time zone of their own.
  date: (column) => sql`timestampdiff(microsecond, '1970-01-01', ${column}) div 1000`,
  isBefore: (column, date) => sql`${column} < ${utcWallClock(date)}`,
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
  // A number sorts before every text, and texts of several forms may stand in one column.
  isBefore: (column, date) =>
    sql`((typeof(${column}) <> 'text' and ${column} < ${date.getTime()}) or (${column} >= '' and ${column} < ${date.toISOString()} and julianday(${column}) < julianday(${date.toISOString()})))`,
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

/** No text with a NUL was ever stored; some drivers of SQLite would look for what is before it. */
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
