import type { Store } from '../config/store.js'
import type { Context } from '../context/context.js'
import { tell } from '../context/events.js'
import { sha256Hex } from '../crypto/digest.js'
import { OAuthAccountNotLinked } from '../errors/request-errors.js'
import type { AdapterUser, VerificationToken } from '../model/adapter.js'
import { idOf } from '../session/user-id.js'
import { keysOf, type Candidate, type Settled } from './candidate.js'

/** Seconds for which a sign-up that was cut short can be taken up again. */
const noteLifetime = 24 * 60 * 60

/** How often, and how long, a sign-up looks for the work of a parallel one. */
const looks = 40
const millisecondsBetweenLooks = 50

/**
 * Creates a user with an account: both, or neither.
 *
 * Of parallel first sign-ins of one person one creates the user; the others find it.
 */
export async function signUp(ctx: Context, store: Store, candidate: Candidate): Promise<Settled> {
  let settled: Settled
  try {
    settled = await createBoth(ctx, store, candidate)
  } catch (thrown) {
    const owner = await waitForOwner(store, candidate)
    if (owner) return { user: owner, isNewUser: false }
    const { email } = candidate.user
    if (!email || !(await store.call('getUserByEmail', email))) throw thrown
    throw new OAuthAccountNotLinked('Another user was faster to take the address.')
  }
  if (!settled.isNewUser) return settled
  const { user } = settled
  const account = { ...candidate.account, userId: user.id }
  await tell(ctx, 'createUser', { user })
  await tell(ctx, 'linkAccount', { account, user, profile: candidate.user })
  return settled
}

/**
 * Whether this very account began a sign-up that created the user, and was cut short before the two
 * were linked: then it may have what it was about to get. The note of it is gone afterwards.
 *
 * A user whose address is proven, when the sign-up would not have said so, is somebody else; so is
 * one who has an account.
 */
export async function takeUnfinished(
  ctx: Context,
  store: Store,
  candidate: Candidate,
  namesake: AdapterUser,
): Promise<boolean> {
  const isAsWritten = candidate.isAddressProven === namesake.emailVerified instanceof Date
  if (!needsNotes(store) || !isAsWritten || (await hasAccounts(store, namesake))) return false
  const found = await takeNote(store, await noteOf(ctx, candidate))
  return found ? new Date(found.expires).getTime() > ctx.now * 1000 : false
}

/** The owner of the account, once a parallel sign-up has made one. */
export async function waitForOwner(
  store: Store,
  candidate: Candidate,
): Promise<AdapterUser | null> {
  for (let look = 1; ; look += 1) {
    const owner = await store.call('getUserByAccount', keysOf(candidate))
    if (owner || look === looks) return owner
    await new Promise((resolve) => setTimeout(resolve, millisecondsBetweenLooks))
  }
}

async function createBoth(ctx: Context, store: Store, candidate: Candidate): Promise<Settled> {
  if (needsNotes(store)) return createWithNote(ctx, store, candidate)
  const user = store.has('transaction')
    ? await store.transaction((inside) => createInTurn(ctx, inside, candidate))
    : await createInTurn(ctx, store, candidate)
  return { user, isNewUser: true }
}

async function createInTurn(
  ctx: Context,
  store: Store,
  candidate: Candidate,
): Promise<AdapterUser> {
  const user = await store.call('createUser', newUser(ctx, candidate))
  await store.call('linkAccount', { ...candidate.account, userId: user.id })
  return user
}

/**
 * Without transactions a note is left before the first write and taken away after the last: what is
 * found later under it was cut short. Where the store refuses a second note like it, the note also
 * keeps other processes out.
 */
async function createWithNote(ctx: Context, store: Store, candidate: Candidate): Promise<Settled> {
  const note = await noteOf(ctx, candidate)
  const isFirst = await store.call('createVerificationToken', note).then(
    () => true,
    () => false,
  )
  // Someone else has just finished, is at it, or fell over at it; then the work starts again.
  const owner = isFirst
    ? await store.call('getUserByAccount', keysOf(candidate))
    : await waitForOwner(store, candidate)
  const user = owner ?? (await createNoted(ctx, store, candidate, note))
  await takeNote(store, note)
  return { user, isNewUser: !owner }
}

async function createNoted(
  ctx: Context,
  store: Store,
  candidate: Candidate,
  note: VerificationToken,
): Promise<AdapterUser> {
  let user: AdapterUser
  try {
    user = await store.call('createUser', newUser(ctx, candidate))
  } catch (thrown) {
    // Nobody was created: whoever has the address later is not the one that the note speaks of.
    await takeNote(store, note)
    throw thrown
  }
  try {
    await store.call('linkAccount', { ...candidate.account, userId: user.id })
  } catch (thrown) {
    await deleteIfNobody(store, candidate, user)
    throw thrown
  }
  return user
}

/** Someone else was faster to link the account: the user who was made for it is nobody's. */
async function deleteIfNobody(
  store: Store,
  candidate: Candidate,
  user: AdapterUser,
): Promise<void> {
  const owner = await store.call('getUserByAccount', keysOf(candidate))
  if (!owner || idOf(owner) === idOf(user) || !store.has('deleteUser')) return
  await store.call('deleteUser', user.id)
}

async function hasAccounts(store: Store, { id }: AdapterUser): Promise<boolean> {
  if (!store.has('listAccountsByUserId')) return false
  return (await store.call('listAccountsByUserId', id)).length > 0
}

function newUser(ctx: Context, { user, isAddressProven }: Candidate): AdapterUser {
  return {
    ...user,
    id: crypto.randomUUID(),
    // Some services give no address; the tables allow that, the type of Auth.js does not.
    email: user.email as string,
    emailVerified: isAddressProven ? new Date(ctx.now * 1000) : null,
  }
}

function needsNotes(store: Store): boolean {
  return !store.has('transaction') && store.has('createVerificationToken', 'useVerificationToken')
}

/**
 * The note of one account's sign-up with one address. It lies among the tokens of e-mail sign-ins
 * and is none: its identifier is not an address, and its token is not the hash of any that was sent.
 */
async function noteOf(
  ctx: Context,
  { account: { provider, providerAccountId }, user }: Candidate,
): Promise<VerificationToken> {
  const whose = JSON.stringify([provider, providerAccountId])
  return {
    identifier: `sign-up:${await sha256Hex(whose)}`,
    token: await sha256Hex(`sign-up:${whose}:${user.email ?? ''}`),
    expires: new Date((ctx.now + noteLifetime) * 1000),
  }
}

async function takeNote(
  store: Store,
  { identifier, token }: VerificationToken,
): Promise<VerificationToken | null> {
  return store.call('useVerificationToken', { identifier, token })
}
