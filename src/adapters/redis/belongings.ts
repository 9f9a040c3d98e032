import { claimUniqueKeys, findClaim, release } from './claims.js'
import { readNames, readText } from './connection.js'
import { decodeRow, encodeRow, mergeRow } from './encoding.js'
import { encodePart, type Place } from './keys.js'
import { putScript, removeScript, swapScript } from './scripts.js'
import type { Store } from './store.js'

/** Rows in a hash of their user, and found by a pointer: accounts and authenticators. */

/** Adds a row to a user; throws if somebody has it, or if there is no such user. */
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
  // With 'taken' the user has it already, and only the pointer had been lost.
  if (state !== 'taken') await release(store, place, held)
  throw refusal(state)
}

/** The row at a place; `null` if there is none. */
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

/** All rows of one kind that a user has. */
export async function listBelongings<Row extends object>(
  { connection, keys }: Store,
  hash: 'accounts' | 'authenticators',
  userId: string,
): Promise<Row[]> {
  const key = keys.user(encodePart(userId))[hash]
  return readNames(await connection.send('HVALS', key)).map((value) => decodeRow(value) as Row)
}

/** Changes the row at a place; `null` if there is none. */
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
      throw new Error('Expected the same userId: to give it to another user, remove it and add it.')
    }
    const value = encodeRow(row)
    const state = await store.connection.run(swapScript, [hash], [place.field, old, value])
    return state === 'done' ? (decodeRow(value) as Row) : undefined
  })
}

/** Removes the row at a place and gives it. */
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

/** Tries again while others change the same row; each time at least one of them gets through. */
export async function untilUnchanged<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let left = 100; left > 0; left--) {
    const result = await attempt()
    if (result !== undefined) return result
  }
  throw new Error('Expected to change a row within 100 attempts: too many others change it.')
}

/** Why a script did not write. */
export function refusal(state: unknown): Error {
  if (state === 'unknown') return new Error('Expected the id of a user: no user has this one.')
  if (state === 'taken') return new Error('Expected a new key: it is taken.')
  return new Error('Expected to write at once: meanwhile the key was given to somebody else.')
}
