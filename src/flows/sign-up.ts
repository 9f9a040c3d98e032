import type { Store } from '../config/store.js'
import type { Context } from '../context/context.js'
import { tell } from '../context/events.js'
import { sha256Hex } from '../crypto/digest.js'
import { OAuthAccountNotLinked } from '../errors/request-errors.js'
import type { AdapterUser, VerificationToken } from '../model/adapter.js'
import { idOf } from '../session/user-id.js'
import { keysOf, type Candidate, type Settled } from './candidate.js'
import { hasProvenAddress } from './proven-address.js'

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
 * Whether this very account began a sign-up that created this very user, and was cut short before
 * the two were linked: then it may have what it was about to get. The notes of it stay until
 * {@link forgetUnfinished}: whoever dies before that leaves them to the next.
 *
 * A user whose address is proven, when the sign-up would not have said so, is somebody else. When
 * both have proven it, that the sign-up began is enough.
 */
export async function findUnfinished(
  ctx: Context,
  store: Store,
  candidate: Candidate,
  namesake: AdapterUser,
): Promise<boolean> {
  const isAsWritten = candidate.isAddressProven === hasProvenAddress(namesake)
  if (!needsNotes(store) || !isAsWritten) return false
  const { claim, spare } = await notesOf(ctx, candidate, idOf(namesake))
  // Reading a note takes it away; until it is back, the other one is there.
  const found = (await takeNote(store, claim)) ?? (await takeNote(store, spare))
  const isClaimed = found !== null && new Date(found.expires).getTime() > ctx.now * 1000
  const isOwner = candidate.isAddressProven && (await isUnderWay(ctx, store, candidate))
  if (!isClaimed && !isOwner) return false
  await leaveNote(store, claim)
  await leaveNote(store, spare)
  return true
}

/** Whether a sign-up with this account and address has begun and not been seen to end. */
export async function isUnderWay(
  ctx: Context,
  store: Store,
  candidate: Candidate,
): Promise<boolean> {
  if (!needsNotes(store)) return false
  const { lock } = await notesOf(ctx, candidate, '')
  if (!(await leaveNote(store, lock))) return true
  await takeNote(store, lock)
  return false
}

/** Takes away what a sign-up has noted, once it is finished or has come to nothing. */
export async function forgetUnfinished(
  ctx: Context,
  store: Store,
  candidate: Candidate,
  userId: string,
): Promise<void> {
  const { lock, claim, spare } = await notesOf(ctx, candidate, userId)
  for (const note of [spare, claim, lock]) await takeNote(store, note)
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
  if (needsNotes(store)) return createWithNotes(ctx, store, candidate)
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
 * Without transactions notes are left before the first write and taken away after the last: what is
 * found later under them was cut short. Where the store refuses a second one like it, the lock keeps
 * other processes out.
 *
 * The claims name the user by the id that is about to be: whoever takes the address later has another
 * one. Where the database draws ids of its own, they follow as soon as the id is known.
 */
async function createWithNotes(ctx: Context, store: Store, candidate: Candidate): Promise<Settled> {
  const planned = newUser(ctx, candidate)
  const { lock, claim, spare } = await notesOf(ctx, candidate, planned.id)
  // Someone else has just finished, is at it, or fell over at it; then the work starts again.
  const owner = (await leaveNote(store, lock))
    ? await store.call('getUserByAccount', keysOf(candidate))
    : await waitForOwner(store, candidate)
  if (owner) {
    await takeNote(store, lock)
    return { user: owner, isNewUser: false }
  }
  await leaveNote(store, claim)
  await leaveNote(store, spare)
  const user = await createNoted(ctx, store, candidate, planned)
  await forgetUnfinished(ctx, store, candidate, idOf(user))
  return { user, isNewUser: true }
}

async function createNoted(
  ctx: Context,
  store: Store,
  candidate: Candidate,
  planned: AdapterUser,
): Promise<AdapterUser> {
  let user: AdapterUser
  try {
    user = await store.call('createUser', planned)
  } catch (thrown) {
    await forgetUnfinished(ctx, store, candidate, planned.id)
    throw thrown
  }
  if (idOf(user) !== planned.id) {
    const { claim, spare } = await notesOf(ctx, candidate, idOf(user))
    await leaveNote(store, claim)
    await leaveNote(store, spare)
    const before = await notesOf(ctx, candidate, planned.id)
    await takeNote(store, before.spare)
    await takeNote(store, before.claim)
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

interface Notes {
  /** Says that a sign-up with this account and address is under way. */
  readonly lock: VerificationToken
  /** Gives the account a claim to this user. */
  readonly claim: VerificationToken
  readonly spare: VerificationToken
}

/**
 * The notes of a sign-up. They lie among the tokens of e-mail sign-ins and are none: their identifier
 * is not an address, and their tokens are not the hash of any that was sent.
 */
async function notesOf(
  ctx: Context,
  { account: { provider, providerAccountId }, user: { email } }: Candidate,
  userId: string,
): Promise<Notes> {
  const identifier = `sign-up:${await sha256Hex(JSON.stringify([provider, providerAccountId]))}`
  const expires = new Date((ctx.now + noteLifetime) * 1000)
  const note = async (...parts: readonly unknown[]): Promise<VerificationToken> => ({
    identifier,
    token: await sha256Hex(JSON.stringify([identifier, ...parts])),
    expires,
  })
  return {
    lock: await note('lock', email),
    claim: await note('claim', userId),
    spare: await note('spare', userId),
  }
}

/** Whether there was no such note before, where the store can tell. */
async function leaveNote(store: Store, note: VerificationToken): Promise<boolean> {
  return store.call('createVerificationToken', note).then(
    () => true,
    () => false,
  )
}

async function takeNote(
  store: Store,
  { identifier, token }: VerificationToken,
): Promise<VerificationToken | null> {
  return store.call('useVerificationToken', { identifier, token })
}
