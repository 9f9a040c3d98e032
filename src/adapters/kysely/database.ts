import type { Engine, KyselyDialectTraits } from './engine.js'
import { render } from './sql.js'
import type { Sql } from './sql.js'

/** A connection or a pool: the part that `Kysely` and `Transaction` share. */
export interface KyselyConnection {
  /** Sends a compiled statement. */
  executeQuery(query: object): Promise<KyselyResult>
  /** Returns the same connection without Kysely plugins. */
  withoutPlugins(): KyselyConnection
}

/** The part of a `Kysely` instance that the adapter uses. Kysely 0.28 and later are compatible. */
export interface KyselyDatabase extends KyselyConnection {
  readonly isTransaction: boolean
  /** Returns what Kysely knows about the dialect. */
  getExecutor(): { readonly adapter: KyselyDialectTraits }
  /** Begins a transaction. */
  transaction(): KyselyScope
  /** Takes one connection of the pool. */
  connection(): KyselyScope
}

/** Runs work on a dedicated connection. */
export interface KyselyScope {
  /** Runs the work and releases the connection. */
  execute<T>(work: (connection: KyselyConnection) => Promise<T>): Promise<T>
}

/** The result of a statement. */
export interface KyselyResult {
  readonly rows: readonly unknown[]
  readonly numAffectedRows?: bigint | undefined
  readonly insertId?: bigint | undefined
}

/** A row as the driver returns it, keyed by column name. */
export type Row = Readonly<Record<string, unknown>>

/** The result of a statement. Its rows are checked to be objects. */
export interface Result {
  readonly rows: readonly Row[]
  readonly affected: number
  readonly insertId: string | undefined
}

/** Sends a statement. */
export type Run = (statement: Sql) => Promise<Result>

/**
 * Returns a function that sends statements to a connection. Plugins are disabled, because they
 * change the query tree, which plain SQL lacks, and the column names, which the adapter relies on.
 */
export function runOn(connection: KyselyConnection, engine: Engine): Run {
  const plain = connection.withoutPlugins()
  return async (statement) => {
    const text = render(statement, engine.placeholder)
    const result = await plain.executeQuery({
      sql: text,
      parameters: statement.values,
      query: { kind: 'RawNode', sqlFragments: [text], parameters: [] },
      queryId: { queryId: 'latchkey' },
    })
    return asResult(result)
  }
}

/** Checks what a driver returned. */
function asResult({ rows, numAffectedRows, insertId }: KyselyResult): Result {
  return {
    rows: rows.filter(isRow),
    affected: Number(numAffectedRows ?? 0),
    insertId: insertId?.toString(),
  }
}

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null
}
