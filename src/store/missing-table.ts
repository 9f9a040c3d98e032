import type { Log } from '../config/logger.js'
import type { Store } from '../config/store.js'
import { causesOf } from '../errors/causes.js'

/** Error codes with which drivers report that a table does not exist. */
const codes: ReadonlySet<unknown> = new Set<unknown>([
  '42P01',
  'ER_NO_SUCH_TABLE',
  1146,
  'P2021',
  'ORA-00942',
])

const words =
  /no such table|\b(?:table|relation|view)\b.{0,200}\b(?:does not|doesn't) exist|invalid object name/i

/**
 * Whether an error reports that a table does not exist. Any other failure proves nothing. A missing
 * column is another failure, because its table may have rows.
 */
export function isMissingTable(thrown: unknown): boolean {
  for (const error of causesOf(thrown)) {
    const { code, errno } = error as Error & Record<string, unknown>
    if (codes.has(code) || codes.has(errno)) return true
    if (words.test(error.message) && !/column/i.test(error.message)) return true
  }
  return false
}

/**
 * Runs work on the rows of sessions. Returns undefined if the database has no table for them, so
 * that there are no rows either. Every other failure is rethrown.
 */
export type UnlessTableMissing = <T>(work: () => Promise<T>) => Promise<T | undefined>

/** The settings that decide whether the table of sessions may be missing. */
export interface TableRules {
  /** Whether deleting a session's row ends the session. */
  readonly hasRows: boolean
  /** Whether sessions work without their table. */
  readonly mayLackTable: boolean
}

export function openTableCheck(
  store: Store,
  log: Log,
  { hasRows, mayLackTable }: TableRules,
): UnlessTableMissing {
  /** The work may have failed on another table, so a plain read of sessions must fail too. */
  const isConfirmed = async (): Promise<boolean> => {
    if (!store.has('getSessionAndUser')) return true
    try {
      await store.call('getSessionAndUser', `unknown:${crypto.randomUUID()}`)
      return false
    } catch (thrown) {
      return isMissingTable(thrown)
    }
  }
  return async (work) => {
    try {
      return await work()
    } catch (thrown) {
      if (!mayLackTable || !isMissingTable(thrown) || !(await isConfirmed())) throw thrown
      if (hasRows) warnOfMissingSessions(log)
      return undefined
    }
  }
}

/**
 * Whether the store fails to read sessions while it can read a user. An error alone may be an
 * outage.
 */
export async function lacksSessionTable(
  store: Store,
  userId: string,
  unknownKey: string,
): Promise<boolean> {
  if (!store.has('getUser')) return false
  if (await answers(store.call('getSessionAndUser', unknownKey))) return false
  return answers(store.call('getUser', userId))
}

async function answers(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return true
  } catch {
    return false
  }
}

export function warnOfMissingSessions(log: Log): void {
  log.warnOnce(
    'sessions-not-revocable',
    'The adapter can neither write nor read sessions, so signing out ends a session only in its own browser. Add the ' +
      'table of sessions to the database, or set `session.revocable: false` if this is what you want.',
  )
}
