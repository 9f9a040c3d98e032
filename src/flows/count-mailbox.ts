import type { Context } from '../context/context.js'
import { countAttempt } from '../context/limits.js'
import { TooManyRequests } from '../errors/request-errors.js'
import { mailboxOf } from '../http/email-address.js'

const tooMany = [
  'mail-limit-reached',
  'No more mails are sent to one mailbox for now, because too many were asked for with other spellings of its address.',
] as const

/**
 * Counts a mail by its mailbox, so that a stranger does not get one for every tag and dot that an
 * attacker puts into the address. Throws if there were too many.
 *
 * The address without tags and dots is never refused. Otherwise an attacker could ask for mails to
 * other spellings until the owner gets none. The caller also counts the address itself.
 *
 * Each kind has a count of its own. If one kind counts only some users and another one shows its
 * limit, a visitor could learn from a shared count who is a user.
 */
export async function countMailbox(
  ctx: Context,
  kind: 'sign-in' | 'password',
  email: string,
): Promise<void> {
  const mailbox = mailboxOf(email)
  try {
    await countAttempt(ctx, 'mail', JSON.stringify(['mailbox', kind, mailbox]), {
      warning: tooMany,
    })
  } catch (thrown) {
    if (!(thrown instanceof TooManyRequests) || email !== mailbox) throw thrown
  }
}

/**
 * Whether a mail about a password may be sent to an address that no user has proven. Ask after the
 * response, which must not depend on who is a user.
 */
export async function mayMailTo(ctx: Context, email: string): Promise<boolean> {
  try {
    await countMailbox(ctx, 'password', email)
    return true
  } catch (thrown) {
    if (thrown instanceof TooManyRequests) return false
    throw thrown
  }
}
