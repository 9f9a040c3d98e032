import { readNames, readText } from './connection.js'
import { requireTime } from './encoding.js'
import type { Place, Shelf } from './keys.js'
import { claimScript, releaseScript, voidScript } from './claim-scripts.js'
import type { Store } from './store.js'

/**
 * The ownership of a value that only one user may have.
 *
 * In a cluster the pointer and its target are on different nodes, so one step cannot write both.
 * The adapter claims the pointer first and then writes the owner's row. It deletes in the opposite
 * order. A pointer that a crash left behind has no row, and can be claimed again.
 */
export interface Claim {
  readonly owner: string
  /** The content of the pointer. No two claims have the same text. */
  readonly text: string
}

/**
 * How often, and how long, a losing call waits until the row of a fresh claim is written or the
 * claim is released.
 */
const looks = 50
const millisecondsBetweenLooks = 10

/**
 * Retries while the place is claimed but its row is not written yet. A refusal is useful to the
 * caller only after that, because the caller then reads the other user's row. Without a row, the claim
 * proves nothing: its owner may be slow, or was cut off. Then the call fails with Redis's own word for
 * "later", so that the client is asked to try again.
 */
export async function whileUnwritten<T>(
  attempt: () => Promise<T>,
  isUnwritten: (result: T) => Promise<boolean>,
): Promise<T> {
  for (let look = 1; ; look += 1) {
    const result = await attempt()
    if (!(await isUnwritten(result))) return result
    if (look === looks)
      throw new Error('TRYAGAIN A call that has not finished claims the same key.')
    await new Promise((resolve) => setTimeout(resolve, millisecondsBetweenLooks))
  }
}

/** Claims a place for a user. Throws if any user, including this one, already has it. */
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
    // A second stale claim in a row means that another process was faster.
    if (state === 'fresh' || stale) throw new Error(`Expected a new ${nounOf(place)}: it is taken.`)
    const { voidClaims } = keys.user(ownerOf(text))
    const use = await connection.run(voidScript, [sideOf(text), voidClaims], [place.field, text])
    if (use !== 'void') throw new Error(`Expected a new ${nounOf(place)}: it is taken.`)
    stale = text
  }
}

/** Returns the claim on a place. It is valid only if the owner's row exists too. */
export async function findClaim({ connection }: Store, place: Place): Promise<Claim | null> {
  const text = readText(await connection.send('GET', place.key))
  return text === null ? null : { owner: ownerOf(text), text }
}

/** Releases a place after the owner's row was deleted. `claim` must be read before that. */
export async function release(
  { connection }: Store,
  { key, index, member = '' }: Place & Partial<Shelf>,
  claim: Claim,
): Promise<void> {
  await connection.run(releaseScript, withIndex(key, index), [claim.text, member])
}

/** Reads a user's claims on these places and returns the function that releases them. */
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
    factors: 'factor',
    sessions: 'session',
  }[hash]
}
