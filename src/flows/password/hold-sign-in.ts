import type { RouteContext } from '../../context/context.js'
import type { RedirectOutcome } from '../../context/outcome.js'
import { askForNewPassword } from './forced-password.js'
import { needsProof, type CheckedSignIn, type PasswordProvider } from './password-provider.js'
import { askForProof } from './verify-address.js'

/**
 * Leads a user whose password is right to what is missing before there may be a session: the proof
 * of the address, or a new password.
 */
export async function holdSignIn(
  ctx: RouteContext,
  provider: PasswordProvider,
  held: CheckedSignIn,
): Promise<RedirectOutcome> {
  // The proof comes first, because a new password signs in.
  return needsProof(provider, held.checked.user)
    ? askForProof(ctx, provider, held)
    : askForNewPassword(ctx, held)
}
