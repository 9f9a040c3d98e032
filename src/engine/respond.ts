import type { Context } from '../context/context.js'
import type { Outcome, PageOutcome } from '../context/outcome.js'
import { randomToken } from '../crypto/random.js'
import { acceptLink, originOf } from '../http/accept-url.js'
import { serializeCookie } from '../http/cookie.js'
import { formSchemes } from '../http/form-schemes.js'
import type { RequestHead } from '../http/request-head.js'
import { logoOrigin } from '../pages/document.js'
import type { Theme } from '../model/options.js'

/** Lower-case names, each once, with their values. */
type HeaderList = readonly (readonly [name: string, value: string])[]

/**
 * Headers of every response: no shared caching, no content sniffing, no referrer to other sites.
 */
const commonHeaders: HeaderList = [
  ['cache-control', 'private, no-store'],
  ['vary', 'Cookie'],
  ['x-content-type-options', 'nosniff'],
  // `no-referrer` would make our own forms post with `Origin: null`.
  ['referrer-policy', 'same-origin'],
]
const jsonHeaders: HeaderList = [...commonHeaders, ['content-type', 'application/json']]

/** A response as plain data. It becomes a `Response`, or is written to a Node server. */
export interface Reply {
  readonly status: number
  readonly headers: HeaderList
  /** Values of `Set-Cookie` headers. */
  readonly cookies: readonly string[]
  readonly body: string | null
}

type Rendered = Omit<Reply, 'cookies'>

/** Turns an outcome into a response, with the cookies that changed. */
export function respond(ctx: Context, outcome: Outcome): Reply {
  const { status, headers, body } = render(outcome, ctx.request, ctx.config.theme, ctx.origin)
  const more = 'headers' in outcome ? outcome.headers : undefined
  const cookies = ctx.jar.changes().map(serializeCookie)
  return { status, headers: more ? [...headers, ...Object.entries(more)] : headers, cookies, body }
}

/** Creates a response without a context, and so without cookies, theme or origin. */
export function respondBare(request: RequestHead, outcome: Outcome): Reply {
  return { ...render(outcome, request, {}, ''), cookies: [] }
}

/** Turns a reply into a `Response` object. */
export function toResponse(reply: Reply): Response {
  const response = new Response(reply.body, { status: reply.status })
  const { headers } = response
  for (const [name, value] of reply.headers) headers.set(name, value)
  for (const cookie of reply.cookies) headers.append('set-cookie', cookie)
  return response
}

function render(outcome: Outcome, request: RequestHead, theme: Theme, origin: string): Rendered {
  const hasBody = request.method !== 'HEAD'
  switch (outcome.kind) {
    case 'json':
      return json(hasBody, outcome.body, outcome.status)
    case 'page':
      return page(hasBody, outcome, theme, origin)
    case 'script':
      return script(hasBody, outcome.text)
    case 'redirect':
      // Scripts cannot follow a redirect to another site, so they ask for the URL instead.
      if (request.headers.has('x-auth-return-redirect')) {
        const { to: url, error, needs, recoveryCodes } = outcome
        return json(hasBody, { url, error, needs, recoveryCodes }, 200)
      }
      if (outcome.page) return page(hasBody, outcome.page, theme, origin)
      return { status: 302, headers: [...commonHeaders, ['location', outcome.to]], body: null }
  }
}

function json(hasBody: boolean, body: unknown, status: number): Rendered {
  return { status, headers: jsonHeaders, body: hasBody ? JSON.stringify(body) : null }
}

/** The script can be cached, because its URL changes when its content does. */
function script(hasBody: boolean, text: string): Rendered {
  const headers: HeaderList = [
    ['cache-control', 'public, max-age=86400'],
    ['x-content-type-options', 'nosniff'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['content-type', 'text/javascript; charset=utf-8'],
  ]
  return { status: 200, headers, body: hasBody ? text : null }
}

function page(hasBody: boolean, outcome: PageOutcome, theme: Theme, origin: string): Rendered {
  const { render: renderHtml, status } = outcome
  const nonce = randomToken(16)
  const text = renderHtml(nonce).toString()
  const headers: HeaderList = [
    ...commonHeaders,
    ['content-type', 'text/html; charset=utf-8'],
    ['content-security-policy', contentSecurityPolicy(nonce, theme, origin, { ...outcome, text })],
    ['x-frame-options', 'DENY'],
    ['cross-origin-opener-policy', 'same-origin'],
  ]
  return { status, headers, body: hasBody ? text : null }
}

/** The nonce admits the app's stylesheet, but not the fonts that it loads. */
function fontSources({ stylesheet }: Theme): string {
  return ['font-src', "'self'", originOf(stylesheet) ?? ''].join(' ').trim()
}

/**
 * Allows our stylesheet, that of the theme and our script, and nothing else. Forms may redirect to the page where the
 * sign-in ends.
 */
function contentSecurityPolicy(
  nonce: string,
  theme: Theme,
  origin: string,
  {
    hasScript = false,
    imageOrigins = [],
    formTarget,
    text,
  }: PageOutcome & { readonly text: string },
): string {
  const logo = logoOrigin(theme)
  const images = new Set(["'self'", 'data:', ...(logo ? [logo] : []), ...imageOrigins])
  // Nothing but the page itself can know the nonce.
  const hasOwnScript = text.includes(`<script nonce="${nonce}">`)
  // Browsers apply `form-action` to the redirects after a form post, too.
  const schemes = new Set(formSchemes(origin))
  if (formTarget !== undefined) schemes.add(new URL(formTarget).protocol)
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(acceptLink(theme.stylesheet) === undefined ? [] : [fontSources(theme)]),
    ...(hasScript || hasOwnScript ? [`script-src 'nonce-${nonce}'`] : []),
    ...(hasScript ? ["connect-src 'self'"] : []),
    `img-src ${[...images].join(' ')}`,
    `form-action 'self' ${[...schemes].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
