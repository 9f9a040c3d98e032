import { unqualified } from './catalog.js'
import type { Names } from './catalog.js'
import { engines } from './engine.js'
import type { Dialect, Engine } from './engine.js'
import { join, raw, sql } from './sql.js'
import type { Sql } from './sql.js'
import type { KyselyAdapterOptions } from './store.js'
import { model, nameTables, tableNames } from './tables.js'
import type { ColumnKind, ColumnModel, TableName } from './tables.js'

/** The settings that table definitions depend on. */
export interface Ground {
  readonly engine: Engine
  readonly names: Names
  /** The MySQL or MariaDB collation that compares texts byte by byte. */
  readonly collation: string
}

/**
 * Returns the statements that create the tables in an empty database. Use it if you run your own
 * migrations.
 */
export function schema(
  dialect: Dialect | 'mariadb',
  options: Pick<KyselyAdapterOptions, 'tables'> = {},
): string {
  const ground = {
    engine: engines[dialect === 'mariadb' ? 'mysql' : dialect],
    names: nameTables(options.tables),
    collation: dialect === 'mariadb' ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin',
  }
  return tableNames
    .flatMap((table) => createTable(ground, table, undefined))
    .map((statement) => `${statement.texts.join('')};\n`)
    .join('\n')
}

/**
 * Returns the statements that create a table with its indexes. `idType` is the type of the column
 * that `userId` references.
 */
export function createTable(ground: Ground, table: TableName, idType: string | undefined): Sql[] {
  const { engine, names, collation } = ground
  const { columns, primaryKey, unique, indexes, outlivesUser } = model[table]
  const isOwned = !outlivesUser && columns.some(({ name }) => name === 'userId')
  const isMysql = engine.dialect === 'mysql'
  const lines = [
    ...columns.map((column) => {
      const type =
        isOwned && column.name === 'userId' && idType ? raw(idType) : typeOf(ground, column)
      return sql`${engine.quote(column.name)} ${type}${raw(column.required ? ' not null' : '')}`
    }),
    sql`primary key (${quoteAll(engine, primaryKey)})`,
    ...unique.map((key) => sql`unique (${quoteAll(engine, key)})`),
    // MySQL has no `create index if not exists`, so its indexes are part of the table definition.
    ...(isMysql ? indexes.map((key) => sql`index (${quoteAll(engine, key)})`) : []),
    ...(isOwned
      ? [
          sql`foreign key (${engine.quote('userId')}) references ${engine.quote(names.User)} (${engine.quote('id')}) on delete cascade`,
        ]
      : []),
  ]
  const suffix = isMysql
    ? ` engine = InnoDB default character set utf8mb4 collate ${collation}`
    : ''
  return [
    sql`create table ${engine.quote(names[table])} (\n  ${join(lines, ',\n  ')}\n)${raw(suffix)}`,
    ...(isMysql ? [] : indexes.map((key) => createIndex(ground, table, key, 'index'))),
  ]
}

/** Returns the statement that adds an index to a table. */
export function createIndex(
  { engine, names }: Ground,
  table: TableName,
  columns: readonly string[],
  kind: 'index' | 'unique index',
): Sql {
  const suffix = kind === 'index' ? 'idx' : 'key'
  const name = [unqualified(names[table]), ...columns, suffix].join('_')
  return sql`create ${raw(kind)} ${engine.quote(name)} on ${engine.quote(names[table])} (${quoteAll(engine, columns)})`
}

/** Returns the statement that adds a nullable column to a table. */
export function addColumn(ground: Ground, table: TableName, column: ColumnModel): Sql {
  const { engine, names, collation } = ground
  const isText = engine.dialect === 'mysql' && column.kind === 'text'
  const suffix = isText ? ` character set utf8mb4 collate ${collation}` : ''
  return sql`alter table ${engine.quote(names[table])} add column ${engine.quote(column.name)} ${typeOf(ground, column)}${raw(suffix)} null`
}

function quoteAll(engine: Engine, columns: readonly string[]): Sql {
  return join(columns.map(engine.quote))
}

// prettier-ignore
const types: Readonly<Record<Dialect, Readonly<Record<ColumnKind, string>>>> = {
  postgres: { text: 'text', date: 'timestamptz', integer: 'bigint',  boolean: 'boolean' },
  mysql:    { text: 'text', date: 'datetime(3)', integer: 'bigint',  boolean: 'boolean' },
  sqlite:   { text: 'text', date: 'text',        integer: 'integer', boolean: 'integer' },
}

function typeOf({ engine, collation }: Ground, { kind, length, isAscii }: ColumnModel): Sql {
  const isKey = engine.dialect === 'mysql' && length !== undefined
  if (!isKey) return raw(types[engine.dialect][kind])
  // MySQL has no ASCII collation that respects trailing spaces, but base64 never contains spaces.
  const ascii = collation === 'utf8mb4_nopad_bin' ? 'ascii_nopad_bin' : 'ascii_bin'
  return raw(`varchar(${length})${isAscii ? ` character set ascii collate ${ascii}` : ''}`)
}
