import type { RouteContext, SignInContext } from '../../context/context.js'
import { csrfToken } from '../../context/csrf.js'
import { redirectTo, showPage, type Outcome } from '../../context/outcome.js'
import { pageUrl, resolveRedirect, routeUrl } from '../../context/redirects.js'
import type { AdapterUser } from '../../model/adapter.js'
import type { UserNameProblem } from '../../model/password.js'
import { renderNewPasswordPage } from '../../pages/new-password-page.js'
import { operationsOf } from '../../store/operations.js'
import { canEndSessions } from '../end-sessions.js'
import { keepLink, nameLink, requireLink } from './link-cookie.js'
import { openProof } from './mailed-proof.js'
import { findShownName, nameFieldFor, type NameField } from './new-user-name.js'
import type { PasswordProvider } from './password-provider.js'
import {
  dropPending,
  findPending,
  namePending,
  openPending,
  type PendingPassword,
} from './pending-password.js'
import { errorWords, openPage, passwordShell, problemOf } from './show-password-pages.js'

/**
 * Opens a mailed link, or shows the page on which its reader chooses a password. A visit uses up
 * nothing, because scanners and previews visit links too.
 *
 * A user whose password must be changed chooses the new one on the same page.
 */
export async function showResetPassword(
  ctx: RouteContext,
  provider: PasswordProvider,
): Promise<Outcome> {
  const token = ctx.query.get('token')
  const email = ctx.query.get('email')
  if (token !== null && email !== null) {
    const proof = await openProof(ctx, 'choose password', { token, email })
    const callbackUrl = await resolveRedirect(ctx, ctx.callbackUrl)
    await keepLink(ctx, 'password', proof, { proves: 'choose password', token, email, callbackUrl })
    // The page asks for one password at a time.
    dropPending(ctx)
    return redirectTo(pageUrl(ctx, 'resetPassword', 'reset-password'))
  }
  const subject = await describeSubject(ctx, provider)
  const { custom } = await openPage(ctx, 'resetPassword')
  if (custom) return redirectTo(custom)
  const shell = await passwordShell(ctx)
  const props = {
    ...shell,
    ...subject,
    action: routeUrl(ctx, 'reset-password'),
    csrfToken: await csrfToken(ctx),
    callbackUrl: await resolveRedirect(ctx, subject.callbackUrl),
    minLength: provider.passwords.minLength,
    problem: problemOf(ctx, provider),
    nameProblem: nameProblemOf(ctx),
    error: errorWords(ctx, shell),
    endsSessions: canEndSessions(ctx),
  }
  return showPage((nonce) => renderNewPasswordPage({ ...props, nonce }))
}

/** Returns whose password this browser may choose. Throws if it has not opened a link. */
export async function describeSubject(
  ctx: SignInContext,
  provider: PasswordProvider,
): Promise<Subject> {
  const pending = await findPending(ctx, 'new password')
  return pending ? describePending(ctx, provider, pending) : describeLink(ctx, provider)
}

/** Whose password the page asks for. */
interface Subject {
  readonly kind: 'first' | 'new'
  readonly email: string
  readonly userName: string | undefined
  readonly nameField: NameField
  readonly callbackUrl: string | undefined
  readonly hidden: { readonly link: string }
}

async function describeLink(ctx: SignInContext, provider: PasswordProvider): Promise<Subject> {
  const link = await requireLink(ctx, 'password')
  const operations = operationsOf(ctx)
  const user = await operations.findUserByEmail(link.email)
  const stored = user && (await operations.passwords.find(user.id))
  return {
    kind: stored ? 'new' : 'first',
    email: link.email,
    ...(await describeName(ctx, provider, user)),
    callbackUrl: link.callbackUrl,
    hidden: { link: await nameLink(link) },
  }
}

async function describePending(
  ctx: SignInContext,
  provider: PasswordProvider,
  pending: PendingPassword,
): Promise<Subject> {
  const { user } = await openPending(ctx, pending)
  const { userName } = await describeName(ctx, provider, user)
  return {
    kind: 'new',
    email: user.email,
    userName,
    nameField: 'none',
    callbackUrl: pending.callbackUrl,
    hidden: { link: await namePending(pending) },
  }
}

async function describeName(
  ctx: SignInContext,
  provider: PasswordProvider,
  user: AdapterUser | null,
): Promise<Pick<Subject, 'userName' | 'nameField'>> {
  return {
    userName: await findShownName(ctx, provider, user),
    nameField: await nameFieldFor(ctx, provider, user),
  }
}

/** What was wrong with the user name that was typed before. */
function nameProblemOf({ query }: RouteContext): UserNameProblem | undefined {
  if (query.get('error') !== 'InvalidUserName') return undefined
  return query.get('code') === 'taken' ? 'taken' : 'not-allowed'
}
