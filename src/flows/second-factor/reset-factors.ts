import type { SessionConfig } from '../../config/resolved-config.js'
import { recordEvent } from '../../context/record-event.js'
import { removeFactors } from '../../store/factors.js'
import { requireStore } from '../../context/require-store.js'
import { operationsOf } from '../../store/operations.js'
import { removeAccount } from '../../store/remove-account.js'
import { canEndSessions } from '../end-sessions.js'

/** Removes all second factors of a user and ends the user's sessions, for an administrator. */
export async function resetFactors(config: SessionConfig, userId: string): Promise<void> {
  const ctx = { config }
  await removeAll(ctx, userId)
  if (canEndSessions(ctx)) await operationsOf(ctx).endSessions(userId)
  // A session that has just ended may have set up a factor in between.
  await removeAll(ctx, userId)
  await recordEvent(ctx, { event: 'factor-removed', userId })
}

/** A passkey that is a second factor is removed too, because the user would be asked for it. */
async function removeAll(ctx: { readonly config: SessionConfig }, userId: string): Promise<void> {
  const store = requireStore(ctx)
  await removeFactors(store, userId)
  if (!ctx.config.secondFactor?.types.has('passkey')) return
  store.require('listAccountsByUserId', 'unlinkAccount')
  for (const account of await store.call('listAccountsByUserId', userId)) {
    if (account.type === 'webauthn') await removeAccount(store, account)
  }
}
