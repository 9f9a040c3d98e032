import { isOAuth } from '../../config/providers.js'
import type { RouteContext } from '../../context/context.js'
import { csrfToken } from '../../context/csrf.js'
import { showPage, type PageOutcome } from '../../context/outcome.js'
import { routeUrl, type SafeUrl } from '../../context/redirects.js'
import { renderGrantPage } from '../../pages/grant-page.js'
import { findGrantRequest, grantRequestField } from '../grant-request.js'
import { pageShell } from './page-shell.js'

/**
 * Shows the page that asks the user for a permission at the provider of the path. Undefined if the
 * URL has no such request for this user.
 */
export async function showGrant(
  ctx: RouteContext,
  callbackUrl: SafeUrl,
): Promise<PageOutcome | undefined> {
  const { provider, query } = ctx
  const grantRequest = query.get(grantRequestField)
  if (grantRequest === null || !provider || !isOAuth(provider)) return undefined
  const asked = await findGrantRequest(ctx, grantRequest, provider.id)
  if (!asked) return undefined
  const { type, id, name, style } = provider
  const props = {
    ...(await pageShell(ctx)),
    csrfToken: await csrfToken(ctx),
    callbackUrl,
    grantRequest,
    provider: { type, id, name, style, signinUrl: routeUrl(ctx, `signin/${id}`) },
    reason: asked.reason,
    error: query.get('error') ?? undefined,
  }
  const page = showPage((nonce) => renderGrantPage({ ...props, nonce }))
  return { ...page, formTarget: callbackUrl }
}
