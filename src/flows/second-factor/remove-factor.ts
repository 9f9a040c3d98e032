import type { RouteContext } from '../../context/context.js'
import { redirectTo, type RedirectOutcome } from '../../context/outcome.js'
import { recordEvent } from '../../context/record-event.js'
import { pageUrl } from '../../context/redirects.js'
import type { AdapterFactor } from '../../model/adapter.js'
import { operationsOf } from '../../store/operations.js'
import { countSessionAttempt } from '../count-session-attempt.js'
import { removeInTurn } from '../remove-in-turn.js'
import { requireConfirmedUser, type ConfirmedUser } from './confirmed-user.js'
import { completeRemoval, finishRemoval } from './finish-removal.js'
import { isAppId } from './set-up-cookie.js'
import { forgetDevice } from './remembered-device.js'
import { returnTo } from './factor-shell.js'

/**
 * Removes an authenticator app or forgets a remembered browser. With the last second factor go the
 * recovery codes and all remembered browsers.
 */
export async function removeFactor(ctx: RouteContext): Promise<RedirectOutcome> {
  await countSessionAttempt(ctx, 'remove factor', { isCheap: true })
  const current = await requireConfirmedUser(ctx)
  const { user, factors } = current
  const { factor: id } = ctx.fields
  const app = factors.apps.find((row) => row.id === id)
  if (app) await removeApp(ctx, current, app)
  else if (isAppId(id)) await completeRemoval(ctx, current)
  else await forgetDevice(ctx, user.id, id)
  return redirectTo(pageUrl(ctx, 'factors', 'factors', await returnTo(ctx)))
}

async function removeApp(
  ctx: RouteContext,
  current: ConfirmedUser,
  { id, userId }: AdapterFactor,
): Promise<void> {
  await removeInTurn(ctx, current, async () => {
    const stored = operationsOf(ctx).factors
    // First, because a second try after a failure finds no app any more. The end of the sessions forgets
    // those that are remembered meanwhile.
    await stored.replace(userId, 'device', [])
    if (!(await stored.remove(id))) return
    await recordEvent(ctx, { event: 'factor-removed', userId })
    const { recoveryCodes: formerCodes } = current.factors
    await finishRemoval(ctx, current, { factor: 'app', formerCodes })
  })
}
