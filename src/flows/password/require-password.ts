import type { RouteContext, SignInContext } from '../../context/context.js'
import { provenAttempts } from '../../context/known-client.js'
import { clientAttempts, countAttempts, type LimitedAttempt } from '../../context/limits.js'
import { CredentialsSignin } from '../../errors/credentials-signin.js'
import type { AdapterPassword } from '../../model/adapter.js'
import type { RunHash } from '../../model/password.js'
import type { CurrentUser } from '../../session/strategy.js'
import { requireProof } from '../confirm/require-proof.js'
import { enterCounted } from '../credentials/enter-counted.js'
import { passwordHost } from '../credentials/password-host.js'
import { isProof, type PasswordProvider } from './password-provider.js'

/** Where a password is typed. */
interface TypedPassword {
  /** The field that an error is about. */
  readonly field?: string
  /**
   * Whether it completes a sign-in. Its attempts are counted apart, so that a stolen session cannot keep
   * the owner from signing in.
   */
  readonly isSignIn?: boolean
  /** The challenge whose attempts it uses up as well, and when that ends, in seconds since the epoch. */
  readonly challenge?: { readonly id: string; readonly expires: number }
}

/**
 * Requires the password of a user who is known already, as a proof of who they are. Attempts are
 * counted, because a stolen session could guess it.
 *
 * A password that must be changed proves nothing, because others may know it.
 */
export async function requirePassword(
  ctx: SignInContext,
  provider: PasswordProvider,
  stored: AdapterPassword,
  typed: unknown,
  how: TypedPassword = {},
): Promise<void> {
  const checked = stored.mustChange ? stored : await checkOwn(ctx, provider, stored, typed, how)
  if (checked.mustChange) throw mustChangeFirst(how.field)
}

/**
 * Requires the password that the signed-in user typed. A user without one that proves anything must have
 * signed in a few minutes ago, because an old session may be stolen.
 */
export async function requireOwner(
  ctx: RouteContext,
  provider: PasswordProvider,
  current: CurrentUser,
  stored: AdapterPassword | null,
): Promise<void> {
  if (isProof(stored)) {
    await requirePassword(ctx, provider, stored, ctx.fields['currentPassword'])
    return
  }
  await countAttempts(ctx, provenAttempts(ctx, 'recent proof', current.user.id))
  requireProof(ctx, await current.findAuthentication(), {})
}

/** Checks a password like {@link requirePassword}, and returns it also if it must be changed. */
export async function checkOwn(
  ctx: SignInContext,
  provider: PasswordProvider,
  stored: AdapterPassword,
  typed: unknown,
  { field, ...how }: TypedPassword,
): Promise<AdapterPassword> {
  const host = passwordHost(ctx, provider)
  return enterCounted(ctx, provider, {
    host,
    attempts: attemptsAt(ctx, stored, how),
    check: async (run, noteRight) => {
      const isText = typeof typed === 'string'
      const checked = isText ? await provider.passwords.check(host, run, stored, typed) : null
      if (!checked) throw wrongPassword(field)
      noteRight()
      return checked
    },
  })
}

/**
 * Requires the password that the signed-in user typed, and runs `next` in the same task, because an
 * overload after the first hash would have used up an attempt. The password may be one that must be
 * changed.
 */
export async function requirePasswordThen<T>(
  ctx: SignInContext,
  provider: PasswordProvider,
  { stored, typed }: { readonly stored: AdapterPassword; readonly typed: unknown },
  next: (run: RunHash) => Promise<T>,
): Promise<T> {
  return enterCounted(ctx, provider, {
    host: passwordHost(ctx, provider),
    attempts: attemptsAt(ctx, stored),
    check: async (run, noteRight) => {
      const isRight =
        typeof typed === 'string' && (await isStored(ctx, provider, run, { stored, typed }))
      if (!isRight) throw wrongPassword()
      noteRight()
      return next(run)
    },
  })
}

/**
 * The user is known, so strangers behind the same address must not stop them. The client comes last, so
 * that a user who guesses without end uses up little of what others share.
 */
function attemptsAt(
  ctx: SignInContext,
  { userId }: AdapterPassword,
  { isSignIn = false, challenge }: TypedPassword = {},
): readonly LimitedAttempt[] {
  const ofUser: LimitedAttempt = isSignIn
    ? { name: 'identifier', subject: JSON.stringify(['password at sign-in', userId]) }
    : { name: 'currentPassword', subject: userId }
  const ofClient = clientAttempts(ctx, { isKnown: true })
  if (!challenge) return [ofUser, ...ofClient]
  const options = { until: challenge.expires }
  return [{ name: 'factor', subject: challenge.id, options }, ofUser, ...ofClient]
}

/** Whether a password is the stored one. */
export async function isStored(
  ctx: SignInContext,
  provider: PasswordProvider,
  run: RunHash,
  { stored, typed }: { readonly stored: AdapterPassword; readonly typed: string },
): Promise<boolean> {
  return provider.passwords.verify(passwordHost(ctx, provider), run, stored, typed)
}

/** Returns the error about a password that is not the stored one. */
export function wrongPassword(field: string = 'currentPassword'): CredentialsSignin {
  return new CredentialsSignin('', {
    fieldErrors: { [field]: ['That is not your current password.'] },
  })
}

function mustChangeFirst(field: string = 'currentPassword'): CredentialsSignin {
  return new CredentialsSignin('', {
    fieldErrors: { [field]: ['You have to change this password first.'] },
  })
}
