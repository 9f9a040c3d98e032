import { InvalidRedirect } from '../errors/runtime-errors.js'
import { parseUrl } from '../http/parse-url.js'
import type { PagesOptions } from '../model/options.js'
import type { Context } from './context.js'

declare const safe: unique symbol

/**
 * An absolute URL to which a browser may be sent. Only this file makes one: what a visitor sent gives
 * one of this site, what a callback of the application returned may be anywhere.
 */
export type SafeUrl = string & { readonly [safe]: true }

/** Query parameters; undefined ones are left out. */
export type UrlParams = Readonly<Record<string, string | undefined>>

const longestUrl = 8192

/**
 * Where a visitor who asked for `wanted` may be sent: what the `redirect` callback makes of it.
 *
 * If `wanted` is missing or odd, the callback is asked about the base URL. An odd answer leads there.
 */
export async function resolveRedirect(ctx: Context, wanted: unknown): Promise<SafeUrl> {
  const { customRedirect } = ctx.config.callbacks
  const isClear = customRedirect ? isReadable : isPlausible
  const url = typeof wanted === 'string' && isClear(wanted) ? wanted : ctx.origin
  return (await askRedirect(ctx, url)) ?? baseUrl(ctx)
}

/** The URL that the `signIn` callback returned. The application wrote it, so any host will do. */
export function signInAnswerUrl(ctx: Context, answer: string): SafeUrl {
  const url = parseAppUrl(answer, ctx.origin)
  if (url) return url
  ctx.log.error(new InvalidRedirect(explainAnswer('signIn')))
  return baseUrl(ctx)
}

function baseUrl({ origin }: Context): SafeUrl {
  return `${origin}/` as SafeUrl
}

/** The address of a provider's authorization endpoint. */
export function providerUrl(url: URL): SafeUrl {
  if (url.protocol === 'https:' || url.protocol === 'http:') return url.href as SafeUrl
  throw new TypeError(`Expected an http(s) address, got ${url.protocol}`)
}

/** The callback of a deployment for which this one stands in, with the response for it. */
export function proxiedUrl(callback: string, response: URLSearchParams): SafeUrl {
  const url = new URL(callback)
  for (const [name, value] of response) url.searchParams.append(name, value)
  return providerUrl(url)
}

/** The URL of one of our routes, such as `signin`. */
export function routeUrl(ctx: Context, route: string, params: UrlParams = {}): SafeUrl {
  return build(`${ctx.origin}${ctx.config.basePath}/${route}`, params)
}

/** The URL of a page: the application's own, or the route that shows the built-in one. */
export function pageUrl(
  ctx: Context,
  page: keyof PagesOptions,
  route: string,
  params: UrlParams = {},
): SafeUrl {
  return customPageUrl(ctx, page, params) ?? routeUrl(ctx, route, params)
}

/** The URL of the application's own page, when it has one. */
export function customPageUrl(
  ctx: Context,
  page: keyof PagesOptions,
  params: UrlParams,
): SafeUrl | undefined {
  const custom = ctx.config.pages[page]
  return custom === undefined ? undefined : build(new URL(custom, ctx.origin).href, params)
}

/**
 * The URL of the page that asks for a sign-in, with the way back to `path` on this site: `page`, the
 * application's own, or the route that shows the built-in one.
 */
export function signInUrl(
  ctx: Context,
  path: string | undefined,
  page: string | undefined = ctx.config.pages.signIn,
): SafeUrl {
  const base = page === undefined ? routeUrl(ctx, 'signin') : new URL(page, ctx.origin).href
  // Another site could not tell whose path it is.
  const isElsewhere = new URL(base).origin !== ctx.origin
  return build(base, { callbackUrl: path && (isElsewhere ? ctx.origin + path : path) })
}

/** What the `redirect` callback answers, if that is somewhere to go. Only a custom one may leave. */
async function askRedirect(ctx: Context, url: string): Promise<SafeUrl | undefined> {
  const { redirect, customRedirect } = ctx.config.callbacks
  try {
    const target = parseAppUrl(await redirect({ url, baseUrl: ctx.origin }), ctx.origin)
    if (!target && customRedirect) throw new TypeError('Expected a URL or a path.')
    return customRedirect || target?.startsWith(baseUrl(ctx)) ? target : undefined
  } catch (cause) {
    ctx.log.error(new InvalidRedirect(explainAnswer('redirect'), { cause }))
    return undefined
  }
}

function explainAnswer(callback: 'redirect' | 'signIn'): string {
  return (
    `The \`${callback}\` callback threw, or returned an invalid URL, so the base URL was used. ` +
    'Return a path, an http(s) URL without a password, or a URL of your own scheme.'
  )
}

function build(base: string, params: UrlParams): SafeUrl {
  const url = new URL(base)
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return url.href as SafeUrl
}

/** A path, or an http(s) URL, written without the tricks that parsers disagree about. */
function isPlausible(url: string): boolean {
  if (url.length > longestUrl || /[\u0000-\u0020\u007f\\]/.test(url)) return false
  return /^\/(?!\/)/.test(url) || /^https?:\/\/[^/]/i.test(url)
}

/** The same, or a relative URL, or one of another scheme: a custom callback decides about it. */
function isReadable(url: string): boolean {
  if (isPlausible(url)) return true
  if (url === '' || url.length > longestUrl || /^\/\/|[\u0000-\u0020\u007f\\]/.test(url))
    return false
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(url) ?? []
  return scheme === undefined || !isRisky(`${scheme.toLowerCase()}:`, webSchemes)
}

/** Schemes that run code, or show a document of the sender's, in the place of a page. */
const riskySchemes = [
  'javascript:',
  'vbscript:',
  'data:',
  'blob:',
  'filesystem:',
  'file:',
  'about:',
  'view-source:',
]
/** Risky in a text that {@link isPlausible} refuses: parsers disagree about its host. */
const webSchemes = ['http:', 'https:']

function isRisky(scheme: string, others: readonly string[] = []): boolean {
  return riskySchemes.includes(scheme) || others.includes(scheme)
}

function parseAppUrl(text: unknown, base: string): SafeUrl | undefined {
  const url = typeof text === 'string' ? parseUrl(text, base) : undefined
  if (!url || isRisky(url.protocol) || url.href.includes(' ')) return undefined
  // A path that begins with two slashes is a host to whoever cuts the origin off.
  const isOdd = url.username !== '' || url.password !== '' || url.pathname.startsWith('//')
  return isOdd ? undefined : (url.href as SafeUrl)
}
