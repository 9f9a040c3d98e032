import type { Adapter } from '../../model/adapter.js'
import { Beats } from './beats.js'
import { runOn } from './database.js'
import type { KyselyDatabase, Result, Row } from './database.js'
import { sql } from './sql.js'
import type { Sql } from './sql.js'
import type { Store } from './store.js'
import { matches } from './write.js'

/** Milliseconds without the replica after it has failed, or has not answered in time. */
const pauseAfterFailure = 5000

/** Reads of sessions from a replica that may be behind by at most so many milliseconds. */
export interface Replica {
  /**
   * Sends a statement to the replica. Returns no row unless the row is known to be recent enough: no
   * older than the bound, and no older than the last change of this process that may concern it.
   */
  read(statement: Sql, sessionToken: string): Promise<Row | undefined>
  /** Remembers that a method has changed something. Call it after the change. */
  noteChange(method: keyof Adapter, args: readonly unknown[]): void
}

/**
 * What is known about a replica, by the bound, for as long as its driver. An app may make an adapter per
 * request.
 */
const known = new WeakMap<object, Map<number, Beats>>()

export function openReplica(reader: KyselyDatabase, store: Store, longestLag: number): Replica {
  const { engine } = store
  if (engine.dialect !== 'postgres') {
    throw new TypeError('kyselyAdapter: the option `reader` needs PostgreSQL.')
  }
  const ofReader = known.get(reader) ?? new Map<number, Beats>()
  known.set(reader, ofReader)
  const beats = ofReader.get(longestLag) ?? new Beats(longestLag)
  ofReader.set(longestLag, beats)
  const run = runOn(reader, engine)
  const beat = async (key: string, number: number): Promise<void> => {
    const values = sql`${key}, ${number}, ${new Date(Date.now() + 3_600_000).toISOString()}`
    const columns = sql`${engine.quote('key')}, ${engine.quote('count')}, ${engine.quote('expires')}`
    await store.run(sql`insert into ${store.table('Attempt')} (${columns}) values (${values})
      ${engine.onDuplicate(engine.quote('key'))} ${engine.quote('count')} = excluded.${engine.quote('count')},
      ${engine.quote('expires')} = excluded.${engine.quote('expires')}`)
  }

  return {
    async read(statement, sessionToken) {
      const now = performance.now()
      const required = beats.requiredFor(sessionToken, now)
      beats.keepUp(now, beat)
      if (required === undefined || !beats.mayBeSeen(required)) return undefined
      try {
        const rows = await inTime(run(withBeat(statement, beats.key)), longestLag)
        const found = rows?.[0]
        if (found) {
          const { [beatColumn]: beat, ...row } = found
          if (beats.isRecent(Number(beat), required)) return row
        }
        if (found || !rows) beats.pause(now + (rows ? longestLag / 2 : pauseAfterFailure))
      } catch {
        beats.pause(now + pauseAfterFailure)
      }
      return undefined
    },
    noteChange(method, args) {
      const now = performance.now()
      for (const each of ofReader.values()) each.noteChange(method, args, now)
    },
  }

  /** The beat comes from the same snapshot as the row, so it tells how old the row is. */
  function withBeat(statement: Sql, key: string): Sql {
    const beatOfProcess = sql`select ${engine.quote('count')} from ${store.table('Attempt')} where ${matches(store, { key })}`
    return sql`select r.*, (${beatOfProcess}) as ${engine.quote(beatColumn)} from (${statement}) r`
  }
}

/** The user must not get this column, because an app may show all columns of its user. */
const beatColumn = 'latchkey_beat'

/** Returns the rows, or `undefined` if the replica takes longer than a read may be old. */
async function inTime(
  pending: Promise<Result>,
  milliseconds: number,
): Promise<readonly Row[] | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds)
  })
  try {
    return (await Promise.race([pending, tooLate]))?.rows
  } finally {
    clearTimeout(timer)
  }
}
