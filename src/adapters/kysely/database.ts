import type { Engine, KyselyDialectTraits } from './engine.js'
import { render } from './sql.js'
import type { Sql } from './sql.js'

/** One connection, or a pool of them: what `Kysely` and `Transaction` have in common. */
export interface KyselyConnection {
  executeQuery(query: object): Promise<KyselyResult>
  withoutPlugins(): KyselyConnection
}

/** The part of a `Kysely` instance that is used; an instance of Kysely 0.28 or later fits. */
export interface KyselyDatabase extends KyselyConnection {
  readonly isTransaction: boolean
  getExecutor(): { readonly adapter: KyselyDialectTraits }
  transaction(): KyselyScope
  connection(): KyselyScope
}

/** Runs work on a connection of its own. */
export interface KyselyScope {
  execute<T>(work: (connection: KyselyConnection) => Promise<T>): Promise<T>
}

/** What came of a statement. */
export interface KyselyResult {
  readonly rows: readonly unknown[]
  readonly numAffectedRows?: bigint | undefined
  readonly insertId?: bigint | undefined
}

/** A row by its column names, as the driver made it. */
export type Row = Readonly<Record<string, unknown>>

/** What came of a statement, its rows checked to be objects. */
export interface Result {
  readonly rows: readonly Row[]
  readonly affected: number
  readonly insertId: string | undefined
}

/** Sends a statement. */
export type Run = (statement: Sql) => Promise<Result>

/**
 * The way to a connection. Plugins are left out: they change the tree of a query, which plain SQL
 * does not have, and the names in rows, which are ours.
 */
export function runOn(connection: KyselyConnection, engine: Engine): Run {
  const plain = connection.withoutPlugins()
  return async (statement) => {
    const text = render(statement, engine.placeholder)
    const { rows, numAffectedRows, insertId } = await plain.executeQuery({
      sql: text,
      parameters: statement.values,
      query: { kind: 'RawNode', sqlFragments: [text], parameters: [] },
      queryId: { queryId: 'latchkey' },
    })
    return {
      rows: rows.filter(isRow),
      affected: Number(numAffectedRows ?? 0),
      insertId: insertId?.toString(),
    }
  }
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null
}
