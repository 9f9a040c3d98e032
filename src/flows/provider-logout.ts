import type { ResolvedOAuthProvider } from '../config/oauth-provider.js'
import type { Store } from '../config/store.js'
import type { Context, RouteContext } from '../context/context.js'
import { answerJson, type JsonOutcome } from '../context/outcome.js'
import { requireStore } from '../context/require-store.js'
import { LogoutTokenInvalid, OAuthResponseInvalid } from '../errors/oauth-errors.js'
import { verifyLogoutToken, type LogoutNotice } from '../oauth/logout-token.js'
import { loadServer } from '../oauth/server.js'
import { skew } from '../oauth/wire.js'
import { forgetAlive, forgetAllAlive } from '../session/alive-sessions.js'
import { deleteRow } from '../session/session-rows.js'
import { spendOnce } from './spend-once.js'

/**
 * Ends the sessions of someone who has signed out at the provider, which tells us itself.
 *
 * @see OpenID Connect Back-Channel Logout 1.0, section 2.5
 */
export async function endProviderSessions(
  ctx: RouteContext,
  provider: ResolvedOAuthProvider,
): Promise<JsonOutcome> {
  const store = requireStore(ctx)
  const notice = await readNotice(provider, await ctx.request.text())
  const { sid, sub, jti, expires } = notice
  if (sid !== undefined) await endSession(store, provider, sid)
  else if (sub !== undefined) await endSessionsOf(ctx, store, provider, sub, notice)
  // Afterwards, so that a logout which failed can be told again.
  const isFirst = await spendOnce(ctx, `logout ${provider.id} ${jti}`, expires + skew)
  if (!isFirst) throw new LogoutTokenInvalid('Logout token: it was used before.')
  return answerJson(null)
}

async function readNotice({ party }: ResolvedOAuthProvider, form: string): Promise<LogoutNotice> {
  // Read as it came: a token that comes twice must be seen.
  const [token, ...more] = new URLSearchParams(form).getAll('logout_token')
  if (token === undefined || more.length > 0) {
    throw new LogoutTokenInvalid('Expected a form with one field `logout_token`.')
  }
  const server = await loadServer(party)
  try {
    return await verifyLogoutToken(party, server, token)
  } catch (cause) {
    if (!(cause instanceof OAuthResponseInvalid)) throw cause
    throw new LogoutTokenInvalid(cause.message, { cause })
  }
}

async function endSession(
  store: Store,
  { id }: ResolvedOAuthProvider,
  providerSessionId: string,
): Promise<void> {
  await store.call('deleteSessionsByProviderSession', { provider: id, providerSessionId })
  forgetAllAlive()
}

/** Those that began at this provider, and not after the logout: who signs in again stays. */
async function endSessionsOf(
  ctx: Context,
  store: Store,
  { id }: ResolvedOAuthProvider,
  sub: string,
  { issuedAt }: LogoutNotice,
): Promise<void> {
  const user = await store.call('getUserByAccount', { provider: id, providerAccountId: sub })
  if (!user) return
  const latest = (issuedAt + skew) * 1000
  for (const row of await store.call('listSessionsByUserId', user.id)) {
    const began = row.createdAt ? new Date(row.createdAt).getTime() : 0
    if (row.provider !== id || began > latest) continue
    await deleteRow(ctx, row.sessionToken)
    forgetAlive(row.sessionToken)
  }
}
