import { InvalidRedirect } from '../errors/runtime-errors.js'
import { parseUrl } from '../http/parse-url.js'
import type { PagesOptions } from '../model/options.js'
import type { Context } from './context.js'

declare const safe: unique symbol

/** An absolute http(s) URL to which a browser may be sent. Only this file makes one. */
export type SafeUrl = string & { readonly [safe]: true }

/** Query parameters; undefined ones are left out. */
export type UrlParams = Readonly<Record<string, string | undefined>>

const longestUrl = 8192

/**
 * Where someone who asked for `wanted` may be sent: what the `redirect` callback makes of it.
 *
 * Whatever is odd, in the wish or in the answer, leads to the base URL.
 */
export async function resolveRedirect(ctx: Context, wanted: unknown): Promise<SafeUrl> {
  const fallback = `${ctx.origin}/` as SafeUrl
  if (typeof wanted !== 'string' || !isPlausible(wanted)) return fallback
  const target = await askRedirect(ctx, wanted)
  return target ? (target.href as SafeUrl) : fallback
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
async function askRedirect(ctx: Context, url: string): Promise<URL | undefined> {
  const { redirect, customRedirect } = ctx.config.callbacks
  try {
    const target = parseHttpUrl(await redirect({ url, baseUrl: ctx.origin }), ctx.origin)
    if (!target && customRedirect) throw new TypeError('Expected an http(s) URL or a path.')
    return customRedirect || target?.origin === ctx.origin ? target : undefined
  } catch (cause) {
    ctx.log.error(new InvalidRedirect(explainRedirect, { cause }))
    return undefined
  }
}

const explainRedirect =
  'The `redirect` callback threw, or gave no address, so the base URL was used. ' +
  'Let it return a path or an http(s) URL.'

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

function parseHttpUrl(text: unknown, base: string): URL | undefined {
  const url = typeof text === 'string' ? parseUrl(text, base) : undefined
  if (!url) return undefined
  const isHttp = url.protocol === 'https:' || url.protocol === 'http:'
  // A path that begins with two slashes is a host to whoever cuts the origin off.
  const isOdd = url.username !== '' || url.password !== '' || url.pathname.startsWith('//')
  return isHttp && !isOdd ? url : undefined
}
