import { claimUniqueKeys, findClaim, release } from './claims.js'
import { readNames, readText } from './connection.js'
import { decodeRow, encodeRow, mergeRow } from './encoding.js'
import { encodePart, type Place } from './keys.js'
import { putScript, removeScript, swapScript } from './row-scripts.js'
import type { Store } from './store.js'

/** Rows in a hash of their user that are found through a pointer: accounts and authenticators. */

/** Adds a row to a user. Throws if the row already exists, or if there is no such user. */
export async function addBelonging<Row extends { userId: string }>(
  store: Store,
  place: Place,
  row: Row,
): Promise<Row> {
  const { connection, keys } = store
  const value = encodeRow(row)
  const held = await claimUniqueKeys(store, place, encodePart(row.userId))
  const user = keys.user(held.owner)
  const state = await connection.run(
    putScript,
    [user.user, user.voidClaims, user[place.hash]],
    [held.text, place.field, value],
  )
  if (state === 'done') return decodeRow(value) as Row
  // `taken` means that the user already has the row and only its pointer was lost.
  if (state !== 'taken') await release(store, place, held)
  throw refusal(state)
}

/** Returns the row at a place, or `null`. */
export async function getBelonging<Row extends object>(
  store: Store,
  place: Place,
): Promise<Row | null> {
  const held = await findClaim(store, place)
  if (!held) return null
  const hash = store.keys.user(held.owner)[place.hash]
  const value = readText(await store.connection.send('HGET', hash, place.field))
  return value === null ? null : (decodeRow(value) as Row)
}

/** Returns all rows of one kind that belong to a user. */
export async function listBelongings<Row extends object>(
  { connection, keys }: Store,
  hash: 'accounts' | 'authenticators',
  userId: string,
): Promise<Row[]> {
  const key = keys.user(encodePart(userId))[hash]
  return readNames(await connection.send('HVALS', key)).map((value) => decodeRow(value) as Row)
}

/** Changes the row at a place and returns it. Returns `null` if there is no such row. */
export async function changeBelonging<Row extends { userId: string }>(
  store: Store,
  place: Place,
  changes: Partial<Row>,
): Promise<Row | null> {
  const held = await findClaim(store, place)
  if (!held) return null
  const hash = store.keys.user(held.owner)[place.hash]
  return untilUnchanged(async () => {
    const old = readText(await store.connection.send('HGET', hash, place.field))
    if (old === null) return null
    const row = mergeRow(decodeRow(old) as Row, changes)
    if (encodePart(row.userId) !== held.owner) {
      throw new Error(
        'Expected the same userId. To move the row to another user, remove it and add it again.',
      )
    }
    const value = encodeRow(row)
    const state = await store.connection.run(swapScript, [hash], [place.field, old, value])
    return state === 'done' ? (decodeRow(value) as Row) : undefined
  })
}

/** Deletes the row at a place and returns it, or `null`. */
export async function removeBelonging<Row extends object>(
  store: Store,
  place: Place,
): Promise<Row | null> {
  const held = await findClaim(store, place)
  if (!held) return null
  const hash = store.keys.user(held.owner)[place.hash]
  const value = readText(await store.connection.run(removeScript, [hash], [place.field]))
  if (value === null) return null
  await release(store, place, held)
  return decodeRow(value) as Row
}

/**
 * Retries while other processes change the same row. Each round lets at least one of them succeed.
 */
export async function untilUnchanged<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let left = 100; left > 0; left--) {
    const result = await attempt()
    if (result !== undefined) return result
  }
  throw new Error(
    'The row was not changed within 100 attempts, because other processes keep changing it.',
  )
}

/** Returns the error for a script that did not write. */
export function refusal(state: unknown): Error {
  if (state === 'unknown') return new Error('No user has this id.')
  if (state === 'taken') return new Error('Expected a new key: it is taken.')
  return new Error('The write came too late, because the key was given to another user.')
}
