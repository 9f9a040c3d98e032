import { isCredentials, isEmail, isWebAuthn } from '../../config/providers.js'
import type { SignInContext } from '../../context/context.js'
import { recordEvent } from '../../context/record-event.js'
import { requireConfirmed } from '../confirm/require-confirmed.js'
import { grantsAmong, readGrants, revokeLater } from '../end-grants.js'
import { removeInTurn } from '../remove-in-turn.js'
import { takeAnswers } from '../unsaved-answers.js'
import { findPasswordProvider } from '../password/password-provider.js'
import { loadSecondFactorFlows } from '../second-factor/load-flows.js'
import { publicKeyOf } from '../../session/session-token.js'
import type { CurrentUser } from '../../session/strategy.js'
import type { AccountKeys } from '../../store/account-keys.js'
import { operationsOf } from '../../store/operations.js'
import { hasProvenAddress } from '../../store/proven-address.js'

/**
 * Removes a user's account, with its passkey if it has one, and ends the user's other sessions.
 * Returns false if the user has no such account. Throws if it is the user's last way to sign in.
 */
export async function unlink(
  ctx: SignInContext,
  current: CurrentUser,
  keys: AccountKeys,
): Promise<boolean> {
  await requireConfirmed(ctx, current)
  const isUnlinked = await removeInTurn(ctx, current, () => unlinkConfirmed(ctx, current, keys))
  const known = ctx.config.providers.get(keys.provider)
  if (!isUnlinked && known && isWebAuthn(known)) await completePasskeyRemoval(ctx, current)
  return isUnlinked
}

/** Completes the removal of a passkey that is already gone, if that has failed before its end. */
export async function completePasskeyRemoval(
  ctx: SignInContext,
  current: CurrentUser,
): Promise<void> {
  const { secondFactor } = ctx.config
  if (!secondFactor) return
  const flows = await loadSecondFactorFlows(secondFactor)
  await flows.passkeyMissing(ctx, current)
}

async function unlinkConfirmed(
  ctx: SignInContext,
  current: CurrentUser,
  keys: AccountKeys,
): Promise<boolean> {
  const { user, sessionKey } = current
  const sessionId = sessionKey && (await publicKeyOf(sessionKey))
  const { providers } = ctx.config
  const hasOtherWay = hasProvenAddress(user) && canMailWayIn(ctx)
  const grants = await readGrants(ctx, user.id, keys)
  const { secondFactor } = ctx.config
  const flows = secondFactor && (await loadSecondFactorFlows(secondFactor))
  const formerCodes = (await flows?.findCodes(ctx, user.id)) ?? []
  const unlinked = await operationsOf(ctx).unlinkAccount({
    user,
    keys,
    keptSession: sessionKey,
    hasOtherWay,
    providers: [...providers.values()].filter((one) => !isCredentials(one)).map(({ id }) => id),
    now: ctx.now,
  })
  if (unlinked) {
    // A refresh may have replaced the tokens since they were read, or the read may have failed.
    const ended = unlinked.row ? grantsAmong(ctx, [unlinked.row]) : grants
    revokeLater(ctx, [...ended, ...takeAnswers(ctx, user.id, keys)])
    const { provider } = keys
    await recordEvent(ctx, { event: 'unlinked', userId: user.id, sessionId, provider })
    const known = providers.get(provider)
    // The provider may have another id by now. Only a retry after a failure has no row.
    const isPasskey = unlinked.row ? unlinked.row.type === 'webauthn' : known && isWebAuthn(known)
    if (isPasskey) await flows?.passkeyRemoved(ctx, current, formerCodes)
  }
  return unlinked !== undefined
}

/**
 * Whether the owner of a proven address can always sign in: with a mailed link, or by a reset of the
 * password. A password alone does not count, because it may be removed at the same moment.
 */
function canMailWayIn({ config }: SignInContext): boolean {
  const canReset = config.mailer !== undefined && findPasswordProvider(config) !== undefined
  return canReset || [...config.providers.values()].some(isEmail)
}
