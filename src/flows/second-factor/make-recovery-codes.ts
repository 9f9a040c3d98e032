import type { Context, RouteContext } from '../../context/context.js'
import { redirectTo, type Outcome } from '../../context/outcome.js'
import { recordEvent } from '../../context/record-event.js'
import { pageUrl } from '../../context/redirects.js'
import { SessionRequired } from '../../errors/request-errors.js'
import { InvalidCode } from '../../errors/second-factor-errors.js'
import {
  createRecoveryCodes,
  readRecoveryCode,
  recoveryCodeId,
} from '../../factors/recovery-codes.js'
import type { AdapterFactor } from '../../model/adapter.js'
import { strategyOf } from '../../session/choose-strategy.js'
import { operationsOf } from '../../store/operations.js'
import { countChange } from '../count-change.js'
import { countSessionAttempt } from '../count-session-attempt.js'
import { requireConfirmedUser } from './confirmed-user.js'
import { returnTo } from './factor-shell.js'
import { mailAboutFactor } from './send-factor-mail.js'
import { showRecoveryCodes } from './show-factor-pages.js'
import { hasSetUp } from './ways.js'

/** Makes new recovery codes for the signed-in user, shows them once, and ends the old ones. */
export async function makeRecoveryCodes(ctx: RouteContext): Promise<Outcome> {
  await countSessionAttempt(ctx, 'recovery codes')
  const { user, factors } = await requireConfirmedUser(ctx)
  if (!hasSetUp(factors)) {
    throw new InvalidCode('Recovery codes replace a second factor, and the user has none.')
  }
  await countChange(ctx, 'recovery codes', user)
  const codes = await replaceRecoveryCodes(ctx, user.id)
  // The owner is notified before anything else can fail.
  mailAboutFactor(ctx, user, { kind: 'recoveryCodesMade' })
  await recordEvent(ctx, { event: 'recovery-codes-made', userId: user.id })
  await requireSession(ctx, user.id, codes)
  const next = redirectTo(pageUrl(ctx, 'factors', 'factors', await returnTo(ctx)))
  return showRecoveryCodes(ctx, codes, next)
}

/**
 * Removes the new codes if the session was ended in the meantime. The owner may have ended it to stop a
 * thief. The old codes stay dead, because one of them may have been used since.
 */
async function requireSession(
  ctx: Context,
  userId: string,
  codes: readonly string[],
): Promise<void> {
  const current = await strategyOf(ctx).currentUser(ctx)
  if (current?.user.id === userId) return
  const { factors } = operationsOf(ctx)
  for (const shown of codes) await factors.remove(await idOf(userId, shown))
  throw new SessionRequired('The session ended while the recovery codes were made.')
}

async function idOf(userId: string, shown: string): Promise<string> {
  return recoveryCodeId(userId, readRecoveryCode(shown) ?? shown)
}

/** Stores new recovery codes in place of all old ones and returns them as the user sees them. */
export async function replaceRecoveryCodes(
  ctx: Context,
  userId: string,
): Promise<readonly string[]> {
  const codes = createRecoveryCodes(ctx.config.runtime.random)
  const createdAt = new Date(ctx.now * 1000)
  const rows = codes.map(async (shown): Promise<AdapterFactor> => ({
    id: await idOf(userId, shown),
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
