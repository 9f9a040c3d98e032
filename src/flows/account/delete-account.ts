import type { RouteContext } from '../../context/context.js'
import { csrfToken } from '../../context/csrf.js'
import { emitEvent } from '../../context/emit-event.js'
import { redirectTo, showPage, type Outcome, type RedirectOutcome } from '../../context/outcome.js'
import {
  customPageUrl,
  pageUrl,
  resolveRedirect,
  routeUrl,
  signInUrl,
} from '../../context/redirects.js'
import { InvalidEmailAddress } from '../../errors/email-errors.js'
import { AccessDenied, UnknownAction } from '../../errors/request-errors.js'
import type { AccountPage } from '../../model/account.js'
import type { AdapterAccount, AdapterUser } from '../../model/adapter.js'
import { renderDeleteAccountPage, renderDeletedPage } from '../../pages/delete-account-page.js'
import { strategyOf } from '../../session/choose-strategy.js'
import { clearSessionCookie } from '../../session/session-cookie.js'
import { operationsOf } from '../../store/operations.js'
import { requireConfirmed } from '../confirm/require-confirmed.js'
import { revokeLater, takeGrants } from '../end-grants.js'
import { requireNoOpenUndo } from '../open-undo.js'
import { requireCurrentUser } from '../user/current-user.js'
import { accountShell } from './account-shell.js'
import { mailAboutDeletion } from './send-account-mail.js'

/** Shows the page that asks for confirmation. Opening it changes nothing. */
export async function showDeleteAccount(ctx: RouteContext): Promise<Outcome> {
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
    isWrong: error === 'InvalidEmailAddress',
    cancelUrl: pageUrl(ctx, 'account', 'account'),
  }
  return showPage((nonce) => renderDeleteAccountPage({ ...props, nonce }))
}

/** Deletes the account of the signed-in user, who must have typed its address. */
export async function deleteAccount(
  ctx: RouteContext,
  { beforeDelete }: AccountPage,
): Promise<RedirectOutcome> {
  const current = await requireCurrentUser(ctx)
  const { user } = current
  await requireConfirmed(ctx, current)
  requireTypedAddress(ctx, user)
  await requireNoOpenUndo(ctx, user.id)
  const { deleteUser } = operationsOf(ctx)
  if (!deleteUser) throw new UnknownAction('The adapter cannot delete users.')
  await askApp(user, beforeDelete)
  let grants: readonly AdapterAccount[] = []
  let isDeleted = false
  try {
    isDeleted = await deleteUser(user.id, async () => {
      grants = await takeGrants(ctx, user.id)
    })
  } finally {
    // They are not stored any more, also if the deletion failed.
    revokeLater(ctx, grants)
  }
  clearSessionCookie(ctx)
  if (isDeleted) await finishDeletion(ctx, user)
  const shell = await accountShell(ctx)
  const page = showPage((nonce) => renderDeletedPage({ ...shell, nonce }))
  return { ...redirectTo(await resolveRedirect(ctx, ctx.callbackUrl)), page }
}

async function finishDeletion(ctx: RouteContext, user: AdapterUser): Promise<void> {
  await emitEvent(ctx, 'deleteUser', { user })
  mailAboutDeletion(ctx, user)
}

function requireTypedAddress({ fields }: RouteContext, { email }: AdapterUser): void {
  const typed = fields['email']
  if (!email) return
  if (typeof typed === 'string' && typed.trim().toLowerCase() === email.toLowerCase()) return
  throw new InvalidEmailAddress('The typed address is not that of the account.')
}

async function askApp(user: AdapterUser, beforeDelete: AccountPage['beforeDelete']): Promise<void> {
  try {
    await beforeDelete?.(user)
  } catch (cause) {
    throw new AccessDenied('The function `beforeDelete` refused to delete the user.', { cause })
  }
}
