import type { Adapter } from '../../model/adapter.js'
import { aside, dates, toSession, toSessionDetails, toUser } from './rows.js'
import { join, ofValue, sql } from './sql.js'
import type { Sql } from './sql.js'
import type { Store } from './store.js'
import { changeAndRead, columnsOf, insert, matches, remove, take, toValues } from './write.js'
import type { Place } from './write.js'

type SessionMethods = Required<
  Pick<
    Adapter,
    | 'createSession'
    | 'getSessionAndUser'
    | 'updateSession'
    | 'deleteSession'
    | 'listSessionsByUserId'
    | 'deleteSessionsByUserId'
    | 'deleteSessionsByProviderSession'
  >
>

/** The methods for sessions. */
export function sessionMethods(store: Store): SessionMethods {
  const { engine } = store
  const name = engine.quote
  const columns = join([
    name('sessionToken'),
    name('userId'),
    ...dates(engine, undefined, 'expires'),
  ])
  const sessions = (condition: Sql): Place => ({ store, table: 'Session', condition })
  const askForBoth = (sessionToken: string): Sql => sql`
    select u.*, s.${name('userId')} as ${name(aside('userId'))},
      ${join([...dates(engine, sql`u`, 'emailVerified'), ...dates(engine, sql`s`, 'expires')])}
    from ${engine.dialect === 'postgres' ? inTurn(sessionToken) : joined(sessionToken)}`
  const joined = (sessionToken: string): Sql => sql`${store.table('Session')} s
    join ${store.table('User')} u on u.${name('id')} = s.${name('userId')}
    where ${engine.equals(sql`s.${name('sessionToken')}`, sessionToken)}`
  // PostgreSQL takes longer to plan a join than to find two rows. `offset 0` prevents it from
  // merging the subqueries.
  const inTurn = (sessionToken: string): Sql => sql`(
      select ${name('userId')}, ${name('expires')} from ${store.table('Session')}
      where ${engine.equals(name('sessionToken'), sessionToken)} offset 0
    ) s, lateral (
      select * from ${store.table('User')} where ${name('id')} = s.${name('userId')} offset 0
    ) u`
  // Built once, because every page uses it. Built on first use, because an adapter may live for
  // only one request.
  let statementForBoth: Sql | undefined

  return {
    createSession: async (session) => {
      await store.run(await insert(store, 'Session', await toValues(store, 'Session', session)))
      return session
    },

    getSessionAndUser: async (sessionToken) => {
      statementForBoth ??= askForBoth('token')
      // Some engines build a different statement for a value with a NUL character.
      const isPlain = !sessionToken.includes('\0')
      const statement = isPlain ? ofValue(statementForBoth, sessionToken) : askForBoth(sessionToken)
      const { rows } = await (isPlain ? store.runOften(statement) : store.run(statement))
      const row = rows[0]
      if (!row) return null
      const keys = { sessionToken, userId: row[aside('userId')] }
      return { session: toSession(Object.assign({}, row, keys)), user: toUser(row) }
    },

    updateSession: async ({ sessionToken, ...changes }) => {
      const values = await toValues(store, 'Session', changes)
      const place = sessions(matches(store, { sessionToken }))
      const row = await changeAndRead(place, values, columns)
      return row ? toSession(row) : null
    },

    deleteSession: async (sessionToken) => {
      const row = await take(sessions(matches(store, { sessionToken })), columns)
      return row ? toSession(row) : null
    },

    listSessionsByUserId: async (userId) => {
      const known = await columnsOf(store, 'Session')
      const present = (names: string[]): string[] => names.filter((it) => known.has(it))
      const selected = join([
        columns,
        ...present(['userAgent', 'provider', 'providerSessionId', 'amr']).map(name),
        ...dates(engine, undefined, ...present(['createdAt', 'authenticatedAt'])),
      ])
      const { rows } = await store.run(
        sql`select ${selected} from ${store.table('Session')} where ${matches(store, { userId })}`,
      )
      return rows.map(toSessionDetails)
    },

    deleteSessionsByUserId: async (userId, except) => {
      const ofUser = matches(store, { userId })
      if (except === undefined) return remove(sessions(ofUser))
      return remove(sessions(sql`${ofUser} and not (${matches(store, { sessionToken: except })})`))
    },

    deleteSessionsByProviderSession: async ({ provider, providerSessionId }) => {
      if (typeof provider !== 'string' || typeof providerSessionId !== 'string') return
      await remove(sessions(matches(store, { provider, providerSessionId })))
    },
  }
}
