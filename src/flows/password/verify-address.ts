import type { RouteContext, SignInContext } from '../../context/context.js'
import { countAttempt } from '../../context/limits.js'
import { redirectTo, type RedirectOutcome } from '../../context/outcome.js'
import { pageUrl, routeUrl } from '../../context/redirects.js'
import { requireMailer } from '../../context/require-mailer.js'
import { runLater } from '../../context/run-later.js'
import { CredentialsSignin } from '../../errors/credentials-signin.js'
import { Verification } from '../../errors/email-errors.js'
import { TooManyRequests } from '../../errors/request-errors.js'
import type { AdapterUser } from '../../model/adapter.js'
import { strategyOf } from '../../session/choose-strategy.js'
import { operationsOf } from '../../store/operations.js'
import { idOf } from '../../store/user-id.js'
import { completeSignIn } from '../complete-sign-in.js'
import { mayMailTo } from '../count-mailbox.js'
import { warnOfUnknownOrigin } from '../warn-of-unknown-origin.js'
import { askedAddress } from './ask-for-mail.js'
import { askForNewPassword } from './forced-password.js'
import { dropLink, findLink, requireLink } from './link-cookie.js'
import { mailProof } from './mail-proof.js'
import { linkLifetimes, type OpenedProof } from './mailed-proof.js'
import { type CheckedSignIn, type PasswordProvider } from './password-provider.js'
import { findPending, keepPending, openPending } from './pending-password.js'
import { proveAddress } from './prove-address.js'

/** Sends a mail with which a user confirms the address that they signed up with. */
export async function mailVerification(
  ctx: SignInContext,
  kind: 'sign-up' | 'verify',
  user: AdapterUser,
): Promise<void> {
  const { email } = user
  const id = idOf(user)
  if (!(await mayMailTo(ctx, email))) return
  await mailProof(ctx, kind, {
    purpose: 'verify',
    proves: 'verify address',
    subject: { email, userId: id },
    state: [email, await operationsOf(ctx).passwords.findStamp(id)],
    linkTo: (token) => routeUrl(ctx, 'verify-email', { token, email, user: id, purpose: 'verify' }),
  })
}

/**
 * Sends a user whose password is right, but whose address is not proven, a mail. There is no session
 * before the address is confirmed in a browser that knows the password.
 */
export async function askForProof(
  ctx: RouteContext,
  provider: PasswordProvider,
  { checked, at, callbackUrl, typed }: CheckedSignIn,
): Promise<RedirectOutcome> {
  const { user } = checked
  await keepPending(ctx, checked, { wants: 'proof of the address', at, callbackUrl, typed })
  const opened = await findLink(ctx, 'address')
  if (opened?.proves === 'verify address' && opened.userId === idOf(user)) {
    return redirectTo(pageUrl(ctx, 'verifyEmail', 'verify-email'))
  }
  requireMailer(ctx)
  await askedAddress.keep(ctx, { email: user.email }, linkLifetimes['verify address'])
  if (await mayMail(ctx, user.email)) runLater(ctx, () => mailVerification(ctx, 'verify', user))
  warnOfUnknownOrigin(ctx)
  const about = { provider: provider.id, type: provider.type }
  return redirectTo(pageUrl(ctx, 'verifyRequest', 'verify-request', about))
}

/** A user who signs in often has an earlier mail, so the limit is no reason to refuse the sign-in. */
async function mayMail(ctx: SignInContext, email: string): Promise<boolean> {
  try {
    await countAttempt(ctx, 'mail', JSON.stringify(['verify', email]))
    return true
  } catch (thrown) {
    if (thrown instanceof TooManyRequests) return false
    throw thrown
  }
}

/**
 * Whether this browser may confirm the address of a user: it is signed in as that user, or has just
 * entered the password. The reader of the mail may be the victim of a stranger who signed up with
 * the victim's address, and must not confirm the stranger's password.
 */
export async function mayConfirm(ctx: RouteContext, userId: string | undefined): Promise<boolean> {
  if (userId === undefined) return false
  const pending = await findPending(ctx, 'proof of the address')
  return pending?.userId === userId || isSignedInAs(ctx, userId)
}

/** Whether this browser is signed in as a user. */
export async function isSignedInAs(
  ctx: RouteContext,
  userId: string | undefined,
): Promise<boolean> {
  const current = await strategyOf(ctx).currentUser(ctx)
  return current !== undefined && idOf(current.user) === userId
}

/** Leads a visitor who may not confirm the address to the sign-in page, and back. */
export function askForPassword(ctx: RouteContext): RedirectOutcome {
  const callbackUrl = routeUrl(ctx, 'verify-email')
  return redirectTo(pageUrl(ctx, 'signIn', 'signin', { callbackUrl }))
}

/**
 * Confirms the address of a user. A sign-in that waited for it in this browser continues. Another
 * browser gets no session.
 */
export async function confirmOwnAddress(
  ctx: RouteContext,
  provider: PasswordProvider,
  proof: OpenedProof,
): Promise<RedirectOutcome> {
  const { email, token, userId } = await requireLink(ctx, 'address')
  // A link that does not work is not tried again.
  dropLink(ctx, 'address')
  const pending = await findPending(ctx, 'proof of the address')
  const checked =
    pending?.userId === proof.userId && pending ? await openPending(ctx, pending) : undefined
  const user = checked?.user ?? (await operationsOf(ctx).findStored(proof.userId ?? ''))
  if (!user) throw new Verification('The user of the link no longer exists.')
  if (!pending || !checked) {
    await proveAddress(ctx, user, proof)
    return redirectTo(pageUrl(ctx, 'verifyEmail', 'verify-email', { done: 'verified' }))
  }
  if (checked.stored.mustChange) {
    const { at, callbackUrl, typed } = pending
    const link = { email, token, userId }
    return askForNewPassword(ctx, { checked, at, callbackUrl, typed, link })
  }
  return completeSignIn(ctx, {
    user: { ...user, emailVerified: new Date(ctx.now * 1000) },
    account: { provider: provider.id, type: provider.type, providerAccountId: user.id },
    findChange: async () => ({
      user,
      change: { kind: 'proven-address', link: { email, token, userId } },
    }),
    resolveUser: async () => {
      const proven = await proveAddress(ctx, user, proof)
      return { user: proven, isNewUser: false, evidence: undefined }
    },
    start: {
      at: pending.at,
      foundUser: null,
      passwordStamp: pending.stamp,
      refusal: (message) => new CredentialsSignin(message),
    },
    amr: ['pwd'],
    callbackUrl: ctx.callbackUrl ?? pending.callbackUrl,
    identifier: pending.typed,
  })
}
