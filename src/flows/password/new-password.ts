import type { RouteContext } from '../../context/context.js'
import { InvalidPassword } from '../../errors/password-errors.js'
import type { AdapterUser } from '../../model/adapter.js'
import type { NewPassword } from '../../model/password.js'
import { passwordHost } from '../credentials/password-host.js'
import type { PasswordProvider } from './password-provider.js'

/** Checks the password in a field by the rules and hashes it. Throws if the rules refuse it. */
export async function prepareNewPassword(
  { config, fields }: RouteContext,
  { passwords }: PasswordProvider,
  field: string,
  { email, name }: Pick<AdapterUser, 'email' | 'name'>,
): Promise<NewPassword> {
  const typed = fields[field]
  if (typeof typed !== 'string') throw new InvalidPassword({ type: 'not-text' }, field)
  const user = { email, name: name ?? undefined }
  const prepared = await passwords.prepare(passwordHost(config), typed, user)
  if (!prepared.ok) throw new InvalidPassword(prepared.problem, field)
  return prepared.password
}
