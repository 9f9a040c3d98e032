import type { AdapterSessionDetails, AdapterUser } from '../../model/adapter.js'
import { findClaim } from './claims.js'
import { readText, readTexts } from './connection.js'
import { decodeExpiring } from './encoding.js'
import { readSessionScript } from './row-scripts.js'
import type { Store } from './store.js'
import { decodeUser, getUser } from './users.js'

interface Found {
  readonly session: AdapterSessionDetails
  readonly user: AdapterUser
}

/**
 * Returns a function that reads a session with its user: in one step on a single server, in two in
 * a cluster. It detects a cluster when the server refuses the script.
 */
export function openSessionReader(store: Store): (field: string) => Promise<Found | null> {
  let isCluster = false
  const readAgain = (field: string, thrown: unknown): Promise<Found | null> => {
    if (!isRefusalOfCluster(thrown)) throw thrown
    isCluster = true
    return readInTwoSteps(store, field)
  }
  return (field) =>
    isCluster
      ? readInTwoSteps(store, field)
      : readInOneStep(store, field).then(decodeBoth, (thrown: unknown) => readAgain(field, thrown))
}

/** Returns the session of a token, or `null`. */
export async function findSession(
  store: Store,
  field: string,
): Promise<AdapterSessionDetails | null> {
  const held = await findClaim(store, store.keys.session(field))
  const value = held && (await readSession(store, held.owner, field))
  return value === null ? null : decodeSession(value)
}

/** Returns a user's session, still encoded. */
export async function readSession(
  { connection, keys }: Store,
  owner: string,
  field: string,
): Promise<string | null> {
  return readText(await connection.send('HGET', keys.user(owner).sessions, field))
}

export function decodeSession(text: string): AdapterSessionDetails {
  return decodeExpiring(text) as AdapterSessionDetails
}

function readInOneStep({ connection, keys }: Store, field: string): Promise<unknown> {
  return connection.read(readSessionScript, keys.session(field).key)
}

function decodeBoth(reply: unknown): Found | null {
  const [session = null, user = null] = readTexts(reply)
  if (session === null || user === null) return null
  return { session: decodeSession(session), user: decodeUser(user) }
}

async function readInTwoSteps(store: Store, field: string): Promise<Found | null> {
  const held = await findClaim(store, store.keys.session(field))
  if (!held) return null
  const [session, user] = await Promise.all([
    readSession(store, held.owner, field),
    getUser(store, held.owner),
  ])
  return session === null || !user ? null : { session: decodeSession(session), user }
}

/**
 * Redis reports a key that is non-local or in another slot. Compatible servers report an undeclared
 * key.
 */
export function isRefusalOfCluster(thrown: unknown): boolean {
  return thrown instanceof Error && /non.local key|slot|undeclared/i.test(thrown.message)
}
