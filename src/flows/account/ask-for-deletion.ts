import type { RouteContext, SignInContext } from '../../context/context.js'
import { redirectTo, showPage, type RedirectOutcome } from '../../context/outcome.js'
import { recordEvent } from '../../context/record-event.js'
import { resolveRedirect, signInUrl } from '../../context/redirects.js'
import { randomToken } from '../../crypto/random.js'
import type { AccountPage } from '../../model/account.js'
import type { AdapterUser } from '../../model/adapter.js'
import { renderPendingDeletionPage } from '../../pages/pending-deletion-page.js'
import { clearSessionCookie } from '../../session/session-cookie.js'
import { operationsOf } from '../../store/operations.js'
import { isAskedFor, type PendingDeletion } from '../../store/pending-deletions.js'
import { accountShell } from './account-shell.js'
import { askApp } from './remove-user.js'
import { mailAboutPendingDeletion } from './send-account-mail.js'

const day = 24 * 60 * 60

/** Returns when a user who asks now is deleted, in seconds since the epoch. */
export function dueDate({ now }: Pick<RouteContext, 'now'>, graceDays: number): number {
  return now + graceDays * day
}

/** Returns the date that the user is shown. If the database has lost it, the grace period begins again. */
export function dateOf(ctx: SignInContext, { dueAt }: PendingDeletion): Date {
  return new Date((dueAt ?? dueDate(ctx, ctx.config.account?.graceDays ?? 0)) * 1000)
}

/** Records when the user is to be deleted, and signs the user out. */
export async function askForDeletion(
  ctx: RouteContext,
  page: AccountPage,
  user: AdapterUser,
): Promise<RedirectOutcome> {
  const operations = operationsOf(ctx)
  // A double click asks once.
  const deletion = await operations.runExclusive(`deletion:${user.id}`, () =>
    record(ctx, page, user),
  )
  clearSessionCookie(ctx)
  const shell = await accountShell(ctx)
  const props = { ...shell, deletesAt: dateOf(ctx, deletion), signInUrl: signInUrl(ctx, undefined) }
  const document = showPage((nonce) => renderPendingDeletionPage({ ...props, nonce }))
  return { ...redirectTo(await resolveRedirect(ctx, ctx.callbackUrl)), page: document }
}

/**
 * Ends the user's sessions and records the deletion.
 *
 * The sessions end first, so that no session exists together with the record if a step fails. They end
 * again after it: a sign-in that began before has not seen the record, and is refused by this. The mail
 * goes first, because the user must know of a deletion even if that fails.
 */
async function record(
  ctx: RouteContext,
  page: AccountPage,
  user: AdapterUser,
): Promise<PendingDeletion> {
  const { pendingDeletions, endSessions } = operationsOf(ctx)
  const dueAt = dueDate(ctx, page.graceDays ?? 0)
  const earlier = await pendingDeletions.find(user.id)
  if (!earlier || !isAskedFor(earlier, dueAt)) {
    await askApp(page, user, { deletesAt: new Date(dueAt * 1000) })
  }
  await endSessions(user.id)
  const id = randomToken(32, ctx.config.runtime.random)
  const { deletion, isNew } = await pendingDeletions.ask(user.id, id, dueAt)
  if (isNew) mailAboutPendingDeletion(ctx, user, dateOf(ctx, deletion))
  // A slow audit sink does not make the sessions live longer.
  const recorded = isNew && recordEvent(ctx, { event: 'deletion-asked', userId: user.id })
  try {
    await endSessions(user.id)
  } finally {
    await recorded
  }
  return deletion
}
