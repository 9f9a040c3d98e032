import { asResult } from './database.js'
import type { KyselyResult, Run } from './database.js'
import type { Engine } from './engine.js'
import { render } from './sql.js'
import type { Sql } from './sql.js'

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

/** PostgreSQL: a table has changed since the statement was prepared. */
const changedTable = '0A000'

/**
 * PostgreSQL: the statement is unknown on this connection, or its name is taken. A pooler hands each
 * transaction to another connection.
 */
const lostStatements: ReadonlySet<unknown> = new Set(['26000', '42P05'])

/** Returns a function that sends statements prepared, or with `run` where that does not work. */
export function runPrepared(send: SendPrepared, run: Run, engine: Engine): Run {
  const named = new WeakMap<Sql['texts'], Pick<PreparedStatement, 'name' | 'text'>>()
  let generation = 0
  let isPossible = true

  const attempt = async (statement: Sql): ReturnType<Run> => {
    const { texts, values } = statement
    const known = named.get(texts) ?? nameStatement(render(statement, engine.placeholder))
    named.set(texts, known)
    const name = `${known.name}_${generation}`
    return asResult(await send({ name, text: known.text, values: [...values] }))
  }

  return async (statement) => {
    if (!isPossible) return run(statement)
    const begun = generation
    try {
      return await attempt(statement)
    } catch (thrown) {
      const code = codeOf(thrown)
      if (lostStatements.has(code)) isPossible = false
      // Under a new name, the statement is prepared anew.
      else if (code === changedTable) generation = begun + 1
      else throw thrown
      return run(statement)
    }
  }
}

/** Names a statement after its text (FNV-1a, 64 bits): a driver refuses one name for two texts. */
function nameStatement(text: string): Pick<PreparedStatement, 'name' | 'text'> {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  }
  return { name: `latchkey_${hash.toString(16)}`, text }
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
}
