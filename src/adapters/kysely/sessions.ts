import type { Adapter } from '../../model/adapter.js'
import type { Row } from './database.js'
import { dates, toSession, toSessionDetails } from './rows.js'
import { askForSession, toSessionAndUser } from './session-statement.js'
import { join, sql } from './sql.js'
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

  return {
    createSession: async (session) => {
      await store.run(await insert(store, 'Session', await toValues(store, 'Session', session)))
      return session
    },

    getSessionAndUser: (sessionToken) => {
      const toBoth = (row: Row | undefined): ReturnType<typeof toSessionAndUser> | null =>
        row ? toSessionAndUser(row, sessionToken) : null
      // Some engines build a different statement for a value with a NUL character.
      if (sessionToken.includes('\0')) {
        return store.run(askForSession(store, sessionToken)).then(({ rows }) => toBoth(rows[0]))
      }
      const statement = store.repeated(() => askForSession(store, 'token'))
      return store.runRepeated(statement, sessionToken, toBoth)
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
