import type { Adapter, AdapterSessionDetails } from '../../model/adapter.js'
import { refusal, untilUnchanged } from './belongings.js'
import { claimUniqueKeys, findClaim, prepareRelease, release } from './claims.js'
import { readNames, readText } from './connection.js'
import { encodeExpiring, mergeRow, requireTime } from './encoding.js'
import { encodePart, encodeParts } from './keys.js'
import { decodeSession, findSession, openSessionReader, readSession } from './read-session.js'
import {
  noteScript,
  putScript,
  removeAllScript,
  removeScript,
  swapScript,
  touchScript,
} from './row-scripts.js'
import type { Store } from './store.js'

type SessionRow = AdapterSessionDetails
type ProviderSession = Pick<SessionRow, 'provider' | 'providerSessionId'>

export function sessionMethods(
  store: Store,
): Required<
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
> {
  const read = openSessionReader(store)
  return {
    createSession: (session) => createSession(store, session),
    getSessionAndUser: (sessionToken) => read(encodePart(sessionToken)),
    updateSession: (changes) => updateSession(store, changes),
    deleteSession: (sessionToken) => deleteSession(store, encodePart(sessionToken)),
    listSessionsByUserId: (userId) => listSessions(store, userId),
    deleteSessionsByUserId: (userId, except) => deleteSessionsOfUser(store, userId, except),
    deleteSessionsByProviderSession: (session) => deleteProviderSession(store, session),
  }
}

async function createSession(store: Store, row: SessionRow): Promise<SessionRow> {
  const place = store.keys.session(encodePart(row.sessionToken))
  const value = encodeExpiring(row)
  const held = await claimUniqueKeys(store, place, encodePart(row.userId), row.expires)
  await noteProviderSession(store, row)
  const user = store.keys.user(held.owner)
  const state = await store.connection.run(
    putScript,
    [user.user, user.voidClaims, user.sessions, user.sessionIndex],
    [held.text, place.field, value, String(requireTime(row.expires))],
  )
  if (state === 'done') return decodeSession(value)
  if (state !== 'taken') await release(store, place, held)
  throw refusal(state)
}

async function updateSession(
  store: Store,
  changes: Partial<SessionRow> & Pick<SessionRow, 'sessionToken'>,
): Promise<SessionRow | null> {
  const place = store.keys.session(encodePart(changes.sessionToken))
  const held = await findClaim(store, place)
  if (!held) return null
  const { sessions, sessionIndex } = store.keys.user(held.owner)
  return untilUnchanged(async () => {
    const old = await readSession(store, held.owner, place.field)
    if (old === null) return null
    const row = mergeRow(decodeSession(old), changes)
    if (encodePart(row.userId) !== held.owner) return moveSession(store, row)
    const expires = String(requireTime(row.expires))
    // The pointers are extended first, because they must live as long as the session.
    await Promise.all([
      store.connection.run(touchScript, [place.key, place.index], [place.member, expires]),
      noteProviderSession(store, row),
    ])
    const value = encodeExpiring(row)
    const keys = [sessions, sessionIndex]
    const state = await store.connection.run(swapScript, keys, [place.field, old, value, expires])
    return state === 'done' ? decodeSession(value) : undefined
  })
}

/**
 * Moves a session to another user, whose keys are in another slot. If the process crashes in
 * between, the session ends.
 */
async function moveSession(store: Store, row: SessionRow): Promise<SessionRow | null> {
  const removed = await deleteSession(store, encodePart(row.sessionToken))
  return removed && createSession(store, row)
}

async function deleteSession(store: Store, field: string): Promise<SessionRow | null> {
  const place = store.keys.session(field)
  const held = await findClaim(store, place)
  if (!held) return null
  const { sessions, sessionIndex } = store.keys.user(held.owner)
  const reply = await store.connection.run(removeScript, [sessions, sessionIndex], [field])
  const value = readText(reply)
  if (value === null) return null
  await release(store, place, held)
  return decodeSession(value)
}

async function listSessions({ connection, keys }: Store, userId: string): Promise<SessionRow[]> {
  const { sessions } = keys.user(encodePart(userId))
  const values = readNames(await connection.send('HVALS', sessions))
  return values.map((value) => decodeSession(value))
}

async function deleteSessionsOfUser(
  store: Store,
  userId: string,
  except: string | undefined,
): Promise<void> {
  const owner = encodePart(userId)
  // No session has this field, because an encoded token never contains a colon.
  const keptField = except === undefined ? ':' : encodePart(except)
  const { sessions, sessionIndex } = store.keys.user(owner)
  const fields = readNames(await store.connection.send('HKEYS', sessions))
  const deletedFields = fields.filter((field) => field !== keptField)
  const places = deletedFields.map((field) => store.keys.session(field))
  const releasePlaces = await prepareRelease(store, places, owner)
  await store.connection.run(removeAllScript, [sessions, sessionIndex], [keptField])
  await releasePlaces()
}

async function deleteProviderSession(store: Store, session: ProviderSession): Promise<void> {
  const key = providerSessionKey(store, session)
  if (key === undefined) return
  const fields = readNames(await store.connection.send('ZRANGE', key, '0', '-1'))
  await Promise.all(
    fields.map(async (field) => {
      const session = await findSession(store, field)
      if (session && providerSessionKey(store, session) === key) await deleteSession(store, field)
      await store.connection.send('ZREM', key, field)
    }),
  )
}

async function noteProviderSession(store: Store, row: SessionRow): Promise<void> {
  const key = providerSessionKey(store, row)
  if (key === undefined) return
  const args = [encodePart(row.sessionToken), String(requireTime(row.expires))]
  await store.connection.run(noteScript, [key], args)
}

function providerSessionKey(store: Store, session: ProviderSession): string | undefined {
  const { provider, providerSessionId } = session
  if (typeof provider !== 'string' || typeof providerSessionId !== 'string') return undefined
  return store.keys.providerSession(encodeParts(provider, providerSessionId))
}
