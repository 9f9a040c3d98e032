import type { Adapter } from '../../model/adapter.js'
import { aside, dates, toAuthentication, toSession, toUser } from './rows.js'
import { join, ofValue, sql } from './sql.js'
import type { Sql } from './sql.js'
import type { Store } from './store.js'

/**
 * Whether the table of sessions has columns for the authentication. Tables of Auth.js have none. To
 * ask first would be another query.
 */
type Columns = 'present' | 'absent' | 'unknown'

/** Returns the function that reads a session with its user, in one statement. */
export function openSessionReader(store: Store): NonNullable<Adapter['getSessionAndUser']> {
  // Built once, because every page uses it. Built on first use, because an adapter may live for
  // only one request.
  const statements = new Map<Columns, Sql>()
  const statementFor = (sessionToken: string): Sql => {
    const columns = peekColumns(store)
    // Some engines build a different statement for a value with a NUL character.
    if (sessionToken.includes('\0')) return askForBoth(store, columns, sessionToken)
    const known = statements.get(columns) ?? askForBoth(store, columns, 'token')
    statements.set(columns, known)
    return ofValue(known, sessionToken)
  }
  return async (sessionToken) => {
    const { rows } = await store.run(statementFor(sessionToken))
    const row = rows[0]
    if (!row) return null
    const session = toSession({ ...row, sessionToken, userId: row[aside('userId')] })
    return { session: { ...session, ...toAuthentication(row) }, user: toUser(row) }
  }
}

function peekColumns(store: Store): Columns {
  const known = store.peekColumns('Session')
  if (!known) return 'unknown'
  return known.has('amr') && known.has('authenticatedAt') ? 'present' : 'absent'
}

function askForBoth(store: Store, columns: Columns, sessionToken: string): Sql {
  const { engine } = store
  const name = engine.quote
  const isRead = columns !== 'absent'
  const selected = [
    sql`u.*`,
    sql`s.${name('userId')} as ${name(aside('userId'))}`,
    ...dates(engine, sql`u`, 'emailVerified'),
    ...dates(engine, sql`s`, 'expires', ...(isRead ? ['authenticatedAt'] : [])),
    ...(isRead ? [sql`s.${name('amr')} as ${name(aside('amr'))}`] : []),
  ]
  const sources = engine.dialect === 'postgres' ? inTurn : joined
  return sql`select ${join(selected)} from ${sources(store, columns, sessionToken)}`
}

function joined(store: Store, columns: Columns, sessionToken: string): Sql {
  const name = store.engine.quote
  const user = sql`join ${store.table('User')} u on u.${name('id')} = s.${name('userId')}`
  if (columns !== 'unknown') {
    const condition = store.engine.equals(sql`s.${name('sessionToken')}`, sessionToken)
    return sql`${store.table('Session')} s ${user} where ${condition}`
  }
  // A natural join takes a column from the session if there is one, because null equals nothing.
  return sql`(
      select ${namesOf(store, columns)} from ${store.table('Session')}
      natural left join ${noColumns(store, sql`null`, sql`null`)}
      where ${store.engine.equals(name('sessionToken'), sessionToken)}
    ) s ${user}`
}

/**
 * PostgreSQL takes longer to plan a join than to find two rows. `offset 0` prevents it from merging
 * the subqueries.
 */
function inTurn(store: Store, columns: Columns, sessionToken: string): Sql {
  const name = store.engine.quote
  // A name that the session has no column for is found in the query around it.
  const around = sql`${noColumns(store, sql`null::text`, sql`null::timestamptz`)}, lateral `
  return sql`${columns === 'unknown' ? around : sql``}(
      select ${namesOf(store, columns)} from ${store.table('Session')}
      where ${store.engine.equals(name('sessionToken'), sessionToken)} offset 0
    ) s, lateral (
      select * from ${store.table('User')} where ${name('id')} = s.${name('userId')} offset 0
    ) u`
}

function namesOf({ engine }: Store, columns: Columns): Sql {
  const authentication = columns === 'absent' ? [] : ['amr', 'authenticatedAt']
  return join(['userId', 'expires', ...authentication].map(engine.quote))
}

/** A row that stands in for the columns that a table may lack. */
function noColumns({ engine }: Store, text: Sql, date: Sql): Sql {
  const [amr, authenticatedAt] = [engine.quote('amr'), engine.quote('authenticatedAt')]
  return sql`(select ${text} as ${amr}, ${date} as ${authenticatedAt}) absent`
}
