import type { Adapter } from '../../model/adapter.js'
import { dates, toPassword } from './rows.js'
import { join, sql } from './sql.js'
import type { Sql } from './sql.js'
import type { Store } from './store.js'
import { columnsOf, insert, matches, read, remove, toValues } from './write.js'
import type { Place, Values } from './write.js'

type PasswordMethods = Required<Pick<Adapter, 'getPassword' | 'setPassword' | 'deletePassword'>>

/** The methods for passwords. */
export function passwordMethods(store: Store): PasswordMethods {
  const columns = join([sql`*`, ...dates(store.engine, undefined, 'changedAt')])

  return {
    getPassword: async (userId) => {
      // Says what to do if the table is missing.
      await columnsOf(store, 'UserPassword')
      const row = await read(placeOf(store, { userId }), columns)
      return row ? toPassword(row) : null
    },

    setPassword: async (userId, password, expectedHash) => {
      if (expectedHash !== null) {
        const values = await toValues(store, 'UserPassword', password)
        const { condition } = placeOf(store, { userId, hash: expectedHash })
        return (await store.run(updateOf(store, values, condition))).affected > 0
      }
      // A table that was not made by `migrate` may lack the foreign key.
      const user = { store, table: 'User', condition: matches(store, { id: userId }) } as const
      if (!(await read(user, store.engine.quote('id')))) return false
      const values = await toValues(store, 'UserPassword', { ...password, userId })
      return insertUnlessPresent(store, values)
    },

    deletePassword: (userId) => removePassword(store, userId),
  }
}

/**
 * Deletes a user's password, also if the table does not exist because the app has no passwords. A
 * table of the same name without stamps belongs to the app.
 */
export async function removePassword(store: Store, userId: string): Promise<void> {
  const columns = await store.findColumns('UserPassword')
  if (columns?.has('stamp')) await remove(placeOf(store, { userId }))
}

function placeOf(store: Store, keys: Readonly<Record<string, string>>): Place {
  return { store, table: 'UserPassword', condition: matches(store, keys) }
}

function updateOf(store: Store, values: Values, condition: Sql): Sql {
  const changes = [...values].map(([name, value]) => sql`${store.engine.quote(name)} = ${value}`)
  return sql`update ${store.table('UserPassword')} set ${join(changes)} where ${condition}`
}

/** Inserts a row unless there is one. Returns whether it was inserted. */
async function insertUnlessPresent(store: Store, values: Values): Promise<boolean> {
  const statement = await insert(store, 'UserPassword', values)
  if (store.engine.dialect !== 'mysql') {
    // An error would end the transaction that the statement may be part of.
    return (await store.run(sql`${statement} on conflict do nothing`)).affected > 0
  }
  try {
    return (await store.run(statement)).affected > 0
  } catch (thrown) {
    if (isDuplicate(thrown)) return false
    throw thrown
  }
}

/** MySQL has no clause for this that ignores nothing but duplicates. */
function isDuplicate(thrown: unknown): boolean {
  return thrown instanceof Error && 'errno' in thrown && thrown.errno === 1062
}
