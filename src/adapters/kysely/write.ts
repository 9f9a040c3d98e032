import type { Column } from './catalog.js'
import type { Row } from './database.js'
import { join, sql } from './sql.js'
import type { Sql } from './sql.js'
import type { Store } from './store.js'
import type { TableName } from './tables.js'

/** The rows of a table that match a condition. */
export interface Place {
  readonly store: Store
  readonly table: TableName
  readonly condition: Sql
}

/** Columns and values of a row, encoded for a statement. */
export type Values = ReadonlyMap<string, unknown>

/**
 * Returns the fields of a record for which the table has a column, without `undefined` ones. Leaves
 * out `id` unless the adapter chooses it, because a table may generate its own.
 */
export async function toValues(store: Store, table: TableName, record: object): Promise<Values> {
  const columns = await columnsOf(store, table)
  const values = new Map<string, unknown>()
  for (const [name, value] of Object.entries(record)) {
    const column = columns.get(name)
    if (!column && name === 'dpopKey' && value) throw new Error(explainMissingKey)
    if (!column || value === undefined || (name === 'id' && !hasChosenId.has(table))) continue
    refuseTooLong(table, column, value)
    values.set(name, store.engine.encode(value, column.type))
  }
  return values
}

/** Tokens without the key that they are bound to are worthless. */
const explainMissingKey = 'The table for Account lacks dpopKey; add it with migrate()'

const hasChosenId: ReadonlySet<TableName> = new Set(['UserFactor', 'AuditRecord'])

/** Returns the columns of a table. Throws if the table does not exist. */
export async function columnsOf(
  store: Store,
  table: TableName,
): Promise<ReadonlyMap<string, Column>> {
  const columns = await store.findColumns(table)
  if (columns) return columns
  throw new Error(`There is no table for ${table}; create it with migrate()`)
}

/**
 * Returns the `INSERT` of a row. Generates the key if the table requires one but does not generate
 * it.
 */
export async function insert(store: Store, table: TableName, values: Values): Promise<Sql> {
  const id = (await columnsOf(store, table)).get('id')
  const needsId = id?.required === true && !id.filled && !values.has('id')
  const row = needsId ? new Map([...values, ['id', crypto.randomUUID()]]) : values
  const names = [...row.keys()].map((name) => store.engine.quote(name))
  const inserted = [...row.values()].map((value) => sql`${value}`)
  return sql`insert into ${store.table(table)} (${join(names)}) values (${join(inserted)})`
}

/** Changes the matching rows. Does nothing if there are no values. */
export async function change({ store, table, condition }: Place, values: Values): Promise<void> {
  const statement = updateOf({ store, table, condition }, values)
  if (statement) await store.run(statement)
}

/** Changes the matching row and returns it, in one statement if the engine supports that. */
export async function changeAndRead(
  place: Place,
  values: Values,
  columns: Sql,
): Promise<Row | undefined> {
  const { store } = place
  const statement = updateOf(place, values)
  if (statement && store.engine.updateReturns)
    return (await store.run(sql`${statement} returning ${columns}`)).rows[0]
  if (statement) await store.run(statement)
  return read(place, columns)
}

/** Returns the matching row. */
export async function read(
  { store, table, condition }: Place,
  columns: Sql,
): Promise<Row | undefined> {
  return (await store.run(sql`select ${columns} from ${store.table(table)} where ${condition}`))
    .rows[0]
}

/** Deletes the matching row and returns it. Exactly one of several parallel calls gets the row. */
export async function take(place: Place, columns: Sql): Promise<Row | undefined> {
  const { store, table, condition } = place
  const deletion = sql`delete from ${store.table(table)} where ${condition}`
  if (await store.mayReturnRows())
    return (await store.run(sql`${deletion} returning ${columns}`)).rows[0]
  // The lock makes the read return the newest row, from the primary server. The number of deleted
  // rows decides which call gets it.
  const row = await read({ ...place, condition: sql`${condition} for update` }, columns)
  if (!row) return undefined
  return (await store.run(deletion)).affected > 0 ? row : undefined
}

/** Deletes the matching rows. */
export async function remove({ store, table, condition }: Place): Promise<void> {
  await store.run(sql`delete from ${store.table(table)} where ${condition}`)
}

/** Returns the condition that all of these columns have exactly these values. */
export function matches(store: Store, keys: Readonly<Record<string, string>>): Sql {
  const { engine } = store
  const conditions = Object.entries(keys).map(([name, value]) =>
    engine.equals(engine.quote(name), value),
  )
  return join(conditions, ' and ')
}

function updateOf({ store, table, condition }: Place, values: Values): Sql | undefined {
  if (values.size === 0) return undefined
  const changes = [...values].map(([name, value]) => sql`${store.engine.quote(name)} = ${value}`)
  return sql`update ${store.table(table)} set ${join(changes)} where ${condition}`
}

/** A server that is not in strict mode would cut the text. */
function refuseTooLong(table: TableName, column: Column, value: unknown): void {
  if (column.length === undefined || typeof value !== 'string' || value.length <= column.length)
    return
  throw new RangeError(
    `${table}.${column.name} accepts at most ${column.length} characters, got ${value.length}`,
  )
}
