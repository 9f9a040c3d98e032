import type { Adapter, AdapterUser } from '../../model/adapter.js'
import { refusal, untilUnchanged } from './belongings.js'
import { claimUniqueKeys, findClaim, prepareRelease, release, type Claim } from './claims.js'
import { readNames, readText, readTexts } from './connection.js'
import { decodeRow, encodeRow, mergeRow } from './encoding.js'
import { encodePart, encodeParts } from './keys.js'
import { createUserScript, deleteUserScript, updateUserScript } from './user-scripts.js'
import type { Store } from './store.js'

/** Some providers send no address, although the type of the adapter requires one. */
type UserRow = Omit<AdapterUser, 'email'> & { email: string | null }

export function userMethods(
  store: Store,
): Required<
  Pick<
    Adapter,
    'createUser' | 'getUser' | 'getUserByEmail' | 'getUserByAccount' | 'updateUser' | 'deleteUser'
  >
> {
  return {
    createUser: (user) => createUser(store, user),
    getUser: (id) => getUser(store, encodePart(id)),
    getUserByEmail: (email) => getUserByEmail(store, email),
    getUserByAccount: ({ provider, providerAccountId }) =>
      getUserByAccount(store, encodeParts(provider, providerAccountId)),
    updateUser: (changes) => updateUser(store, changes),
    deleteUser: (id) => deleteUser(store, id),
  }
}

/** `owner` is the encoded id. */
export async function getUser(
  { connection, keys }: Store,
  owner: string,
): Promise<AdapterUser | null> {
  const row = readText(await connection.send('HGET', keys.user(owner).user, 'row'))
  return row === null ? null : decodeUser(row)
}

export function decodeUser(text: string): AdapterUser {
  return decodeRow(text) as AdapterUser
}

async function createUser(store: Store, user: AdapterUser): Promise<AdapterUser> {
  const blank = { id: crypto.randomUUID(), email: null, emailVerified: null }
  const row = mergeRow<UserRow>(blank, user)
  const value = encodeRow(row)
  const owner = encodePart(row.id)
  const keys = store.keys.user(owner)
  const place = row.email === null ? undefined : store.keys.email(row.email)
  const held = place && (await claimUniqueKeys(store, place, owner))
  const state = await store.connection.run(
    createUserScript,
    [keys.user, keys.voidClaims],
    [value, held?.text ?? '', place?.field ?? ''],
  )
  if (state === 'done') return decodeUser(value)
  if (held) await release(store, place, held)
  throw refusal(state)
}

async function getUserByEmail(store: Store, email: string): Promise<AdapterUser | null> {
  const place = store.keys.email(email)
  const held = await findClaim(store, place)
  if (!held) return null
  const { user } = store.keys.user(held.owner)
  const reply = await store.connection.send('HMGET', user, 'row', place.field)
  const [row = null, mark = null] = readTexts(reply)
  return row === null || mark === null ? null : decodeUser(row)
}

async function getUserByAccount(store: Store, field: string): Promise<AdapterUser | null> {
  const held = await findClaim(store, store.keys.account(field))
  if (!held) return null
  const { accounts } = store.keys.user(held.owner)
  const [account, user] = await Promise.all([
    store.connection.send('HGET', accounts, field).then(readText),
    getUser(store, held.owner),
  ])
  return account === null ? null : user
}

async function updateUser(
  store: Store,
  changes: Partial<AdapterUser> & Pick<AdapterUser, 'id'>,
): Promise<AdapterUser> {
  const owner = encodePart(changes.id)
  const keys = store.keys.user(owner)
  let held: Claim | undefined
  return untilUnchanged(async () => {
    const old = readText(await store.connection.send('HGET', keys.user, 'row'))
    if (old === null) throw refusal('unknown')
    const before: UserRow = decodeUser(old)
    const row = mergeRow(before, changes)
    const { email } = before
    const oldPlace = email === null || email === row.email ? undefined : store.keys.email(email)
    const newPlace =
      row.email === null || email === row.email ? undefined : store.keys.email(row.email)
    if (newPlace) held ??= await claimUniqueKeys(store, newPlace, owner)
    const releasePlaces = await prepareRelease(store, oldPlace ? [oldPlace] : [], owner)
    const value = encodeRow(row)
    const state = await store.connection.run(
      updateUserScript,
      [keys.user, keys.voidClaims],
      [old, value, held?.text ?? '', oldPlace?.field ?? '', newPlace?.field ?? ''],
    )
    if (state === 'changed') return undefined
    if (state !== 'done') throw refusal(state)
    await releasePlaces()
    return decodeUser(value)
  })
}

async function deleteUser(store: Store, id: string): Promise<AdapterUser | null> {
  const { connection, keys } = store
  const owner = encodePart(id)
  const user = keys.user(owner)
  const [row, accounts, authenticators, factors, sessions] = await Promise.all([
    getUser(store, owner),
    connection.send('HKEYS', user.accounts).then(readNames),
    connection.send('HKEYS', user.authenticators).then(readNames),
    connection.send('HKEYS', user.factors).then(readNames),
    connection.send('HKEYS', user.sessions).then(readNames),
  ])
  if (!row) return null
  const places = [
    ...(typeof row.email === 'string' ? [keys.email(row.email)] : []),
    ...accounts.map((field) => keys.account(field)),
    ...authenticators.map((field) => keys.authenticator(field)),
    ...factors.map((field) => keys.factor(field)),
    ...sessions.map((field) => keys.session(field)),
  ]
  const releasePlaces = await prepareRelease(store, places, owner)
  const hashes = [
    user.user,
    user.accounts,
    user.authenticators,
    user.factors,
    user.sessions,
    user.sessionIndex,
  ]
  const deleted = readText(await connection.run(deleteUserScript, hashes, []))
  await releasePlaces()
  return deleted === null ? null : decodeUser(deleted)
}
