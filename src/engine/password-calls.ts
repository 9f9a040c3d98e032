import { InvalidProviderConfig } from '../errors/config-errors.js'
import { isCredentials } from '../config/providers.js'
import { passwordHost } from '../flows/credentials/password-host.js'
import type { AuthConfig } from '../model/config.js'
import type { SetPasswordResult } from '../model/password.js'
import type { DefaultSession } from '../model/records.js'
import { requireConfig } from './open-call.js'

/**
 * Sets a user's password on the server, for example in a script or for an administrator. It
 * checks no permission, so check who the visitor is before you pass it a value that the visitor chose.
 *
 * The rules for new passwords apply. If the user had a password before, all of their sessions end.
 * Rejects with `ServerBusy` if too many passwords are being hashed.
 */
export async function setPassword<S extends DefaultSession>(
  given: AuthConfig<S>,
  userId: string,
  password: string,
): Promise<SetPasswordResult> {
  const config = requireConfig(given)
  for (const provider of config.providers.values()) {
    if (!isCredentials(provider) || !provider.passwords) continue
    return provider.passwords.set(passwordHost(config), userId, password)
  }
  throw new InvalidProviderConfig(
    'No provider stores passwords. Add `Password()` of `latchkey/providers/password` to `providers`.',
  )
}
