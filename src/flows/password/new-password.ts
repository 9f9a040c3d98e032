import type { RouteContext } from '../../context/context.js'
import { InvalidPassword } from '../../errors/password-errors.js'
import type { NewPassword, PasswordOwner, RunHash } from '../../model/password.js'
import { passwordHost } from '../credentials/password-host.js'
import type { PasswordProvider } from './password-provider.js'

/**
 * Checks the posted `password` by the rules and hashes it, in a running task if there is one. Throws if
 * the rules refuse it.
 */
export async function prepareNewPassword(
  ctx: RouteContext,
  provider: PasswordProvider,
  user: PasswordOwner,
  run?: RunHash,
): Promise<NewPassword> {
  const { password: typed } = ctx.fields
  if (typeof typed !== 'string') throw new InvalidPassword({ type: 'not-text' })
  const host = passwordHost(ctx, provider)
  const prepared = await provider.passwords.prepare(host, typed, user, run)
  if (!prepared.ok) throw new InvalidPassword(prepared.problem)
  return prepared.password
}
