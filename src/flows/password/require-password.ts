import type { SignInContext } from '../../context/context.js'
import { countAttempt, countClient } from '../../context/limits.js'
import { CredentialsSignin } from '../../errors/credentials-signin.js'
import type { AdapterPassword } from '../../model/adapter.js'
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
  { field = 'currentPassword', isSignIn = false }: TypedPassword = {},
): Promise<void> {
  await countClient(ctx)
  provider.passwords.requireRoom(passwordHost(ctx, provider))
  const purpose = isSignIn ? 'password at sign-in' : 'current password'
  await countAttempt(ctx, 'identifier', JSON.stringify([purpose, stored.userId]))
  const isRight = typeof typed === 'string' && (await isStored(ctx, provider, stored, typed))
  if (!isRight) throw wrongPassword(field)
}

/** Whether a password is the stored one. */
export async function isStored(
  ctx: SignInContext,
  provider: PasswordProvider,
  stored: AdapterPassword,
  typed: string,
): Promise<boolean> {
  return provider.passwords.verify(passwordHost(ctx, provider), stored, typed)
}

export function wrongPassword(field: string): CredentialsSignin {
  return new CredentialsSignin('', {
    fieldErrors: { [field]: ['That is not your current password.'] },
  })
}
