import type { Adapter, AdapterFactor, AdapterFactorUse } from '../../model/adapter.js'
import { refusal, untilUnchanged } from './belongings.js'
import { claimUniqueKeys, findClaim, prepareRelease, release, type Claim } from './claims.js'
import { readNames, readText } from './connection.js'
import { decodeRow, encodeRow, requireTime } from './encoding.js'
import { forgetDeletion, listDueOwners, noteDeletions } from './due-deletions.js'
import { putFactorScript, removeDueFactorScript, replaceFactorsScript } from './factor-scripts.js'
import { encodePart, type Place, type Shelf } from './keys.js'
import { removeScript, swapScript } from './row-scripts.js'
import type { Store } from './store.js'

type Type = AdapterFactor['type']

/** The methods for factors. All factors of a user are in one hash, so one script replaces them. */
export function factorMethods(
  store: Store,
): Required<
  Pick<
    Adapter,
    | 'listFactorsByUserId'
    | 'createFactor'
    | 'useFactorStep'
    | 'deleteFactor'
    | 'replaceFactors'
    | 'listDueDeletions'
  >
> {
  return {
    listFactorsByUserId: (userId) => listFactors(store, encodePart(userId)),
    createFactor: (factor) => createFactor(store, factor),
    useFactorStep: (id, use) => useStep(store, encodePart(id), use),
    deleteFactor: (id) => deleteFactor(store, encodePart(id)),
    replaceFactors: (userId, type, factors) =>
      replaceFactors(store, encodePart(userId), type, factors),
    listDueDeletions: (now) => listDueDeletions(store, now),
  }
}

/** Deletes a factor if it expired before a time. Returns whether it is gone. */
export async function removeDueFactor(
  store: Store,
  field: string,
  before: string,
): Promise<unknown> {
  const place = store.keys.factor(field)
  const held = await findClaim(store, place)
  if (held) {
    const { factors } = store.keys.user(held.owner)
    const state = await store.connection.run(removeDueFactorScript, [factors], [field, before])
    if (state === 'kept') return state
  }
  return release(store, place, held ?? { owner: '', text: '' })
}

async function listFactors({ connection, keys }: Store, owner: string): Promise<AdapterFactor[]> {
  return readNames(await connection.send('HVALS', keys.user(owner).factors)).map(decodeFactor)
}

/** The index may name users whose deletion ended, and then forgets them. */
async function listDueDeletions(store: Store, now: Date): Promise<string[]> {
  const found: string[] = []
  for (const owner of await listDueOwners(store, now)) {
    const rows = await listFactors(store, owner)
    const pending = rows.filter(({ type }) => type === 'deletion')
    const due = pending.find(({ lastUsedAt }) => lastUsedAt && lastUsedAt.getTime() < now.getTime())
    if (due) found.push(due.userId)
    else if (pending.length === 0) await forgetDeletion(store, owner, now)
  }
  return found
}

async function createFactor(store: Store, factor: AdapterFactor): Promise<AdapterFactor> {
  const value = encodeFactor(factor)
  await noteDeletions(store, encodePart(factor.userId), [factor])
  const place = store.keys.factor(encodePart(factor.id))
  const held = await claimFactor(store, place, encodePart(factor.userId), factor)
  const { user, voidClaims, factors } = store.keys.user(held.owner)
  const keys = [user, voidClaims, factors]
  const args = [held.text, place.field, value]
  const state = await store.connection.run(putFactorScript, keys, args)
  if (state === 'done') return decodeFactor(`- ${value}`)
  // `taken` means that the user already has the row and only its pointer was lost.
  if (state !== 'taken') await release(store, place, held)
  throw refusal(state)
}

/** The value is replaced only if it is still the one that was read, so one step is used once. */
async function useStep(
  store: Store,
  field: string,
  { step, lastUsedAt, secret }: AdapterFactorUse,
): Promise<boolean> {
  const held = await findClaim(store, store.keys.factor(field))
  if (!held) return false
  const { factors } = store.keys.user(held.owner)
  return untilUnchanged(async () => {
    const old = readText(await store.connection.send('HGET', factors, field))
    const factor = old === null ? null : decodeFactor(old)
    if (old === null || !factor || factor.lastStep >= step) return false
    const changes = { lastStep: step, lastUsedAt, secret: secret ?? factor.secret }
    const keptUntil = old.slice(0, old.indexOf(' ') + 1)
    const value = keptUntil + encodeFactor({ ...factor, ...changes })
    const state = await store.connection.run(swapScript, [factors], [field, old, value])
    return state === 'done' ? true : undefined
  })
}

async function deleteFactor(store: Store, field: string): Promise<boolean> {
  const place = store.keys.factor(field)
  const held = await findClaim(store, place)
  if (!held) return false
  const { factors } = store.keys.user(held.owner)
  const removed = readText(await store.connection.run(removeScript, [factors], [field]))
  if (removed === null) return false
  await release(store, place, held)
  return true
}

async function replaceFactors(
  store: Store,
  owner: string,
  type: Type,
  given: readonly AdapterFactor[],
): Promise<void> {
  const held: { readonly place: Place & Shelf; readonly claim: Claim }[] = []
  const giveUp = async (): Promise<void> => {
    await Promise.all(held.map(async (one) => release(store, one.place, one.claim)))
  }
  try {
    for (const factor of given) {
      const place = store.keys.factor(encodePart(factor.id))
      held.push({ place, claim: await claimFactor(store, place, owner, factor) })
    }
  } catch (thrown) {
    await giveUp()
    throw thrown
  }
  await noteDeletions(store, owner, given)
  const replaced = (await listFactors(store, owner)).filter((factor) => factor.type === type)
  const places = replaced.map(({ id }) => store.keys.factor(encodePart(id)))
  const releasePlaces = await prepareRelease(store, places, owner)
  const { user, voidClaims, factors } = store.keys.user(owner)
  const rows = held.flatMap(({ place, claim: { text } }, at) => {
    const factor = given[at]
    return factor ? [text, place.field, encodeFactor(factor)] : []
  })
  const keys = [user, voidClaims, factors]
  const state = await store.connection.run(replaceFactorsScript, keys, [type, ...rows])
  if (state === 'done') return releasePlaces()
  await giveUp()
  throw refusal(state)
}

/** The pointer of a factor that never expires must not be in the index. */
function claimFactor(
  store: Store,
  { key, hash, field, ...shelf }: Place & Shelf,
  owner: string,
  { expires }: AdapterFactor,
): Promise<Claim> {
  const place = { key, hash, field }
  return expires
    ? claimUniqueKeys(store, { ...place, ...shelf }, owner, expires)
    : claimUniqueKeys(store, place, owner)
}

/** The type and the expiry come first, so that scripts can read them. */
function encodeFactor(factor: AdapterFactor): string {
  const expires = factor.expires ? requireTime(factor.expires) : '-'
  return `${factor.type} ${expires} ${encodeRow(factor)}`
}

/** Decodes a stored factor, which begins with the time until which it is kept. */
function decodeFactor(text: string): AdapterFactor {
  return decodeRow(text.replace(/^\S+ \S+ \S+ /, '')) as AdapterFactor
}
