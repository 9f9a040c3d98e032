import type { ResolvedWebAuthnProvider } from '../../config/webauthn-provider.js'
import type { RouteContext } from '../../context/context.js'
import { routeUrl } from '../../context/redirects.js'
import { InvalidEmailAddress } from '../../errors/email-errors.js'
import { parseEmailAddress } from '../../http/email-address.js'
import type { RelayingParty, WebAuthnUserInfo } from '../../model/webauthn.js'
import { operationsOf } from '../../store/operations.js'

/** Returns the site that credentials belong to. */
export function siteOf(ctx: RouteContext, provider: ResolvedWebAuthnProvider): RelayingParty {
  return provider.site(baseUrl(ctx), hookRequest(ctx))
}

/** Asks the provider which user the form names, and normalizes the address, so that it can be compared. */
export async function askForUser(
  ctx: RouteContext,
  provider: ResolvedWebAuthnProvider,
): Promise<WebAuthnUserInfo> {
  const info = await provider.who(baseUrl(ctx), hookRequest(ctx))
  if (!info || info.exists || typeof info.user.email !== 'string') return info
  const email = parseEmailAddress(info.user.email)
  if (email === undefined) {
    throw new InvalidEmailAddress('What was typed is not one e-mail address.')
  }
  if (email === info.user.email) return info
  // The provider may have looked for the address in another form.
  const known = await operationsOf(ctx).findUserByEmail(email)
  return known ? { user: known, exists: true } : { user: { ...info.user, email }, exists: false }
}

function baseUrl(ctx: RouteContext): URL {
  return new URL(routeUrl(ctx, ''))
}

function hookRequest({
  request,
  query,
  fields,
}: RouteContext): Parameters<ResolvedWebAuthnProvider['who']>[1] {
  return {
    url: new URL(request.url),
    method: request.method,
    query: Object.fromEntries(query),
    body: fields,
  }
}
