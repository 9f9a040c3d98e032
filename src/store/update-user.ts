import type { Store } from '../config/store.js'
import type { AdapterUser } from '../model/adapter.js'

/**
 * Changes a user and returns the whole row. Some adapters return only the fields that they were
 * given. `@auth/typeorm-adapter` returns `null` for the others. The row is read again if it lacks a
 * value that the user had before.
 */
export async function updateUser(
  store: Pick<Store, 'call' | 'has'>,
  before: AdapterUser,
  changes: Partial<AdapterUser>,
): Promise<AdapterUser> {
  const { id } = before
  const updated = await store.call('updateUser', { ...changes, id })
  const row: Readonly<Record<string, unknown>> = { ...updated }
  const isWhole = Object.entries(before).every(
    ([field, value]) =>
      field in changes || (value ?? null) === null || (row[field] ?? null) !== null,
  )
  if (isWhole || !store.has('getUser')) return updated
  return (await store.call('getUser', id)) ?? updated
}
