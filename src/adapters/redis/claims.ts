import { readNames, readText } from './connection.js'
import { requireTime } from './encoding.js'
import type { Place, Shelf } from './keys.js'
import { claimScript, releaseScript, voidScript } from './scripts.js'
import type { Store } from './store.js'

/**
 * Who has a value that only one user may have.
 *
 * In a cluster the pointer and what it points at lie on different nodes, so no single step writes
 * both. The pointer is claimed first, then the owner's side is written; on the way back the owner's
 * side goes first. A pointer that a crash left behind points at nothing and is claimed anew.
 */
export interface Claim {
  readonly owner: string
  /** What the pointer holds: unlike that of any claim before or after it. */
  readonly text: string
}

/** How often, and how long, a loser waits until the row of a fresh claim is there or the claim is gone. */
const looks = 50
const millisecondsBetweenLooks = 10

/**
 * Repeats an attempt while its place is claimed and has no row yet. Only then is a refusal worth
 * something: its caller looks for the row of the other, and finds it.
 */
export async function whileUnwritten<T>(
  attempt: () => Promise<T>,
  isUnwritten: (result: T) => Promise<boolean>,
): Promise<T> {
  for (let look = 1; ; look += 1) {
    const result = await attempt()
    if (look === looks || !(await isUnwritten(result))) return result
    await new Promise((resolve) => setTimeout(resolve, millisecondsBetweenLooks))
  }
}

/** Claims a place for a user; throws if another, or the same, has it. */
export async function claimUniqueKeys(
  { connection, keys }: Store,
  place: Place & Partial<Shelf>,
  owner: string,
  expires?: Date,
): Promise<Claim> {
  const { key, index, member = '' } = place
  const args = [member, expires ? String(requireTime(expires)) : '']
  const sideOf = (text: string): string => keys.user(ownerOf(text))[place.hash]
  let stale = ''
  for (;;) {
    const [text = '', state] = await whileUnwritten(
      async () =>
        readNames(
          await connection.run(claimScript, withIndex(key, index), [owner, stale, ...args]),
        ),
      async ([held = '', found]) =>
        found === 'fresh' && (await connection.send('HEXISTS', sideOf(held), place.field)) === 0,
    )
    if (state === 'won') return { owner, text }
    // A second stale one in a row means that somebody else was quicker.
    if (state === 'fresh' || stale) throw new Error(`Expected a new ${nounOf(place)}: it is taken.`)
    const { voidClaims } = keys.user(ownerOf(text))
    const use = await connection.run(voidScript, [sideOf(text), voidClaims], [place.field, text])
    if (use !== 'void') throw new Error(`Expected a new ${nounOf(place)}: it is taken.`)
    stale = text
  }
}

/** The claim on a place. It counts only if the owner's side has the place too. */
export async function findClaim({ connection }: Store, place: Place): Promise<Claim | null> {
  const text = readText(await connection.send('GET', place.key))
  return text === null ? null : { owner: ownerOf(text), text }
}

/** Gives a place up, once the owner's side no longer has it; `claim` was read before that. */
export async function release(
  { connection }: Store,
  { key, index, member = '' }: Place & Partial<Shelf>,
  claim: Claim,
): Promise<void> {
  await connection.run(releaseScript, withIndex(key, index), [claim.text, member])
}

/** Reads the claims of a user on these places; the function that it gives releases them. */
export async function prepareRelease(
  store: Store,
  places: readonly (Place & Partial<Shelf>)[],
  owner: string,
): Promise<() => Promise<void>> {
  const claims = await Promise.all(places.map((place) => findClaim(store, place)))
  return async () => {
    await Promise.all(
      places.map(async (place, at) => {
        const claim = claims[at]
        if (claim?.owner === owner) await release(store, place, claim)
      }),
    )
  }
}

function withIndex(key: string, index: string | undefined): string[] {
  return index === undefined ? [key] : [key, index]
}

function ownerOf(text: string): string {
  return text.slice(text.indexOf('|') + 1)
}

function nounOf({ hash }: Place): string {
  return {
    user: 'address',
    accounts: 'account',
    authenticators: 'authenticator',
    sessions: 'session',
  }[hash]
}
