import { ofTables, postgresTables, readCatalog, sqliteTables, tableOf, textOf } from './catalog.js'
import type { Catalog } from './catalog.js'
import { runOn } from './database.js'
import type { KyselyDatabase, Row, Run } from './database.js'
import { engineOf } from './engine.js'
import type { Engine } from './engine.js'
import { runLocked } from './lock.js'
import { addColumn, createIndex, createTable } from './schema.js'
import type { Ground } from './schema.js'
import { join, render, sql } from './sql.js'
import type { Sql } from './sql.js'
import { forgetCatalog } from './store.js'
import type { KyselyAdapterOptions } from './store.js'
import { model, nameTables, tableNames } from './tables.js'
import type { TableName } from './tables.js'

/**
 * Creates missing tables. Adds missing columns, indexes and unique constraints to existing tables,
 * such as those of Auth.js. Never drops anything.
 *
 * It is safe to run it again, and several processes that run it wait for each other. Rejects before
 * it changes anything if rows of a table are not unique where they must be.
 */
export async function migrate(
  db: KyselyDatabase,
  options: KyselyAdapterOptions = {},
): Promise<void> {
  const engine = engineOf(db, options.dialect)
  await runLocked(db, engine, options, async (run) => {
    for (const statement of await planStatements(run, engine, options)) await run(statement)
  })
  forgetCatalog(db)
}

/** Returns the statements that `migrate` would run, and changes nothing. */
export async function planMigration(
  db: KyselyDatabase,
  options: KyselyAdapterOptions = {},
): Promise<readonly string[]> {
  const engine = engineOf(db, options.dialect)
  const statements = await planStatements(runOn(db, engine), engine, options)
  return statements.map((statement) => render(statement, engine.placeholder))
}

async function planStatements(
  run: Run,
  engine: Engine,
  options: KyselyAdapterOptions,
): Promise<readonly Sql[]> {
  const names = nameTables(options.tables)
  const ground = { engine, names, collation: await chooseCollation(run, engine) }
  const catalog = await readCatalog(run, engine, names)
  const missing = await findMissing(run, ground, catalog)
  const statements = statementsFor(ground, catalog, missing)
  for (const index of missing.unique)
    if (hasColumns(catalog, index)) await refuseDuplicates(run, ground, index)
  return statements
}

interface Index {
  readonly table: TableName
  readonly columns: readonly string[]
}

/** Indexes that existing tables lack. */
interface Missing {
  readonly unique: readonly Index[]
  readonly plain: readonly Index[]
}

function statementsFor(ground: Ground, { tables }: Catalog, missing: Missing): Sql[] {
  const idType = tables.get('User')?.get('id')?.type
  return tableNames.flatMap((table) => {
    const columns = tables.get(table)
    if (!columns) return createTable(ground, table, idType)
    const absent = model[table].columns.filter(({ name }) => !columns.has(name))
    const needed = absent.find((column) => column.required)
    if (needed)
      throw new Error(
        `migrate: table "${ground.names[table]}" has no column "${needed.name}", so it is not the table of an adapter; give it another name, or name another table in the option tables`,
      )
    return [
      ...absent.map((column) => addColumn(ground, table, column)),
      ...indexesOf(missing.unique, table).map((key) =>
        createIndex(ground, table, key, 'unique index'),
      ),
      ...indexesOf(missing.plain, table).map((key) => createIndex(ground, table, key, 'index')),
    ]
  })
}

function indexesOf(indexes: readonly Index[], wanted: TableName): (readonly string[])[] {
  return indexes.filter(({ table }) => table === wanted).map(({ columns }) => columns)
}

async function findMissing(run: Run, ground: Ground, { tables }: Catalog): Promise<Missing> {
  const { rows } = await run(indexQueries[ground.engine.dialect](ground))
  const existing = groupIndexes(rows, ground)
  const wanted = (pick: (table: TableName) => readonly (readonly string[])[]): Index[] =>
    tableNames
      .filter((table) => tables.has(table))
      .flatMap((table) => pick(table).map((columns) => ({ table, columns })))
  return {
    unique: wanted((table) => [model[table].primaryKey, ...model[table].unique]).filter(
      (key) => !existing.some((index) => index.isUnique && isWithin(index, key)),
    ),
    plain: wanted((table) => model[table].indexes).filter(
      (key) => !existing.some((index) => beginsWith(index, key)),
    ),
  }
}

/** An index that is unique by fewer columns is also unique by all of them. */
function isWithin(index: Index, key: Index): boolean {
  return index.table === key.table && index.columns.every((name) => key.columns.includes(name))
}

function beginsWith(index: Index, key: Index): boolean {
  return (
    index.table === key.table && key.columns.every((name, place) => index.columns[place] === name)
  )
}

interface ExistingIndex extends Index {
  readonly isUnique: boolean
}

/** The rows of one index are adjacent, with its columns in order. */
function groupIndexes(rows: readonly Row[], { names }: Ground): ExistingIndex[] {
  const found = new Map<string, ExistingIndex>()
  for (const row of rows) {
    const table = tableOf(row, names)
    if (!table) continue
    const key = `${table} ${textOf(row['index_name'])}`
    const before = found.get(key) ?? { columns: [], isUnique: true }
    const columns = [...before.columns, textOf(row['column_name'])]
    const isUnique = before.isUnique && Boolean(Number(row['is_unique']))
    found.set(key, { table, columns, isUnique })
  }
  return [...found.values()]
}

const indexQueries: Readonly<Record<Engine['dialect'], (ground: Ground) => Sql>> = {
  postgres: ({ engine, names }) => sql`
    select t.table_name, i.indexrelid::text as index_name, i.indisunique as is_unique,
      a.attname as column_name
    from ${postgresTables(engine, names)} join pg_index i on i.indrelid = t.oid
    cross join lateral unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
    join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum
    where i.indpred is null and i.indexprs is null and i.indisvalid and k.place <= i.indnkeyatts
    order by 1, 2, k.place`,
  mysql: ({ names }) => sql`
    select table_name as table_name, index_name as index_name,
      (non_unique = 0 and sub_part is null) as is_unique, column_name as column_name
    from information_schema.statistics where ${ofTables(names)}
    order by 1, 2, seq_in_index`,
  sqlite: ({ names }) => sql`
    select t.table_name, l.name as index_name, l."unique" as is_unique, i.name as column_name,
      i.seqno as place
    from ${sqliteTables(names)} join pragma_index_list(t.table_name) as l
    join pragma_index_info(l.name) as i where l.partial = 0
    union all
    select t.table_name, '' as index_name, 1 as is_unique, c.name as column_name, c.pk as place
    from ${sqliteTables(names)} join pragma_table_info(t.table_name) as c where c.pk > 0
    order by 1, 2, 5`,
}

/** A column that does not exist yet is empty, and so has no duplicates. */
function hasColumns({ tables }: Catalog, { table, columns }: Index): boolean {
  return columns.every((name) => tables.get(table)?.has(name))
}

async function refuseDuplicates(
  run: Run,
  { engine, names }: Ground,
  { table, columns }: Index,
): Promise<void> {
  const quoted = columns.map(engine.quote)
  const present = join(
    quoted.map((column) => sql`${column} is not null`),
    ' and ',
  )
  const { rows } = await run(
    sql`select count(*) as times from ${engine.quote(names[table])} where ${present} group by ${join(quoted)} having count(*) > 1 limit 1`,
  )
  if (rows.length === 0) return
  const named = columns.map((column) => `"${column}"`).join(', ')
  throw new Error(
    `migrate: table "${names[table]}" has rows with the same ${named}, which must be unique; nothing was changed`,
  )
}

/** Returns the collation that compares texts byte by byte, including trailing spaces. */
async function chooseCollation(run: Run, engine: Engine): Promise<string> {
  if (engine.dialect !== 'mysql') return ''
  const { rows } = await run(
    sql`select collation_name as name from information_schema.collations where collation_name in ('utf8mb4_nopad_bin', 'utf8mb4_0900_bin')`,
  )
  return textOf(rows[0]?.['name']) || 'utf8mb4_bin'
}
