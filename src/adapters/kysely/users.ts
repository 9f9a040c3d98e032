import type { Adapter, AdapterUser } from '../../model/adapter.js'
import { removeFactors } from './factors.js'
import { removePassword } from './passwords.js'
import { aside, dates, toUser } from './rows.js'
import { join, sql } from './sql.js'
import type { Store } from './store.js'
import { changeAndRead, columnsOf, insert, matches, read, remove, toValues } from './write.js'
import type { Place } from './write.js'

type UserMethods = Required<
  Pick<
    Adapter,
    | 'createUser'
    | 'getUser'
    | 'getUserByEmail'
    | 'getUserByAccount'
    | 'updateUser'
    | 'deleteUser'
    | 'lockUser'
  >
>

/** The methods for users. */
export function userMethods(store: Store): UserMethods {
  const { engine } = store
  const columns = join([sql`*`, ...dates(engine, undefined, 'emailVerified')])
  const userWith = (keys: Readonly<Record<string, string>>): Place => ({
    store,
    table: 'User',
    condition: matches(store, keys),
  })

  return {
    createUser: async (user) => {
      // Writes null instead of leaving the column out, because the table's default may mark every
      // address as verified.
      const record = {
        ...user,
        email: user.email ?? null,
        emailVerified: user.emailVerified ?? null,
      }
      const id = await chooseId(store, user.id)
      const values = await toValues(store, 'User', record)
      const row = id === undefined ? values : new Map([['id', id], ...values])
      const statement = await insert(store, 'User', row)
      if (!(await store.mayReturnRows())) {
        const { insertId } = await store.run(statement)
        const written = Object.entries(record).filter(([name]) => values.has(name))
        return toUserAgain(Object.fromEntries(written), id ?? String(insertId))
      }
      const created = (await store.run(sql`${statement} returning ${columns}`)).rows[0]
      if (created) return toUser(created)
      throw new Error('The database did not return the user that it created')
    },

    getUser: async (id) => {
      try {
        const row = await read(userWith({ id }), columns)
        return row ? toUser(row) : null
      } catch (thrown) {
        if (isImpossibleId(thrown)) return null
        throw thrown
      }
    },

    getUserByEmail: async (email) => {
      const row = await read(userWith({ email }), columns)
      return row ? toUser(row) : null
    },

    getUserByAccount: async ({ provider, providerAccountId }) => {
      const { rows } = await store.run(sql`
        select ${join([sql`u.*`, ...dates(engine, sql`u`, 'emailVerified')])}
        from ${store.table('Account')} a
        join ${store.table('User')} u on u.${engine.quote('id')} = a.${engine.quote('userId')}
        where ${engine.equals(sql`a.${engine.quote('provider')}`, provider)}
          and ${engine.equals(sql`a.${engine.quote('providerAccountId')}`, providerAccountId)}`)
      return rows[0] ? toUser(rows[0]) : null
    },

    lockUser: async (id) => {
      const place = userWith({ id })
      if (engine.locksRows) {
        const row = await read({ ...place, condition: sql`${place.condition} for update` }, columns)
        return row ? toUser(row) : null
      }
      // SQLite locks the whole database at the first write. A transaction that has read before may
      // fail to get the lock.
      const own = sql`${engine.quote('id')} = ${engine.quote('id')}`
      await store.run(sql`update ${store.table('User')} set ${own} where ${place.condition}`)
      const row = await read(place, columns)
      return row ? toUser(row) : null
    },

    updateUser: async ({ id, ...changes }) => {
      const values = await toValues(store, 'User', changes)
      const row = await changeAndRead(userWith({ id }), values, columns)
      if (row) return toUser(row)
      throw new Error('The user to update does not exist')
    },

    // Does not rely on foreign keys, because tables of Auth.js may lack them and SQLite may ignore
    // them.
    deleteUser: async (id) =>
      store.atomically(async (inner) => {
        for (const table of ['Session', 'Account', 'Authenticator'] as const) {
          if (!(await inner.findColumns(table))) continue
          await remove({ store: inner, table, condition: matches(inner, { userId: id }) })
        }
        await removePassword(inner, id)
        await removeFactors(inner, { userId: id })
        await remove({ ...userWith({ id }), store: inner })
      }),
  }
}

/** Returns the given id or a new one. Returns `undefined` if the table numbers its users itself. */
async function chooseId(store: Store, given: string | undefined): Promise<string | undefined> {
  const column = (await columnsOf(store, 'User')).get('id')
  if (!column || !/^(big|medium|small|tiny)?int/i.test(column.type))
    return given ?? crypto.randomUUID()
  return given !== undefined && /^\d+$/.test(given) ? given : undefined
}

/** Returns the user as written, for a server that does not return inserted rows. */
function toUserAgain(written: Readonly<Record<string, unknown>>, id: string): AdapterUser {
  const row = { name: null, email: null, image: null, ...written, id }
  return toUser({ ...row, [aside('emailVerified')]: written['emailVerified'] })
}

/** PostgreSQL throws if a text is compared with a column of numbers or UUIDs. */
function isImpossibleId(thrown: unknown): boolean {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
  return code === '22P02' || code === '22003'
}
