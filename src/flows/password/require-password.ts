import type { SignInContext } from '../../context/context.js'
import { countAttempt, countClient } from '../../context/limits.js'
import { CredentialsSignin } from '../../errors/credentials-signin.js'
import type { AdapterPassword } from '../../model/adapter.js'
import { passwordHost } from '../credentials/password-host.js'
import type { PasswordProvider } from './password-provider.js'

/**
 * Checks the password of the signed-in user, which they typed into `field`. Attempts are counted,
 * because a stolen session could guess it.
 */
export async function requirePassword(
  ctx: SignInContext,
  provider: PasswordProvider,
  stored: AdapterPassword,
  typed: unknown,
  field = 'currentPassword',
): Promise<void> {
  await countClient(ctx)
  await countAttempt(ctx, 'identifier', JSON.stringify(['current password', stored.userId]))
  const isRight = typeof typed === 'string' && (await isStored(ctx, provider, stored, typed))
  if (!isRight) throw wrongPassword(field)
}

/** Whether a password is the stored one. */
export async function isStored(
  { config }: SignInContext,
  provider: PasswordProvider,
  stored: AdapterPassword,
  typed: string,
): Promise<boolean> {
  return provider.passwords.verify(passwordHost(config, provider), stored, typed)
}

export function wrongPassword(field: string): CredentialsSignin {
  return new CredentialsSignin('', {
    fieldErrors: { [field]: ['That is not your current password.'] },
  })
}
