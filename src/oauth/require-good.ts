import { OAuthResponseInvalid } from '../errors/oauth-errors.js'
import { withoutQuery } from './outgoing.js'
import type { RelyingParty } from './relying-party.js'
import { requireReadable, type Asked } from './require-readable.js'

/** Throws unless a response is JSON with a 2xx status. */
export async function requireGood(
  response: Response,
  asked: Asked,
  party: Pick<RelyingParty, 'id'>,
): Promise<void> {
  await requireReadable(response, asked, party)
  if (response.ok) return
  const { what, url, options } = asked
  throw new OAuthResponseInvalid(
    `${what}: ${withoutQuery(url)} answers ${response.status}. Check the scopes and ${options} of the provider "${party.id}".`,
  )
}
