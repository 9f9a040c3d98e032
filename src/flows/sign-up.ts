import type { Store } from '../config/store.js'
import type { Context } from '../context/context.js'
import { tell } from '../context/events.js'
import { sha256Hex } from '../crypto/digest.js'
import { OAuthAccountNotLinked } from '../errors/request-errors.js'
import type { AdapterUser, VerificationToken } from '../model/adapter.js'
import { keysOf, type Candidate, type Settled } from './candidate.js'
import { oneAtATime } from './one-at-a-time.js'

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
 * were linked: then it may have what it was about to get.
 *
 * A user whose address is proven, when the sign-up would not have said so, is somebody else.
 */
export async function hasUnfinishedSignUp(
  ctx: Context,
  store: Store,
  candidate: Candidate,
  namesake: AdapterUser,
): Promise<boolean> {
  const isAsWritten = candidate.isAddressProven === namesake.emailVerified instanceof Date
  if (!needsNotes(store) || !isAsWritten) return false
  const found = await takeNote(store, await noteOf(ctx, candidate))
  return found ? new Date(found.expires).getTime() > ctx.now * 1000 : false
}

async function createBoth(ctx: Context, store: Store, candidate: Candidate): Promise<Settled> {
  if (store.has('transaction')) {
    return store.transaction(async (inside) => ({
      user: await createInTurn(ctx, inside, candidate),
      isNewUser: true,
    }))
  }
  if (!needsNotes(store)) {
    return { user: await createInTurn(ctx, store, candidate), isNewUser: true }
  }
  const note = await noteOf(ctx, candidate)
  return oneAtATime(note.identifier, () => createWithNote(ctx, store, candidate, note))
}

/**
 * Without transactions a note is left before the first write and taken away after the last: what is
 * found later under it was cut short. Where the store refuses a second note like it, the note also
 * keeps parallel callers out.
 */
async function createWithNote(
  ctx: Context,
  store: Store,
  candidate: Candidate,
  note: VerificationToken,
): Promise<Settled> {
  const isFirst = await store.call('createVerificationToken', note).then(
    () => true,
    () => false,
  )
  // Someone else is at it, or fell over at it; in that case the work starts again.
  const owner = isFirst ? null : await waitForOwner(store, candidate)
  if (owner) return { user: owner, isNewUser: false }
  const user = await createInTurn(ctx, store, candidate, () => takeNote(store, note))
  await takeNote(store, note)
  return { user, isNewUser: true }
}

async function createInTurn(
  ctx: Context,
  store: Store,
  candidate: Candidate,
  whenNobodyWasCreated?: () => Promise<unknown>,
): Promise<AdapterUser> {
  let user: AdapterUser
  try {
    user = await store.call('createUser', newUser(ctx, candidate))
  } catch (thrown) {
    await whenNobodyWasCreated?.()
    throw thrown
  }
  await store.call('linkAccount', { ...candidate.account, userId: user.id })
  return user
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

/** The owner of the account, once a parallel sign-up has made one. */
async function waitForOwner(store: Store, candidate: Candidate): Promise<AdapterUser | null> {
  for (let look = 1; ; look += 1) {
    const owner = await store.call('getUserByAccount', keysOf(candidate))
    if (owner || look === looks) return owner
    await new Promise((resolve) => setTimeout(resolve, millisecondsBetweenLooks))
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
