import type { SignInContext } from '../../context/context.js'
import { countAttempt, countClient } from '../../context/limits.js'
import { CredentialsSignin } from '../../errors/credentials-signin.js'
import type { AdapterPassword } from '../../model/adapter.js'
import type { RunHash } from '../../model/password.js'
import { passwordHost } from '../credentials/password-host.js'
import type { PasswordProvider } from './password-provider.js'

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
 * Checks the password that a user typed who is known already. Attempts are counted, because a stolen
 * session could guess it.
 */
export async function requirePassword(
  ctx: SignInContext,
  provider: PasswordProvider,
  stored: AdapterPassword,
  typed: unknown,
  how: TypedPassword = {},
): Promise<void> {
  await countClient(ctx)
  await enterHashing(ctx, provider, (run) =>
    checkTypedPassword(ctx, provider, run, { ...how, stored, typed }),
  )
}

/** Runs a task that checks or hashes passwords, or throws `ServerBusy` before it begins. */
export async function enterHashing<T>(
  ctx: SignInContext,
  provider: PasswordProvider,
  task: (run: RunHash) => Promise<T>,
): Promise<T> {
  return provider.passwords.enter(passwordHost(ctx, provider), task)
}

/** Checks a password like {@link requirePassword}, within a task. The client is counted already. */
export async function checkTypedPassword(
  ctx: SignInContext,
  provider: PasswordProvider,
  run: RunHash,
  {
    stored,
    typed,
    field = 'currentPassword',
    isSignIn = false,
    challenge,
  }: TypedPassword & { readonly stored: AdapterPassword; readonly typed: unknown },
): Promise<void> {
  if (challenge) await countAttempt(ctx, 'factor', challenge.id, { until: challenge.expires })
  const purpose = isSignIn ? 'password at sign-in' : 'current password'
  await countAttempt(ctx, 'identifier', JSON.stringify([purpose, stored.userId]))
  const isRight =
    typeof typed === 'string' && (await isStored(ctx, provider, run, { stored, typed }))
  if (!isRight) throw wrongPassword(field)
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

export function wrongPassword(field: string): CredentialsSignin {
  return new CredentialsSignin('', {
    fieldErrors: { [field]: ['That is not your current password.'] },
  })
}
