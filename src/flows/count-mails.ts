import type { Context } from '../context/context.js'
import { countAttempt } from '../context/limits.js'

/** The kinds of mails that visitors ask for. */
export type MailKind = 'sign-in' | 'code' | 'sign-up' | 'reset' | 'verify' | 'change'

/**
 * Counts a mail that a visitor asked for, and throws if there were too many of its kind.
 *
 * Each kind has a count of its own. A reset is mailed only to a user, so a count that it shared with
 * mails to every address would tell a visitor who is one.
 */
export async function countMails(ctx: Context, kind: MailKind): Promise<void> {
  await countAttempt(ctx, 'allMails', kind, {
    warning: [
      'mail-limit-reached',
      `No more mails of the kind "${kind}" are sent for now, because too many were asked for. If your users asked for them, raise \`limits.allMails\`.`,
    ],
  })
}
