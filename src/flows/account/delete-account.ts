import type { RouteContext } from '../../context/context.js'
import { csrfToken } from '../../context/csrf.js'
import { redirectTo, showPage, type Outcome, type RedirectOutcome } from '../../context/outcome.js'
import {
  customPageUrl,
  pageUrl,
  resolveRedirect,
  routeUrl,
  signInUrl,
} from '../../context/redirects.js'
import { InvalidEmailAddress } from '../../errors/email-errors.js'
import { UnknownAction } from '../../errors/request-errors.js'
import type { AccountPage } from '../../model/account.js'
import type { AdapterUser } from '../../model/adapter.js'
import { renderDeleteAccountPage, renderDeletedPage } from '../../pages/delete-account-page.js'
import { strategyOf } from '../../session/choose-strategy.js'
import { clearSessionCookie } from '../../session/session-cookie.js'
import { operationsOf } from '../../store/operations.js'
import { requireConfirmed } from '../confirm/require-confirmed.js'
import { requireNoOpenUndo } from '../open-undo.js'
import { requireCurrentUser } from '../user/current-user.js'
import { accountShell } from './account-shell.js'
import { askForDeletion, dueDate } from './ask-for-deletion.js'
import { removeUser } from './remove-user.js'

/** Shows the page that asks for confirmation. Opening it changes nothing. */
export async function showDeleteAccount(
  ctx: RouteContext,
  { graceDays }: AccountPage,
): Promise<Outcome> {
  const current = await strategyOf(ctx).currentUser(ctx)
  if (!current) return redirectTo(signInUrl(ctx, routeUrl(ctx, 'delete-account')))
  await requireConfirmed(ctx, current)
  await requireNoOpenUndo(ctx, current.user.id)
  const error = ctx.query.get('error') ?? undefined
  const custom = customPageUrl(ctx, 'deleteAccount', { error })
  if (custom) return redirectTo(custom)
  const props = {
    ...(await accountShell(ctx)),
    csrfToken: await csrfToken(ctx),
    action: routeUrl(ctx, 'delete-account'),
    callbackUrl: undefined,
    email: current.user.email || undefined,
    deletesAt: graceDays === undefined ? undefined : new Date(dueDate(ctx, graceDays) * 1000),
    isWrong: error === 'InvalidEmailAddress',
    cancelUrl:
      ctx.callbackUrl === undefined
        ? pageUrl(ctx, 'account', 'account')
        : await resolveRedirect(ctx, ctx.callbackUrl),
  }
  return showPage((nonce) => renderDeleteAccountPage({ ...props, nonce }))
}

/**
 * Deletes the account of the signed-in user, who must have typed its address. With `graceDays`, the
 * account is deleted later.
 */
export async function deleteAccount(
  ctx: RouteContext,
  page: AccountPage,
): Promise<RedirectOutcome> {
  const current = await requireCurrentUser(ctx)
  const { user } = current
  await requireConfirmed(ctx, current)
  requireTypedAddress(ctx, user)
  await requireNoOpenUndo(ctx, user.id)
  if (!operationsOf(ctx).deleteUser) throw new UnknownAction('The adapter cannot delete users.')
  if (page.graceDays !== undefined) return askForDeletion(ctx, page, user)
  await removeUser(ctx, page, user)
  clearSessionCookie(ctx)
  const shell = await accountShell(ctx)
  const farewell = showPage((nonce) => renderDeletedPage({ ...shell, nonce }))
  return { ...redirectTo(await resolveRedirect(ctx, ctx.callbackUrl)), page: farewell }
}

function requireTypedAddress({ fields }: RouteContext, { email }: AdapterUser): void {
  const typed = fields['email']
  if (!email) return
  if (typeof typed === 'string' && typed.trim().toLowerCase() === email.toLowerCase()) return
  throw new InvalidEmailAddress('The typed address is not that of the account.')
}
