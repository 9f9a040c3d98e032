import type { Context } from '../context/context.js'
import type { Outcome, PageOutcome } from '../context/outcome.js'
import { randomToken } from '../crypto/random.js'
import { serializeCookie } from '../http/cookie.js'
import { logoOrigin } from '../pages/document.js'
import type { Theme } from '../model/options.js'

/** What every answer says: nobody else may keep it, guess its type, or learn its address. */
const commonHeaders = {
  'cache-control': 'private, no-store',
  vary: 'Cookie',
  'x-content-type-options': 'nosniff',
  // `no-referrer` would make our own forms post with `Origin: null`.
  'referrer-policy': 'same-origin',
}
const jsonHeaders = { ...commonHeaders, 'content-type': 'application/json' }

/** Turns an outcome into a response, with the cookies of the jar. */
export function respond(ctx: Context, outcome: Outcome): Response {
  const response = render(outcome, ctx.request, ctx.config.theme, ctx.origin)
  const headers = ('headers' in outcome && outcome.headers) || {}
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  for (const cookie of ctx.jar.changes()) {
    response.headers.append('set-cookie', serializeCookie(cookie))
  }
  return response
}

/** A response where there is no context to take cookies, theme or origin from. */
export function respondBare(request: Request, outcome: Outcome): Response {
  return render(outcome, request, {}, '')
}

function render(outcome: Outcome, request: Request, theme: Theme, origin: string): Response {
  const hasBody = request.method !== 'HEAD'
  switch (outcome.kind) {
    case 'json':
      return json(hasBody, outcome.body, outcome.status)
    case 'page':
      return page(hasBody, outcome, theme, origin)
    case 'script':
      return script(hasBody, outcome.text)
    case 'redirect':
      // Programs cannot follow a redirect to another site; they ask for the address instead.
      if (request.headers.has('x-auth-return-redirect'))
        return json(hasBody, { url: outcome.to, error: outcome.error }, 200)
      return new Response(null, {
        status: 302,
        headers: { ...commonHeaders, location: outcome.to },
      })
  }
}

function json(hasBody: boolean, body: unknown, status: number): Response {
  return new Response(hasBody ? JSON.stringify(body) : null, {
    status,
    headers: jsonHeaders,
  })
}

/** Its address changes when it does, so that it can be kept. */
function script(hasBody: boolean, text: string): Response {
  return new Response(hasBody ? text : null, {
    headers: {
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-type': 'text/javascript; charset=utf-8',
    },
  })
}

function page(
  hasBody: boolean,
  { render: renderHtml, status, hasScript }: PageOutcome,
  theme: Theme,
  origin: string,
): Response {
  const nonce = randomToken(16)
  return new Response(hasBody ? renderHtml(nonce).toString() : null, {
    status,
    headers: {
      ...commonHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(nonce, theme, origin, hasScript),
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
    },
  })
}

/**
 * Our own stylesheet, the script where there is one, and nothing else; a form may lead on to where a
 * sign-in is finished.
 */
function contentSecurityPolicy(
  nonce: string,
  theme: Theme,
  origin: string,
  hasScript = false,
): string {
  const logo = logoOrigin(theme)
  const formTargets = origin.startsWith('http:') ? "'self' https: http:" : "'self' https:"
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(hasScript ? [`script-src 'nonce-${nonce}'`, "connect-src 'self'"] : []),
    `img-src 'self' data:${logo ? ` ${logo}` : ''}`,
    `form-action ${formTargets}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
