import type { ResolvedConfig } from '../../config/resolved-config.js'
import { openContext } from '../../context/context.js'
import { recordEvent } from '../../context/record-event.js'
import { requireStore } from '../../context/require-store.js'
import { removeFactors } from '../../store/factors.js'
import { operationsOf } from '../../store/operations.js'
import { removeAccount } from '../../store/remove-account.js'
import { canEndSessions } from '../end-sessions.js'
import { sendFactorMail } from './send-factor-mail.js'

/**
 * Removes all second factors of a user, ends the user's sessions and notifies the owner, for an
 * administrator. `request` says where the site is, if the config does not.
 */
export async function resetFactors(
  config: ResolvedConfig,
  userId: string,
  request: Request | undefined,
): Promise<void> {
  const ctx = { config }
  const hadFactors = await removeAll(ctx, userId)
  if (canEndSessions(ctx)) await operationsOf(ctx).endSessions(userId)
  // A session that has just ended may have set up a factor in between.
  const hasAdded = await removeAll(ctx, userId)
  await recordEvent(ctx, { event: 'factor-removed', userId })
  // The factors are gone, whether the mail can be sent or not.
  if (hadFactors || hasAdded) {
    await notifyOwner(config, userId, request).catch((error: unknown) => config.log.error(error))
  }
}

/**
 * Removes everything and returns whether there was something. A passkey that is a second factor is
 * removed too, because the user would be asked for it.
 */
async function removeAll(
  ctx: { readonly config: ResolvedConfig },
  userId: string,
): Promise<boolean> {
  const store = requireStore(ctx)
  const stored = await operationsOf(ctx).factors.list(userId)
  const rows = stored.filter(({ type }) => type !== 'deletion')
  await removeFactors(store, userId)
  if (!ctx.config.secondFactor?.types.has('passkey')) return rows.length > 0
  store.require('listAccountsByUserId', 'unlinkAccount')
  const accounts = await store.call('listAccountsByUserId', userId)
  const passkeys = accounts.filter(({ type }) => type === 'webauthn')
  for (const account of passkeys) await removeAccount(store, account)
  return rows.length + passkeys.length > 0
}

/** The mail names neither the browser nor the language of the administrator. */
async function notifyOwner(
  config: ResolvedConfig,
  userId: string,
  request: Request | undefined,
): Promise<void> {
  if (!config.mailer) return
  const user = await operationsOf({ config }).findStored(userId)
  if (!user?.email) return
  const [origin] = config.originPolicy.origins
  const place = origin === undefined ? request : new Request(origin)
  if (!place) {
    config.log.warn(
      'reset-not-mailed',
      'The second factors of a user were removed, and no mail was sent, because the address of the site is unknown. Set AUTH_URL (or the option `origin`), or pass `{ request }` to `resetFactors`.',
    )
    return
  }
  const ctx = { ...openContext(place, config), request: new Request(place.url) }
  await sendFactorMail(ctx, user.email, { kind: 'switchedOff' })
}
