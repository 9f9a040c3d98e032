import type { RouteContext, SignInContext } from '../../context/context.js'
import { recordEvent } from '../../context/record-event.js'
import { redirectTo, type RedirectOutcome } from '../../context/outcome.js'
import { resolveRedirect } from '../../context/redirects.js'
import { InvalidEmailAddress } from '../../errors/email-errors.js'
import { CredentialsSignin } from '../../errors/credentials-signin.js'
import { InvalidPassword } from '../../errors/password-errors.js'
import { LastSignInMethod, SessionRequired } from '../../errors/request-errors.js'
import { strategyOf } from '../../session/choose-strategy.js'
import type { CurrentUser } from '../../session/strategy.js'
import { operationsOf } from '../../store/operations.js'
import { completeSignIn } from '../complete-sign-in.js'
import { requireConfirmed } from '../confirm/require-confirmed.js'
import { askForOwnMail } from './ask-for-mail.js'
import { endOtherSessions } from '../end-sessions.js'
import { changeStoredPassword, removeStoredPassword } from './change-stored-password.js'
import { prepareNewPassword } from './new-password.js'
import { hasOtherMethod } from './other-method.js'
import type { PasswordProvider } from './password-provider.js'
import { requireOwner, requirePasswordThen, wrongPassword } from './require-password.js'

/**
 * Changes the password of the signed-in user, who must know the current one. All other sessions end,
 * and this browser gets a new one.
 *
 * A user without a password gets a mail to choose one, because the session alone may be stolen.
 */
export async function changePassword(
  ctx: RouteContext,
  provider: PasswordProvider,
): Promise<RedirectOutcome> {
  const current = await requireCurrentUser(ctx)
  const { user } = current
  const stored = await operationsOf(ctx).passwords.find(user.id)
  // Also one that must be changed, because this is how it is changed.
  await requireConfirmed(ctx, current, { hasTypedPassword: stored !== null })
  if (!stored) {
    if (user.email) return askForOwnMail(ctx, provider, user)
    throw new InvalidEmailAddress('The user has no address to send a mail to.')
  }
  const { currentPassword, password: newPassword } = ctx.fields
  const typed = { stored, typed: currentPassword }
  const password = await requirePasswordThen(ctx, provider, typed, async (run) => {
    if (isSame(currentPassword, newPassword)) throw new InvalidPassword({ type: 'same' })
    return prepareNewPassword(ctx, provider, user, run)
  })
  const keptProof = await current.findAuthentication()
  return completeSignIn(ctx, {
    user,
    account: { provider: provider.id, type: provider.type, providerAccountId: user.id },
    resolveUser: async () => {
      const restartedAt = await changeStoredPassword(ctx, {
        user,
        password,
        expectedStamp: stored.stamp,
        begunAt: ctx.startedAt,
        session: current.sessionKey,
      })
      return { user, isNewUser: false, evidence: undefined, restartedAt }
    },
    start: {
      at: ctx.startedAt,
      foundUser: user,
      passwordStamp: password.stamp,
      refusal: (message) => new CredentialsSignin(message),
    },
    amr: ['pwd'],
    keptProof,
    callbackUrl: ctx.callbackUrl,
  })
}

/** Passwords are hashed in NFC, so two spellings of one text are the same password. */
function isSame(one: unknown, other: unknown): boolean {
  return (
    typeof one === 'string' &&
    typeof other === 'string' &&
    one.normalize('NFC') === other.normalize('NFC')
  )
}

/**
 * Removes the password of the signed-in user, who must know it and must have another way to sign
 * in. All other sessions end, and the owner is notified.
 */
export async function removePassword(
  ctx: RouteContext,
  provider: PasswordProvider,
): Promise<RedirectOutcome> {
  const current = await requireCurrentUser(ctx)
  const { user, sessionKey } = current
  const { passwords } = operationsOf(ctx)
  const stored = await passwords.find(user.id)
  await requireConfirmed(ctx, current, { hasTypedPassword: stored !== null })
  if (stored) {
    await requireOwner(ctx, provider, current, stored)
    if (!(await hasOtherMethod(ctx, user))) {
      throw new LastSignInMethod('The password is the only way in which its user can sign in.')
    }
    const isRemoved = await removeStoredPassword(ctx, user, stored, sessionKey)
    if (!isRemoved) throw wrongPassword()
  } else if ((await passwords.findStamp(user.id)) !== null) {
    // An earlier request may have removed the password and failed before all sessions had ended.
    await endOtherSessions(ctx, user.id, sessionKey)
    await recordEvent(ctx, { event: 'session-revoked', userId: user.id })
  }
  return redirectTo(await resolveRedirect(ctx, ctx.callbackUrl))
}

/** Requires the signed-in user, and that the database knows them. */
export async function requireCurrentUser(ctx: SignInContext): Promise<CurrentUser> {
  const current = await strategyOf(ctx).currentUser(ctx)
  if (current) return current
  throw new SessionRequired('Only a signed-in user can change the password.')
}
