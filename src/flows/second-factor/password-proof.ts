import type { RouteContext } from '../../context/context.js'
import { InvalidCode } from '../../errors/second-factor-errors.js'
import { twoFactors, type Authentication } from '../../session/authentication.js'
import { operationsOf } from '../../store/operations.js'
import { findPasswordProvider } from '../password/password-provider.js'
import { requirePassword } from '../password/require-password.js'
import type { Challenge } from './check-code.js'
import { waysOf, type UserFactors } from './ways.js'

/**
 * Checks the password that a user typed after a passkey that did not verify its user, and returns the
 * methods. Undefined if no password was typed, or if it is not a second factor here.
 */
export async function provePassword(
  ctx: RouteContext,
  factors: UserFactors,
  proven: Pick<Authentication, 'amr'>,
  { id, expires, isSignIn }: Challenge & { readonly isSignIn: boolean },
): Promise<readonly string[] | undefined> {
  const { password } = ctx.fields
  const isAsked = waysOf(factors, proven).includes('password')
  if (typeof password !== 'string' || !isAsked) return undefined
  const provider = findPasswordProvider(ctx.config)
  const stored = provider && (await operationsOf(ctx).passwords.find(factors.userId))
  if (!provider || !stored) throw new InvalidCode('The user has no password any more.')
  const how = { field: 'password', isSignIn, challenge: { id, expires } }
  await requirePassword(ctx, provider, stored, password, how)
  return ['pwd', twoFactors]
}
