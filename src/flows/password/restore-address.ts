import type { RouteContext, SignInContext } from '../../context/context.js'
import { emitEvent } from '../../context/emit-event.js'
import { recordEvent } from '../../context/record-event.js'
import { routeUrl } from '../../context/redirects.js'
import { runLater } from '../../context/run-later.js'
import { toHex } from '../../crypto/hex.js'
import { Verification } from '../../errors/email-errors.js'
import type { AdapterUser } from '../../model/adapter.js'
import { operationsOf } from '../../store/operations.js'
import { removedHash } from '../../store/passwords.js'
import { hasProvenAddress } from '../../store/proven-address.js'
import { idOf } from '../../store/user-id.js'
import { recordOpenUndo } from '../open-undo.js'
import { warnOfUnknownOrigin } from '../warn-of-unknown-origin.js'
import { endSessions } from './change-stored-password.js'
import { sendProof } from './mail-proof.js'
import { linkLifetimes, redeemProof, type OpenedProof } from './mailed-proof.js'

/**
 * Seconds by which an undo counts as later than it is. A change that runs at the same moment must not
 * count as a change after the undo.
 */
const undoMargin = 60

/** How often a password that is changed at the same moment is removed again. */
const mostWrites = 5

/**
 * Numbers a change of the address that is about to be made. Returns what the link that undoes it has to
 * know. Call it before the change: two changes then never get their numbers in the wrong order, and the
 * ways to sign in that a thief adds after the change do not count as former ones.
 */
export async function beginChange(ctx: SignInContext, userId: string): Promise<string> {
  const { moments, formerWays } = operationsOf(ctx)
  const number = await moments.nextNumber(changesKey(userId))
  const names = await formerWays.list({ userId, number }, lastUndoAt(ctx))
  return [number, ...names].join('.')
}

/**
 * Records that a change of the address can be undone. Only a change that was made counts, because one that
 * failed has no link. The link is sent even if the record fails.
 */
export async function openUndo(ctx: SignInContext, userId: string): Promise<void> {
  try {
    await recordOpenUndo(ctx, userId, ctx.now + linkLifetimes['restore address'])
  } catch (error) {
    ctx.log.error(error)
  }
}

/**
 * Sends the owner of a replaced address a link that undoes the change. Only the user and the former
 * address decide whether it works, so a thief cannot end it with a further change.
 *
 * A thief who changes the address twice gets such a link too. A link therefore loses to an undo of an
 * earlier change, and to nothing else.
 */
export async function mailUndo(ctx: SignInContext, user: AdapterUser, note: string): Promise<void> {
  warnOfUnknownOrigin(ctx)
  const { email } = user
  const id = idOf(user)
  await sendProof(ctx, {
    purpose: 'oldAddress',
    proves: 'restore address',
    subject: { email, userId: id, note },
    state: [],
    linkTo: (token) =>
      routeUrl(ctx, 'verify-email', { token, email, user: id, purpose: 'restore', note }),
  })
}

/**
 * Gives a user the former address back. Another person may have changed it, who knew the password
 * and may have added ways to sign in. All sessions, the password and those ways end, and the owner
 * gets a mail to choose a new password.
 */
export async function restoreAddress(ctx: RouteContext, proof: OpenedProof): Promise<void> {
  const { userId = '', email, note = '' } = proof
  const operations = operationsOf(ctx)
  const { moments } = operations
  const user = await operations.findStored(userId)
  if (!user) throw new Verification('The user of the link no longer exists.')
  const owner = await operations.findUserByEmail(email)
  if (owner && idOf(owner) !== userId && hasProvenAddress(owner)) throw taken()
  const row = await redeemProof(ctx, proof, [])
  const number = Number.parseInt(note, 10)
  await moments.record(undoneKey(userId, number), lastUndoAt(ctx))
  try {
    await requireNoEarlierUndo(ctx, proof, number)
    await takeBack(ctx, proof, user)
  } catch (thrown) {
    // An undo that failed must work when it is tried again.
    await operations.restoreToken(row).catch((error: unknown) => ctx.log.error(error))
    await moments.forget(undoneKey(userId, number)).catch((error: unknown) => ctx.log.error(error))
    throw thrown
  }
}

/** Seconds since the epoch. A record until then outlives every link that was sent before this moment. */
function lastUndoAt({ now }: SignInContext): number {
  return now + undoMargin + linkLifetimes['restore address']
}

/** Throws if a change before this one was undone since, so that this change no longer counts. */
async function requireNoEarlierUndo(
  ctx: RouteContext,
  { userId = '', askedAt }: OpenedProof,
  number: number,
): Promise<void> {
  const { moments } = operationsOf(ctx)
  for (let earlier = number - 1; earlier > 0; earlier -= 1) {
    const until = await moments.find(undoneKey(userId, earlier))
    if (until !== undefined && askedAt <= until - linkLifetimes['restore address']) {
      throw new Verification('An earlier change of the address was undone since.')
    }
  }
}

async function takeBack(ctx: RouteContext, proof: OpenedProof, user: AdapterUser): Promise<void> {
  const { email, note = '' } = proof
  const id = idOf(user)
  const operations = operationsOf(ctx)
  const [number = '', ...ways] = note.split('.')
  await endSessions(ctx, id)
  await operations.addresses.release(email, id)
  const emailVerified = new Date(ctx.now * 1000)
  const restored = await operations.addresses.replace({ userId: id, email, emailVerified })
  if (!restored) throw taken()
  await emitEvent(ctx, 'updateUser', { user: restored })
  const removed = await removeKnownPassword(ctx, id)
  await operations.formerWays.removeOthers({ userId: id, number: Number(number) }, ways)
  const restartedAt = await endSessions(ctx, id)
  await recordEvent(ctx, { event: 'address-restored', userId: user.id })
  // The next millisecond, so that the link does not count as older than the end of the sessions.
  const askedAt = restartedAt && Math.ceil(restartedAt * 1000) / 1000
  runLater(ctx, () => mailReset(ctx, restored, removed, askedAt))
}

/** Returns the stamp of the removed password. `null` if the user never had one. */
async function removeKnownPassword(ctx: RouteContext, userId: string): Promise<string | null> {
  const { passwords } = operationsOf(ctx)
  for (let left = mostWrites; left > 0; left -= 1) {
    const expected = await passwords.findStamp(userId)
    if (expected === null) return null
    const stamp = toHex(ctx.config.runtime.random(16))
    const changedAt = new Date(ctx.now * 1000)
    const removed = { userId, hash: removedHash, stamp, changedAt, mustChange: false }
    // A change that runs at the same moment may have written another password. It goes as well.
    if (await passwords.change(removed, expected)) return stamp
  }
  throw new Verification('The password is being changed at the same time. Try again.')
}

async function mailReset(
  ctx: SignInContext,
  { id, email }: AdapterUser,
  stamp: string | null,
  askedAt: number | undefined,
): Promise<void> {
  await sendProof(ctx, {
    purpose: 'reset',
    proves: 'choose password',
    subject: { email },
    state: [id, stamp],
    linkTo: (token) => routeUrl(ctx, 'reset-password', { token, email }),
    askedAt,
  })
}

function taken(): Verification {
  return new Verification('Another user has taken the address in the meantime.')
}

function changesKey(userId: string): readonly string[] {
  return ['changes of the address', userId]
}

function undoneKey(userId: string, number: number): readonly (string | number)[] {
  return ['undone change', userId, number]
}
