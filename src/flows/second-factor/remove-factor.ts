import type { RouteContext } from '../../context/context.js'
import { countClient } from '../../context/limits.js'
import { redirectTo, type RedirectOutcome } from '../../context/outcome.js'
import { recordEvent } from '../../context/record-event.js'
import { pageUrl } from '../../context/redirects.js'
import { operationsOf } from '../../store/operations.js'
import { restartSessions } from '../end-sessions.js'
import { requireConfirmedUser } from './confirmed-user.js'
import { removeCodes } from './former-codes.js'
import { lowerLevel } from './lower-level.js'
import { forgetDevice } from './remembered-device.js'
import { tellFactorRemoved } from './tell-factor-removed.js'
import { hasNone, removeSubstitutes } from './ways.js'
import { returnTo } from './factor-shell.js'

/**
 * Removes an authenticator app or forgets a remembered browser. With the last second factor go the
 * recovery codes and all remembered browsers.
 */
export async function removeFactor(ctx: RouteContext): Promise<RedirectOutcome> {
  await countClient(ctx)
  const current = await requireConfirmedUser(ctx)
  const { user, factors } = current
  const { factor: id } = ctx.fields
  const stored = operationsOf(ctx).factors
  const app = factors.apps.find((row) => row.id === id)
  if (!app) await forgetDevice(ctx, user.id, id)
  // First, because a second try after a failure finds no app any more. The end of the sessions forgets
  // those that are remembered meanwhile.
  else await stored.replace(user.id, 'device', [])
  if (app && (await stored.remove(app.id))) {
    await recordEvent(ctx, { event: 'factor-removed', userId: user.id })
    // The owner is told before anything else can fail, for example because this session has ended.
    const left = await tellFactorRemoved(ctx, user)
    const isLast = hasNone(left)
    if (isLast) {
      await removeCodes(ctx, factors.recoveryCodes)
      await removeSubstitutes(ctx, left)
    }
    // The sessions of other browsers may have begun with the app.
    const restartedAt = await restartSessions(ctx, user.id, current.sessionKey)
    if (isLast) await lowerLevel(ctx, current, restartedAt)
  }
  return redirectTo(pageUrl(ctx, 'factors', 'factors', await returnTo(ctx)))
}
