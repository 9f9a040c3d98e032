import type { RouteContext } from '../../context/context.js'
import { redirectTo, type RedirectOutcome } from '../../context/outcome.js'
import { pageUrl } from '../../context/redirects.js'
import { operationsOf } from '../../store/operations.js'
import { endOtherSessions } from '../end-sessions.js'
import { requireConfirmedUser } from './confirmed-user.js'
import { mailAboutFactor } from './send-factor-mail.js'
import { returnTo } from './factor-shell.js'

/**
 * Removes an authenticator app or forgets a remembered browser. With the last app go the recovery
 * codes and all remembered browsers.
 */
export async function removeFactor(ctx: RouteContext): Promise<RedirectOutcome> {
  const { user, factors, sessionKey } = await requireConfirmedUser(ctx)
  const { factor: id } = ctx.fields
  const stored = operationsOf(ctx).factors
  const app = factors.apps.find((row) => row.id === id)
  const device = factors.devices.find((row) => row.id === id)
  const chosen = app ?? device
  if (chosen && (await stored.remove(chosen.id)) && app) {
    await stored.replace(user.id, 'device', [])
    if (factors.apps.length === 1) await stored.replace(user.id, 'recovery-code', [])
    // The sessions of other browsers may have begun with the app.
    await endOtherSessions(ctx, user.id, sessionKey)
    mailAboutFactor(ctx, user, { kind: factors.apps.length === 1 ? 'switchedOff' : 'removed' })
  }
  return redirectTo(pageUrl(ctx, 'factors', 'factors', await returnTo(ctx)))
}
