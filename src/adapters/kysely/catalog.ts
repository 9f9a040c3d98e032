import type { Run, Row } from './database.js'
import type { Engine } from './engine.js'
import { join, sql } from './sql.js'
import type { Sql } from './sql.js'
import { tableNames } from './tables.js'
import type { TableName } from './tables.js'

/** A column in the database. */
export interface Column {
  readonly name: string
  /** Type as in a column definition, including character set and collation. */
  readonly type: string
  readonly required: boolean
  /** Whether the database fills the column if an insert leaves it out. */
  readonly filled: boolean
  /** Maximum number of characters, if the database might cut longer text instead of failing. */
  readonly length: number | undefined
}

/** The existing tables in the database. */
export interface Catalog {
  readonly tables: ReadonlyMap<TableName, ReadonlyMap<string, Column>>
  /** The server's version string. Empty if it is not needed. */
  readonly version: string
}

/** Names of the tables in the database. */
export type Names = Readonly<Record<TableName, string>>

/** Reads the columns of all tables in one query. */
export async function readCatalog(run: Run, engine: Engine, names: Names): Promise<Catalog> {
  const { rows } = await run(columnQueries[engine.dialect](engine, names))
  const tables = new Map<TableName, Map<string, Column>>()
  for (const row of rows) {
    const table = tableOf(row, names)
    if (!table) continue
    const column = toColumn(row)
    const columns = tables.get(table) ?? new Map<string, Column>()
    tables.set(table, columns.set(column.name, column))
  }
  return { tables, version: textOf(rows[0]?.['version']) }
}

/** Whether `INSERT` and `DELETE` can return rows. */
export function mayReturnRows(engine: Engine, { version }: Catalog): boolean {
  if (engine.dialect !== 'mysql') return true
  const [, major, minor] = /(\d+)\.(\d+)\.\d+-mariadb/i.exec(version) ?? []
  return Number(major) * 1000 + Number(minor) >= 10_005
}

/** Returns the table of the model that a row of the server's catalog describes. */
export function tableOf(row: Row, names: Names): TableName | undefined {
  const found = textOf(row['table_name'])
  // On a file system that ignores case, the server stores names in lower case.
  return (
    tableNames.find((name) => unqualified(names[name]) === found) ??
    tableNames.find((name) => unqualified(names[name]).toLowerCase() === found.toLowerCase())
  )
}

/** Returns the condition that a row of MySQL's information schema belongs to one of the tables. */
export function ofTables(names: Names): Sql {
  const conditions = Object.values(names).map((name) => {
    const schema = name.split('.').at(-2)
    return sql`(table_schema = coalesce(${schema ?? null}, database()) and table_name = ${unqualified(name)})`
  })
  return join(conditions, ' or ')
}

/** Returns the tables as a relation of names and object ids, for PostgreSQL's catalog. */
export function postgresTables(engine: Engine, names: Names): Sql {
  const rows = Object.values(names).map((name) => {
    const quoted = engine.quote(name).texts.join('')
    return sql`(${unqualified(name)}::text, to_regclass(${quoted}::text))`
  })
  return sql`(values ${join(rows)}) as t (table_name, oid)`
}

/** Returns the tables in SQLite's catalog. */
export function sqliteTables(names: Names): Sql {
  const wanted = Object.values(names).map((name) => sql`lower(${name})`)
  return sql`(select name as table_name from sqlite_master where type in ('table', 'view') and lower(name) in (${join(wanted)})) as t`
}

/** Returns a table's name without its schema. */
export function unqualified(name: string): string {
  return name.split('.').at(-1) ?? name
}

const columnQueries: Readonly<Record<Engine['dialect'], (engine: Engine, names: Names) => Sql>> = {
  postgres: (engine, names) => sql`
    select t.table_name, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as required, (a.atthasdef or a.attidentity <> '') as filled
    from ${postgresTables(engine, names)} join pg_attribute a on a.attrelid = t.oid
    where a.attnum > 0 and not a.attisdropped`,
  mysql: (_engine, names) => sql`
    select table_name as table_name, column_name as name,
      concat(column_type, coalesce(concat(' character set ', character_set_name), ''),
        coalesce(concat(' collate ', collation_name), '')) as type,
      is_nullable = 'NO' as required,
      (extra like '%auto_increment%' or extra like '%default_generated%'
        or coalesce(column_default, 'NULL') <> 'NULL') as filled,
      character_maximum_length as length, version() as version
    from information_schema.columns where ${ofTables(names)}`,
  sqlite: (_engine, names) => sql`
    select t.table_name, c.name, c.type, (c."notnull" or c.pk > 0) as required,
      (c.dflt_value is not null or (c.pk = 1 and lower(c.type) = 'integer')) as filled
    from ${sqliteTables(names)} join pragma_table_info(t.table_name) as c`,
}

function toColumn(row: Row): Column {
  const length = row['length']
  return {
    name: textOf(row['name']),
    type: textOf(row['type']),
    required: Boolean(Number(row['required'])),
    filled: Boolean(Number(row['filled'])),
    length: length === null || length === undefined ? undefined : Number(length),
  }
}

/** Some drivers return names from the server's catalog as bytes. */
export function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return new TextDecoder().decode(value)
  return typeof value === 'string' ? value : ''
}
