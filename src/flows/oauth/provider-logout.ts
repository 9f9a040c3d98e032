import type { ResolvedOAuthProvider } from '../../config/oauth-provider.js'
import type { Context, RouteContext } from '../../context/context.js'
import { answerJson, type JsonOutcome } from '../../context/outcome.js'
import { recordEvent } from '../../context/record-event.js'
import { requireStore } from '../../context/require-store.js'
import { InvalidSessionOptions } from '../../errors/config-errors.js'
import { LogoutTokenInvalid, OAuthResponseInvalid } from '../../errors/oauth-errors.js'
import { parseForm } from '../../http/body.js'
import { verifyLogoutToken, type LogoutNotice } from '../../oauth/logout-token.js'
import { loadServer } from '../../oauth/server.js'
import { skew } from '../../oauth/wire.js'
import { operationsOf } from '../../store/operations.js'
import { spendOnce, unspend } from '../spend-once.js'

/**
 * Ends the sessions of a user who has signed out at the provider. The provider itself sends the
 * request.
 *
 * @see OpenID Connect Back-Channel Logout 1.0, section 2.5
 */
export async function endProviderSessions(
  ctx: RouteContext,
  provider: ResolvedOAuthProvider,
): Promise<JsonOutcome> {
  const notice = await readNotice(provider, await ctx.request.text())
  // This follows the token check, so that only the provider learns which option is missing.
  requireStore(ctx)
  requireRows(ctx)
  const name = `logout ${provider.id} ${notice.jti}`
  const expires = notice.expires + skew
  // This precedes the deletion, because a replayed token must not end a session that began later.
  if (!(await spendOnce(ctx, name, expires))) {
    throw new LogoutTokenInvalid('Logout token: it was used before.')
  }
  try {
    await endSessions(ctx, provider, notice)
  } catch (thrown) {
    // Section 2.5: the provider sends the token again after a failure, so the token must stay
    // valid.
    await unspend(ctx, name, expires)
    throw thrown
  }
  await recordEvent(ctx, { event: 'session-revoked', provider: provider.id })
  return answerJson(null)
}

async function endSessions(
  ctx: Context,
  { id }: ResolvedOAuthProvider,
  { sid, sub, issuedAt }: LogoutNotice,
): Promise<void> {
  const operations = operationsOf(ctx)
  if (sid !== undefined) {
    await operations.endProviderSession({ provider: id, providerSessionId: sid })
  } else if (sub !== undefined) {
    // A session that began after the logout continues.
    const latest = (issuedAt + skew) * 1000
    await operations.endProviderAccountSessions({ provider: id, providerAccountId: sub }, latest)
  }
}

/**
 * A session that exists only in its cookie continues even if rows are deleted, so a logout is
 * impossible.
 */
function requireRows({ config }: Context): void {
  const { strategy, revocable } = config.session
  if (strategy === 'database' || revocable) return
  throw new InvalidSessionOptions(
    'A provider tells of a logout, but sessions cannot be ended: `session.revocable` is false. Leave it out.',
  )
}

async function readNotice({ party }: ResolvedOAuthProvider, form: string): Promise<LogoutNotice> {
  // The raw form is parsed, because a second token must not go unnoticed.
  const [token, ...more] = parseForm(form).getAll('logout_token')
  if (token === undefined || more.length > 0) {
    throw new LogoutTokenInvalid('Expected a form with one field `logout_token`.')
  }
  const server = await loadServer(party)
  try {
    return await verifyLogoutToken(party, server, token)
  } catch (cause) {
    if (!(cause instanceof OAuthResponseInvalid)) throw cause
    // The caller may be an attacker, and the reason names our client and issuer.
    throw new LogoutTokenInvalid('Logout token: it cannot be accepted. The log says why.', {
      cause,
    })
  }
}
