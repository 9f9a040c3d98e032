import type { AdapterSession, AdapterUser } from '../../model/adapter.js'
import type { Row } from './database.js'
import { dates, readExpiry, toUser } from './rows.js'
import { join, sql } from './sql.js'
import type { Sql } from './sql.js'
import type { Store } from './store.js'

/** Returns the statement that reads a session with its user. */
export function askForSession(store: Store, sessionToken: string): Sql {
  const { engine } = store
  return sql`
    select u.*, ${join([...dates(engine, sql`u`, 'emailVerified'), ...dates(engine, sql`s`, 'expires')])}
    from ${engine.dialect === 'postgres' ? inTurn(store, sessionToken) : joined(store, sessionToken)}`
}

function joined(store: Store, sessionToken: string): Sql {
  const { engine } = store
  const name = engine.quote
  return sql`${store.table('Session')} s
    join ${store.table('User')} u on u.${name('id')} = s.${name('userId')}
    where ${engine.equals(sql`s.${name('sessionToken')}`, sessionToken)}`
}

/**
 * PostgreSQL takes longer to plan a join than to find two rows. `offset 0` prevents it from merging the
 * subqueries.
 */
function inTurn(store: Store, sessionToken: string): Sql {
  const { engine } = store
  const name = engine.quote
  return sql`(
      select ${name('userId')}, ${name('expires')} from ${store.table('Session')}
      where ${engine.equals(name('sessionToken'), sessionToken)} offset 0
    ) s, lateral (
      select * from ${store.table('User')} where ${name('id')} = s.${name('userId')} offset 0
    ) u`
}

/** Reads a row of that statement, which finds the user by the id in the session. */
export function toSessionAndUser(
  row: Row,
  sessionToken: string,
): { readonly session: AdapterSession; readonly user: AdapterUser } {
  const user = toUser(row)
  return { session: { sessionToken, userId: user.id, expires: readExpiry(row) }, user }
}
