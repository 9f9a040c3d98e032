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
  { passwords }: PasswordProvider,
  stored: AdapterPassword,
  typed: unknown,
  field = 'currentPassword',
): Promise<void> {
  await countClient(ctx)
  await countAttempt(ctx, 'identifier', JSON.stringify(['current password', stored.userId]))
  const isRight =
    typeof typed === 'string' && (await passwords.verify(passwordHost(ctx.config), stored, typed))
  if (!isRight) throw wrongPassword(field)
}

export function wrongPassword(field: string): CredentialsSignin {
  return new CredentialsSignin('', {
    fieldErrors: { [field]: ['That is not your current password.'] },
  })
}
