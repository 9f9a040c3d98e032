import type { ResolvedEmailProvider } from '../../config/email-provider.js'
import type { Context } from '../../context/context.js'
import { countAttempt, countClient } from '../../context/limits.js'
import { hashAsAuthJs } from '../../crypto/authjs-hash.js'
import { mailboxOf } from '../../http/email-address.js'
import type { MailedToken } from './email-token.js'

/** Seconds for which a link of Auth.js works if the provider has no `maxAge`. */
const defaultMaxAge = 24 * 60 * 60

/** Tokens of fewer characters may be guessed, because an app's own token can be a short code. */
const unguessableLength = 22

/**
 * Returns the key under which Auth.js stores a mailed token. Nothing in such a link proves who wrote
 * it, so attempts to redeem one are counted first.
 */
export async function countAuthJsLink(
  ctx: Context,
  { secrets }: ResolvedEmailProvider,
  { identifier, token }: MailedToken,
): Promise<string> {
  await countClient(ctx)
  if (token.length < unguessableLength) await countAttempt(ctx, 'codes', mailboxOf(identifier))
  return hashAsAuthJs(token, secrets)
}

/**
 * Returns when an unsigned mail was requested. A server with Auth.js sent it, or the app's own token
 * came from another browser. If the app has set no `maxAge`, the earlier moment counts.
 */
export function requestedAt({ givenMaxAge }: ResolvedEmailProvider, expires: Date): number {
  return expires.getTime() / 1000 - (givenMaxAge ?? defaultMaxAge)
}
