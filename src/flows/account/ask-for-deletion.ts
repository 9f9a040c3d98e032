import type { RouteContext } from '../../context/context.js'
import { redirectTo, showPage, type RedirectOutcome } from '../../context/outcome.js'
import { recordEvent } from '../../context/record-event.js'
import { resolveRedirect, signInUrl } from '../../context/redirects.js'
import { randomToken } from '../../crypto/random.js'
import type { AccountPage } from '../../model/account.js'
import type { AdapterUser } from '../../model/adapter.js'
import { renderPendingDeletionPage } from '../../pages/pending-deletion-page.js'
import { clearSessionCookie } from '../../session/session-cookie.js'
import { operationsOf } from '../../store/operations.js'
import { accountShell } from './account-shell.js'
import { askApp } from './remove-user.js'
import { mailAboutPendingDeletion } from './send-account-mail.js'

const day = 24 * 60 * 60

/** Returns when a user who asks now is deleted, in seconds since the epoch. */
export function dueDate({ now }: Pick<RouteContext, 'now'>, graceDays: number): number {
  return now + graceDays * day
}

/**
 * Ends the user's sessions and records when the user is to be deleted.
 *
 * The sessions end first, so that a session never lives beside the record if a step fails. They end
 * again after it: a sign-in that began before has not seen the record, and is refused by this.
 */
export async function askForDeletion(
  ctx: RouteContext,
  page: AccountPage,
  user: AdapterUser,
): Promise<RedirectOutcome> {
  const { pendingDeletions, endSessions } = operationsOf(ctx)
  const dueAt = dueDate(ctx, page.graceDays ?? 0)
  await askApp(page, user, { deletesAt: new Date(dueAt * 1000) })
  await endSessions(user.id)
  const id = randomToken(32, ctx.config.runtime.random)
  const deletion = await pendingDeletions.ask(user.id, id, dueAt)
  await endSessions(user.id)
  clearSessionCookie(ctx)
  const deletesAt = new Date(deletion.dueAt * 1000)
  await recordEvent(ctx, { event: 'deletion-asked', userId: user.id })
  mailAboutPendingDeletion(ctx, user, deletesAt)
  const shell = await accountShell(ctx)
  const props = { ...shell, deletesAt, signInUrl: signInUrl(ctx, undefined) }
  const document = showPage((nonce) => renderPendingDeletionPage({ ...props, nonce }))
  return { ...redirectTo(await resolveRedirect(ctx, ctx.callbackUrl)), page: document }
}
