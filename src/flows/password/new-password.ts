import type { RouteContext } from '../../context/context.js'
import { InvalidPassword } from '../../errors/password-errors.js'
import type { NewPassword, PasswordOwner } from '../../model/password.js'
import { passwordHost } from '../credentials/password-host.js'
import type { PasswordProvider } from './password-provider.js'

/** Checks the posted `password` by the rules and hashes it. Throws if the rules refuse it. */
export async function prepareNewPassword(
  ctx: RouteContext,
  provider: PasswordProvider,
  user: PasswordOwner,
): Promise<NewPassword> {
  const { password: typed } = ctx.fields
  if (typeof typed !== 'string') throw new InvalidPassword({ type: 'not-text' })
  const prepared = await provider.passwords.prepare(passwordHost(ctx, provider), typed, user)
  if (!prepared.ok) throw new InvalidPassword(prepared.problem)
  return prepared.password
}
