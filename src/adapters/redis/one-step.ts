import type {
  Adapter,
  AdapterAccount,
  AdapterNewcomer,
  AdapterUnlinking,
  AdapterUser,
  OneStepMethod,
} from '../../model/adapter.js'
import { refusal, untilUnchanged } from './belongings.js'
import { claimUniqueKeys, prepareRelease, release, whileUnwritten, type Claim } from './claims.js'
import { readNames, readText } from './connection.js'
import { decodeRow, encodeRow, mergeRow } from './encoding.js'
import { encodePart, encodeParts, type Place } from './keys.js'
import { isRefusalOfCluster } from './read-session.js'
import {
  createUserWithScript,
  putUserWithScript,
  takeOverScript,
  unlinkScript,
} from './user-scripts.js'
import type { Store } from './store.js'
import { decodeUser } from './users.js'

/** The methods for changes that other databases make in a transaction. */
export function oneStepMethods(store: Store): Required<Pick<Adapter, OneStepMethod>> {
  let isCluster = false
  return {
    createUserWithAccount: async (newcomer) => {
      const rows = rowsOf(store, newcomer)
      if (isCluster) return createInSteps(store, rows)
      try {
        return await createInOneStep(store, rows)
      } catch (thrown) {
        if (!isRefusalOfCluster(thrown)) throw thrown
        isCluster = true
        return createInSteps(store, rows)
      }
    },
    takeOverUser: (user) => takeOver(store, user),
    unlinkUnlessLast: (unlinking) => unlink(store, unlinking),
  }
}

/** A new user, with the places to claim. */
interface Rows {
  readonly owner: string
  readonly user: string
  /** Each place with its value. The value for the address is empty. */
  readonly places: readonly { readonly place: Place; readonly value: string }[]
}

function rowsOf(store: Store, { user, account, authenticator }: AdapterNewcomer): Rows {
  const blank = { id: crypto.randomUUID(), email: null, emailVerified: null }
  const row = mergeRow<Omit<AdapterUser, 'email'> & { email: string | null }>(blank, user)
  const { keys } = store
  const { id: userId, email } = row
  const accountField = encodeParts(account.provider, account.providerAccountId)
  const own = [
    ...(email === null ? [] : [{ place: keys.email(email), value: '' }]),
    { place: keys.account(accountField), value: encodeRow({ ...account, userId }) },
    ...(authenticator
      ? [
          {
            place: keys.authenticator(encodePart(authenticator.credentialID)),
            value: encodeRow({ ...authenticator, userId }),
          },
        ]
      : []),
  ]
  return { owner: encodePart(userId), user: encodeRow(row), places: own }
}

/**
 * One script claims all places and writes all rows. A cluster refuses it, because the keys are in
 * different slots.
 */
async function createInOneStep(
  { connection, keys }: Store,
  { owner, user, places }: Rows,
): Promise<AdapterUser> {
  const ownKeys = keys.user(owner)
  const names = [ownKeys.user, ...places.map(({ place }) => place.key)]
  const rows = places.flatMap(({ place, value }) => [place.hash, place.field, value])
  const suffix = ownKeys.user.slice(ownKeys.user.indexOf('{'))
  const state = await whileUnwritten(
    () => connection.run(createUserWithScript, names, [suffix, owner, user, ...rows]),
    async (found) => found === 'claimed',
  )
  if (state !== 'done') throw refusal(state)
  return decodeUser(user)
}

/** In a cluster, each place is claimed first. Then one script writes all of the owner's rows. */
async function createInSteps(store: Store, { owner, user, places }: Rows): Promise<AdapterUser> {
  const held: { readonly place: Place; readonly claim: Claim }[] = []
  const giveUp = async (): Promise<void> => {
    await Promise.all(held.map(({ place, claim }) => release(store, place, claim)))
  }
  try {
    for (const { place } of places)
      held.push({ place, claim: await claimUniqueKeys(store, place, owner) })
  } catch (thrown) {
    await giveUp()
    throw thrown
  }
  const own = store.keys.user(owner)
  const names = [own.user, own.voidClaims, own.accounts, own.authenticators]
  const claims = held.map(({ claim }) => claim.text)
  const rows = places.flatMap(({ place, value }) => [place.hash, place.field, value])
  const args = [user, String(claims.length), ...claims, ...rows]
  const state = await store.connection.run(putUserWithScript, names, args)
  if (state === 'done') return decodeUser(user)
  await giveUp()
  throw refusal(state)
}

async function takeOver(
  store: Store,
  {
    id,
    email,
    emailVerified,
    unlessFactors = [],
  }: Parameters<NonNullable<Adapter['takeOverUser']>>[0],
): Promise<AdapterUser | null> {
  const owner = encodePart(id)
  const own = store.keys.user(owner)
  return untilUnchanged(async () => {
    const old = readText(await store.connection.send('HGET', own.user, 'row'))
    const before = old === null ? null : decodeUser(old)
    if (old === null || before?.email !== email || before.emailVerified) return null
    const releasePlaces = await prepareRelease(store, await placesOf(store, owner), owner)
    const value = encodeRow({ ...decodeRow(old), emailVerified })
    const names = [
      own.user,
      own.accounts,
      own.authenticators,
      own.sessions,
      own.sessionIndex,
      own.factors,
    ]
    const guards = (['totp', 'passkey'] as const).map((kind) =>
      unlessFactors.includes(kind) ? 'guarded' : '',
    )
    const state = await store.connection.run(takeOverScript, names, [old, value, ...guards])
    if (state === 'changed') return undefined
    if (state === 'enrolled') return null
    await releasePlaces()
    return decodeUser(value)
  })
}

async function placesOf({ connection, keys }: Store, owner: string): Promise<Place[]> {
  const own = keys.user(owner)
  const [accounts, authenticators, sessions, factors] = await Promise.all(
    [own.accounts, own.authenticators, own.sessions, own.factors].map(async (key) =>
      readNames(await connection.send('HKEYS', key)),
    ),
  )
  return [
    ...(accounts ?? []).map((field) => keys.account(field)),
    ...(authenticators ?? []).map((field) => keys.authenticator(field)),
    ...(sessions ?? []).map((field) => keys.session(field)),
    ...(factors ?? []).map((field) => keys.factor(field)),
  ]
}

async function unlink(
  store: Store,
  { userId, account, keptSession, otherProviders }: AdapterUnlinking,
): Promise<AdapterAccount | 'unknown' | 'last'> {
  const owner = encodePart(userId)
  const own = store.keys.user(owner)
  const field = encodeParts(account.provider, account.providerAccountId)
  const row = readText(await store.connection.send('HGET', own.accounts, field))
  if (row === null) return 'unknown'
  const isPasskey = (decodeRow(row) as AdapterAccount).type === 'webauthn'
  const passkey = isPasskey ? encodePart(account.providerAccountId) : ''
  // No session has this field, because an encoded token never contains a colon.
  const keptField = keptSession === undefined ? ':' : encodePart(keptSession)
  const removed = (place: Place): boolean =>
    (place.hash === 'accounts' && place.field === field) ||
    (place.hash === 'authenticators' && place.field === passkey) ||
    (place.hash === 'sessions' && place.field !== keptField)
  const places = (await placesOf(store, owner)).filter(removed)
  const releasePlaces = await prepareRelease(store, places, owner)
  const names = [own.accounts, own.authenticators, own.sessions, own.sessionIndex]
  const others = otherProviders?.map((provider) => `${encodePart(provider)}:`) ?? []
  const needsOther = otherProviders === undefined ? '0' : '1'
  const args = [field, passkey, keptField, needsOther, ...others]
  const state = readText(await store.connection.run(unlinkScript, names, args))
  if (state === null || state === 'last' || state === 'unknown') return state ?? 'unknown'
  await releasePlaces()
  // A refresh may have replaced the tokens since the row was read.
  return decodeRow(state) as AdapterAccount
}
