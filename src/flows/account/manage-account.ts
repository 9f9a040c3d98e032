import type { RouteContext } from '../../context/context.js'
import { redirectTo, type RedirectOutcome } from '../../context/outcome.js'
import { pageUrl, resolveRedirect } from '../../context/redirects.js'
import { requireCurrentUser } from '../user/current-user.js'
import { removeOwnPasskey, renameOwnPasskey } from '../user/passkeys.js'
import { endOwnOtherSessions, endOwnSession } from '../user/sessions.js'
import { unlink } from '../user/unlink.js'

/**
 * Ends one of the user's sessions, or all but this one. It needs no recent proof, because it is what
 * a user does whose session was stolen.
 */
export async function endSession(ctx: RouteContext): Promise<RedirectOutcome> {
  const current = await requireCurrentUser(ctx)
  const { session: id, others } = ctx.fields
  if (typeof id === 'string') await endOwnSession(ctx, current, id)
  else if (others === 'true') await endOwnOtherSessions(ctx, current)
  return backToAccount(ctx)
}

/** Disconnects an account at a provider. */
export async function unlinkAccount(ctx: RouteContext): Promise<RedirectOutcome> {
  const current = await requireCurrentUser(ctx)
  const { provider, providerAccountId } = ctx.fields
  if (typeof provider === 'string' && typeof providerAccountId === 'string') {
    await unlink(ctx, current, { provider, providerAccountId })
  }
  return backToAccount(ctx)
}

/** Gives a passkey another name. */
export async function renamePasskey(ctx: RouteContext): Promise<RedirectOutcome> {
  const { passkey, name } = ctx.fields
  await renameOwnPasskey(ctx, await requireCurrentUser(ctx), passkey, name)
  return backToAccount(ctx)
}

/** Removes a passkey. */
export async function removePasskey(ctx: RouteContext): Promise<RedirectOutcome> {
  await removeOwnPasskey(ctx, await requireCurrentUser(ctx), ctx.fields['passkey'])
  return backToAccount(ctx)
}

/** Leads to where the form wants to, or to the account page. */
export async function backToAccount(ctx: RouteContext): Promise<RedirectOutcome> {
  const { callbackUrl } = ctx
  return redirectTo(
    callbackUrl === undefined
      ? pageUrl(ctx, 'account', 'account')
      : await resolveRedirect(ctx, callbackUrl),
  )
}
