import type { RouteContext } from '../../context/context.js'
import type { PendingSignIn } from '../../context/waiting-sign-in.js'
import { PendingSignInLost } from '../../errors/second-factor-errors.js'
import { operationsOf } from '../../store/operations.js'
import { hasProvenAddress } from '../../store/proven-address.js'
import { signedOutEverywhere } from '../../store/sessions.js'
import { idOf } from '../../store/user-id.js'
import { resolveAddressUser } from '../email/resolve-address-user.js'
import { findPasswordProvider, loadPasswordFlows } from '../password/password-provider.js'
import type { AppliedChange, ConfirmedAddress, PendingChange } from '../pending-change.js'
import { linkPendingAccount } from '../pending-link.js'

/** Makes the change of a sign-in whose second factor was just proven. */
export async function applyChange(
  ctx: RouteContext,
  { userId, start, change }: PendingSignIn,
): Promise<AppliedChange | undefined> {
  if (change === undefined) return undefined
  if (await operationsOf(ctx).isSignInRevoked(userId, start.at)) {
    throw new PendingSignInLost(signedOutEverywhere)
  }
  // Only this library can encrypt the cookie that it was kept in.
  return apply(ctx, userId, change as PendingChange)
}

async function apply(
  ctx: RouteContext,
  userId: string,
  change: PendingChange,
): Promise<AppliedChange> {
  switch (change.kind) {
    case 'link':
      return linkPendingAccount(ctx, change, userId)
    case 'address':
      return confirmAddress(ctx, userId, change)
    default: {
      const provider = findPasswordProvider(ctx.config)
      if (!provider) throw new PendingSignInLost('The app has no passwords any more.')
      const { applyPasswordChange } = await loadPasswordFlows(provider)
      return applyPasswordChange(ctx, provider, userId, change)
    }
  }
}

async function confirmAddress(
  ctx: RouteContext,
  userId: string,
  { email, isDone, isUnproven = false }: ConfirmedAddress,
): Promise<AppliedChange> {
  const known = await operationsOf(ctx).findUserByEmail(email)
  const isSame = known && idOf(known) === userId
  if (!isSame || !(isUnproven || hasProvenAddress(known))) {
    throw new PendingSignInLost('The user has another address by now.')
  }
  return isDone
    ? { user: known, isNewUser: false, evidence: undefined }
    : resolveAddressUser(ctx, email, known, { isUserProven: isUnproven })
}
