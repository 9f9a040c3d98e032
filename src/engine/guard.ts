import type { Context, RouteContext } from '../context/context.js'
import { hasCsrfToken } from '../context/csrf.js'
import { CrossSiteRequest, MissingCSRF } from '../errors/request-errors.js'
import { initiatorOf, type Initiator } from '../http/origin.js'

/** Refuses a request that another site made the browser send. */
export function refuseForeign(ctx: Context): void {
  if (findInitiator(ctx) === 'foreign') throw foreign(ctx)
}

/**
 * Refuses a request that another site made the browser send, unless the visitor followed a link. A
 * page that opens by a link is the app's responsibility. A posted form always has an `Origin`
 * header.
 */
export function refuseForeignChange(ctx: Context): void {
  const { headers } = ctx.request
  const isLink = headers.get('sec-fetch-mode') === 'navigate' && !headers.has('origin')
  if (!isLink) refuseForeign(ctx)
}

/** Refuses a request unless the browser confirms that this site sent it. */
export function requireOwnOrigin(ctx: Context): void {
  if (findInitiator(ctx) !== 'same') throw foreign(ctx)
}

/** Refuses a form without a valid CSRF token. */
export async function requireCsrfToken(ctx: RouteContext): Promise<void> {
  if (ctx.config.csrf === 'skipped') return
  if (await hasCsrfToken(ctx, ctx.fields['csrfToken'])) return
  if (ctx.config.compatibility && isPlainForm(ctx)) return
  const { name } = ctx.cookies.csrfToken
  throw new MissingCSRF(
    ctx.jar.get(name) === undefined
      ? `The browser sent no cookie "${name}": cookies are blocked, or the page came from another host. Allow cookies for ${ctx.origin}.`
      : 'The form has no valid CSRF token for this browser. Reload its page. Your own form needs the field `csrfToken`.',
  )
}

/**
 * Whether the browser says twice that a page of this site sent the form. A form that has a wrong
 * token is refused anyway.
 */
function isPlainForm({ request, origin, fields }: RouteContext): boolean {
  const { headers } = request
  return (
    fields['csrfToken'] === undefined &&
    headers.get('origin') === origin &&
    headers.get('sec-fetch-site') === 'same-origin'
  )
}

function findInitiator({ request, config, origin }: Context): Initiator {
  return config.csrf === 'skipped' ? 'same' : initiatorOf(request.headers, origin)
}

function foreign({ request, origin }: Context): CrossSiteRequest {
  const claimed = request.headers.get('origin') ?? 'no origin'
  const site = request.headers.get('sec-fetch-site') ?? 'nothing'
  return new CrossSiteRequest(
    `Expected a request from ${origin}, but the browser says ${claimed} (Sec-Fetch-Site: ${site}). ` +
      'If both are your site, set its public URL as AUTH_URL or as the option `origin`.',
  )
}
