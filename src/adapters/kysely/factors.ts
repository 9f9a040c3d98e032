import type { Adapter, AdapterFactor } from '../../model/adapter.js'
import { dates, toFactor } from './rows.js'
import { join, sql } from './sql.js'
import type { Store } from './store.js'
import { columnsOf, insert, matches, read, remove, toValues } from './write.js'

type FactorMethods = Required<
  Pick<
    Adapter,
    | 'listFactorsByUserId'
    | 'createFactor'
    | 'useFactorStep'
    | 'deleteFactor'
    | 'replaceFactors'
    | 'listDueDeletions'
  >
>

/** The methods for factors. */
export function factorMethods(store: Store): FactorMethods {
  const { engine } = store
  const columns = join([sql`*`, ...dates(engine, undefined, 'createdAt', 'lastUsedAt', 'expires')])

  return {
    listFactorsByUserId: async (userId) => {
      // Here and below, it says what to do if the table is missing.
      await columnsOf(store, 'UserFactor')
      const { rows } = await store.run(
        sql`select ${columns} from ${store.table('UserFactor')} where ${matches(store, { userId })}`,
      )
      return rows.map(toFactor)
    },

    createFactor: async (factor) => {
      await requireUser(store, factor.userId)
      await insertFactor(store, factor)
      return factor
    },

    useFactorStep: async (id, { step, lastUsedAt, secret }) => {
      const values = await toValues(store, 'UserFactor', { lastStep: step, lastUsedAt, secret })
      const changes = [...values].map(([name, value]) => sql`${engine.quote(name)} = ${value}`)
      const isNew = sql`${engine.quote('lastStep')} < ${step}`
      const { affected } = await store.run(
        sql`update ${store.table('UserFactor')} set ${join(changes)} where ${matches(store, { id })} and ${isNew}`,
      )
      return affected > 0
    },

    deleteFactor: async (id) => {
      await columnsOf(store, 'UserFactor')
      const { affected } = await store.run(
        sql`delete from ${store.table('UserFactor')} where ${matches(store, { id })}`,
      )
      return affected > 0
    },

    replaceFactors: async (userId, type, factors) => {
      if (factors.length === 0) return removeFactors(store, { userId, type })
      await columnsOf(store, 'UserFactor')
      await store.atomically(async (inner) => {
        await lockFactors(inner, userId, type)
        await removeFactors(inner, { userId, type })
        await requireUser(inner, userId)
        for (const factor of factors) await insertFactor(inner, factor)
      })
    },

    listDueDeletions: async (now) => {
      const found = await store.findColumns('UserFactor')
      // A table of the same name without time steps belongs to the app.
      if (!found?.has('lastStep')) return []
      const userId = engine.quote('userId')
      const isDue = engine.isBefore(engine.quote('lastUsedAt'), now)
      const { rows } = await store.run(
        sql`select distinct ${userId} from ${store.table('UserFactor')} where ${matches(store, { type: 'deletion' })} and ${isDue}`,
      )
      return rows.map((row) => String(row['userId']))
    },
  }
}

/** Deletes a user's factors, also if the table does not exist because the app has no factors. */
export async function removeFactors(
  store: Store,
  keys: { readonly userId: string; readonly type?: AdapterFactor['type'] },
): Promise<void> {
  if (!(await hasFactors(store))) return
  await remove({ store, table: 'UserFactor', condition: matches(store, { ...keys }) })
}

/** Whether there is a table for factors. One of the same name without time steps belongs to the app. */
export async function hasFactors(store: Store): Promise<boolean> {
  const columns = await store.findColumns('UserFactor')
  return columns?.has('lastStep') === true
}

/**
 * Makes other transactions that replace factors of this user wait. Without it, neither would see the
 * rows of the other, and both would remain. SQLite locks the whole database at the first write.
 */
async function lockFactors(
  store: Store,
  userId: string,
  type: AdapterFactor['type'],
): Promise<void> {
  if (!store.hasRowLocks) return meetOthers(store, userId, type)
  if (!store.engine.locksRows) return
  const condition = sql`${matches(store, { id: userId })} for update`
  await read({ store, table: 'User', condition }, store.engine.quote('id'))
}

/** Writes a key that every such transaction writes, so that the servers let one of them commit. */
async function meetOthers(
  store: Store,
  userId: string,
  type: AdapterFactor['type'],
): Promise<void> {
  await requireUser(store, userId)
  const id = `replace:${type}:${userId}`
  const row = { id, userId, type, lastStep: 0, createdAt: new Date() }
  await insertFactor(store, { ...row, name: null, secret: null, lastUsedAt: null, expires: null })
  await remove({ store, table: 'UserFactor', condition: matches(store, { id }) })
}

/** A table that was not made by `migrate` may lack the foreign key. */
async function requireUser(store: Store, id: string): Promise<void> {
  const user = { store, table: 'User', condition: matches(store, { id }) } as const
  if (!(await read(user, store.engine.quote('id'))))
    throw new Error('The user of the factor does not exist')
}

async function insertFactor(store: Store, factor: AdapterFactor): Promise<void> {
  const values = await toValues(store, 'UserFactor', factor)
  await store.run(await insert(store, 'UserFactor', values))
}
