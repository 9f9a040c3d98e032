import type { Context, RouteContext } from '../../context/context.js'
import { redirectTo, type Outcome } from '../../context/outcome.js'
import { recordEvent } from '../../context/record-event.js'
import { pageUrl } from '../../context/redirects.js'
import { InvalidCode } from '../../errors/second-factor-errors.js'
import {
  createRecoveryCodes,
  readRecoveryCode,
  recoveryCodeId,
} from '../../factors/recovery-codes.js'
import type { AdapterFactor } from '../../model/adapter.js'
import { operationsOf } from '../../store/operations.js'
import { requireConfirmedUser } from './confirmed-user.js'
import { returnTo } from './factor-shell.js'
import { showRecoveryCodes } from './show-factor-pages.js'

/** Makes new recovery codes for the signed-in user, shows them once, and ends the old ones. */
export async function makeRecoveryCodes(ctx: RouteContext): Promise<Outcome> {
  const { user, factors } = await requireConfirmedUser(ctx)
  if (factors.apps.length + factors.passkeys.length === 0) {
    throw new InvalidCode('Recovery codes replace a second factor, and the user has none.')
  }
  const codes = await replaceRecoveryCodes(ctx, user.id)
  await recordEvent(ctx, { event: 'recovery-codes-made', userId: user.id })
  const next = redirectTo(pageUrl(ctx, 'factors', 'factors', await returnTo(ctx)))
  return showRecoveryCodes(ctx, codes, next)
}

/** Stores new recovery codes in place of all old ones and returns them as the user sees them. */
export async function replaceRecoveryCodes(
  ctx: Context,
  userId: string,
): Promise<readonly string[]> {
  const codes = createRecoveryCodes(ctx.config.runtime.random)
  const createdAt = new Date(ctx.now * 1000)
  const rows = codes.map(async (shown): Promise<AdapterFactor> => ({
    id: await recoveryCodeId(userId, readRecoveryCode(shown) ?? shown),
    userId,
    type: 'recovery-code',
    name: null,
    secret: null,
    lastStep: 0,
    createdAt,
    lastUsedAt: null,
    expires: null,
  }))
  await operationsOf(ctx).factors.replace(userId, 'recovery-code', await Promise.all(rows))
  return codes
}
