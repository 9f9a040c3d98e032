import type { Context } from '../context/context.js'
import { countAttempt, tooMany, type AttemptsLeft } from '../context/limits.js'
import { TooManyRequests } from '../errors/request-errors.js'
import { mailboxOf } from '../http/email-address.js'
import type { AdapterUser } from '../model/adapter.js'
import type { User } from '../model/records.js'
import { operationsOf } from '../store/operations.js'
import { hasProvenAddress } from '../store/proven-address.js'

/**
 * Counts a change of a user's passkeys and second factors that the owner learns of by mail, and throws if there were
 * too many. An address without a proof may be that of a stranger. The change is refused, because a notice
 * that is left out would hide what a thief does.
 *
 * A user who has proven the address is not counted. Otherwise a thief could use the count up, and the
 * owner could not replace the recovery codes that the thief has made.
 *
 * Each kind has a count of its own. Removals are not refused, so a thief cannot keep the owner from
 * removing an app or a passkey.
 */
export async function countChange(
  ctx: Context,
  kind: 'recovery codes' | 'new app' | 'new passkey',
  user: AdapterUser,
): Promise<void> {
  const counted = await countMail(ctx, kind, user)
  if (counted?.left !== 0) return
  await operationsOf(ctx).moments.record(usedUpKey(kind, user), counted.expires)
}

/**
 * Throws if {@link countChange} would, and counts nothing. An authenticator must not make a passkey that is
 * refused afterwards, because it would offer that one at every sign-in.
 */
export async function requireChangeLeft(
  ctx: Context,
  kind: 'new passkey',
  user: AdapterUser,
): Promise<void> {
  if (!isCounted(ctx, user)) return
  const opens = await operationsOf(ctx).moments.find(usedUpKey(kind, user))
  if (opens !== undefined) throw tooMany(ctx, 'mail', opens)
}

function usedUpKey(kind: string, { email }: AdapterUser): readonly string[] {
  return ['changes used up', kind, mailboxOf(email)]
}

/**
 * Whether a notice may be mailed about what is never refused: a removal, a recovery code that was used,
 * or wrong codes. There may be any number of them, so a stranger gets a few only.
 */
export async function mayNotify(ctx: Context, user: AdapterUser): Promise<boolean> {
  try {
    await countMail(ctx, 'notice', user)
    return true
  } catch (error) {
    if (error instanceof TooManyRequests) return false
    throw error
  }
}

/** Counted by mailbox, because anyone can sign up again and again with the address of a stranger. */
async function countMail(
  ctx: Context,
  kind: string,
  user: AdapterUser,
): Promise<AttemptsLeft | undefined> {
  if (!isCounted(ctx, user)) return undefined
  return countAttempt(ctx, 'mail', JSON.stringify([kind, mailboxOf(user.email)]))
}

function isCounted({ config }: Context, user: AdapterUser): boolean {
  // A user without an address gets no mails. The type from Auth.js does not know of such users.
  const { email }: User = user
  return Boolean(config.limits.mail && email) && !hasProvenAddress(user)
}
