import { isRow } from './database.js'
import type { KyselyResult, Row, Run } from './database.js'
import type { Engine } from './engine.js'
import { ofValue, render, Sql } from './sql.js'

/** A statement that the database can prepare once for each connection. */
export interface PreparedStatement {
  /** Different for each text, and short enough for PostgreSQL. */
  name: string
  /** The SQL, with placeholders of the database. */
  text: string
  /** A value for each placeholder. */
  values: unknown[]
}

/** Sends a statement through the driver, past Kysely. */
export type SendPrepared = (
  statement: PreparedStatement,
) => KyselyResultRows | Promise<KyselyResultRows>

/** The rows that a driver returned. */
export type KyselyResultRows = Pick<KyselyResult, 'rows'>

/**
 * A statement that every page sends, with one value for all of its placeholders.
 *
 * It belongs to the database and not to the adapter, because an app may create an adapter for each
 * request. Such an app would build the statement again each time, and forget that a pooler has lost it.
 */
export interface Repeated {
  readonly sql: Sql
  readonly text: string
  /** The number of changed tables that were noticed. */
  generation: number
  /** A name for this text and generation. */
  name: string
  /** Whether no pooler has lost the statement yet. */
  mayPrepare: boolean
}

/** Returns what `read` makes of the first row. Synchronous if the driver is. */
export type RunRepeated = <T>(
  repeated: Repeated,
  value: string,
  read: (row: Row | undefined) => T,
) => T | Promise<T>

/** PostgreSQL: a table has changed since the statement was prepared. */
const changedTable = '0A000'

/**
 * PostgreSQL: the statement is unknown on this connection, or its name is taken. A pooler hands each
 * transaction to another connection.
 */
const lostStatements: ReadonlySet<unknown> = new Set(['26000', '42P05'])

export function repeat(built: Sql, engine: Engine): Repeated {
  const text = render(built, engine.placeholder)
  const sql = new Sql(built.texts, built.values, text)
  return { sql, text, generation: 0, name: nameStatement(text, 0), mayPrepare: true }
}

/** Returns a function that sends statements through Kysely. */
export function runUnprepared(run: Run): RunRepeated {
  return async ({ sql }, value, read) => read((await run(ofValue(sql, value))).rows[0])
}

/** Returns a function that sends statements prepared, or with `run` where that does not work. */
export function runPrepared(send: SendPrepared, run: RunRepeated): RunRepeated {
  return <T>(repeated: Repeated, value: string, read: (row: Row | undefined) => T) => {
    if (!repeated.mayPrepare) return run(repeated, value, read)
    const { sql, text, name, generation } = repeated
    const sendAgain = (thrown: unknown): T | Promise<T> => {
      const code = codeOf(thrown)
      if (lostStatements.has(code)) repeated.mayPrepare = false
      else if (code === changedTable) prepareAnew(repeated, generation + 1)
      else throw thrown
      return run(repeated, value, read)
    }
    const readFirst = ({ rows }: KyselyResultRows): T => {
      const [row] = rows
      return read(isRow(row) ? row : undefined)
    }
    try {
      const sent = send({ name, text, values: sql.values.map(() => value) })
      // A driver may return a promise of another library.
      return 'then' in sent ? Promise.resolve(sent).then(readFirst, sendAgain) : readFirst(sent)
    } catch (thrown) {
      return sendAgain(thrown)
    }
  }
}

/** Under a new name, the database prepares a statement once more. */
function prepareAnew(repeated: Repeated, generation: number): void {
  repeated.generation = generation
  repeated.name = nameStatement(repeated.text, generation)
}

/** Names a statement after its text (FNV-1a, 64 bits): a driver refuses one name for two texts. */
function nameStatement(text: string, generation: number): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  }
  return `latchkey_${hash.toString(16)}_${generation}`
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
}
