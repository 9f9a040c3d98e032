import { InvalidRedirect } from '../errors/runtime-errors.js'
import { parseUrl } from '../http/parse-url.js'
import { callbackUrlLimits } from '../model/callback-url-limits.js'
import type { PagesOptions } from '../model/options.js'
import type { Context } from './context.js'
import { isPlausible, isReadable, isRisky, schemeOf } from './risky-url.js'

declare const safe: unique symbol

/**
 * An absolute URL that a browser may be redirected to. Only this file creates one. A URL from the
 * visitor must be on this site, and a URL from one of the app's callbacks may be anywhere.
 */
export type SafeUrl = string & { readonly [safe]: true }

/** Query parameters. Undefined values are left out. */
export type UrlParams = Readonly<Record<string, string | undefined>>

/**
 * Returns where to redirect a visitor who asked for `callbackUrl`. The `redirect` callback decides.
 *
 * If `callbackUrl` is missing or malformed, the callback receives the base URL. If the callback
 * returns a malformed URL, the result is the base URL.
 */
export async function resolveRedirect(ctx: Context, callbackUrl: unknown): Promise<SafeUrl> {
  const { customRedirect } = ctx.config.callbacks
  const isClear = customRedirect ? isReadable : isPlausible
  const isGiven = typeof callbackUrl === 'string' && isClear(callbackUrl)
  const url = isGiven ? toCallbackParam(callbackUrl, ctx.origin) : ctx.origin
  return (await askRedirect(ctx, url)) ?? baseUrl(ctx)
}

/**
 * Resolves relative text such as `.evil.test`, because a callback that returns `baseUrl + url` would
 * extend the host with it. A path stays as it is, because callbacks look for its slash.
 */
function toCallbackParam(url: string, origin: string): string {
  if (url.startsWith('/') || schemeOf(url) !== undefined) return url
  return parseAppUrl(url, origin) ?? origin
}

/**
 * Returns the URL that the `signIn` callback returned. It may have any host, because the app wrote
 * it.
 */
export function signInAnswerUrl(ctx: Context, answer: string): SafeUrl {
  const url = parseAppUrl(answer, ctx.origin)
  if (url) return url
  ctx.log.error(new InvalidRedirect(explainAnswer('signIn')))
  return baseUrl(ctx)
}

function baseUrl({ origin }: Context): SafeUrl {
  return `${origin}/` as SafeUrl
}

/** Returns the URL of a provider's authorization endpoint as a safe URL. */
export function providerUrl(url: URL): SafeUrl {
  if (url.protocol === 'https:' || url.protocol === 'http:') return url.href as SafeUrl
  throw new TypeError(`Expected an http(s) address, got ${url.protocol}`)
}

/**
 * Returns the callback URL of the deployment that this redirect proxy serves, with the provider's
 * response.
 */
export function proxiedUrl(callback: string, response: URLSearchParams): SafeUrl {
  const url = new URL(callback)
  for (const [name, value] of response) url.searchParams.append(name, value)
  return providerUrl(url)
}

/** Returns the URL of an auth route, such as `signin`. */
export function routeUrl(ctx: Context, route: string, params: UrlParams = {}): SafeUrl {
  return build(`${ctx.origin}${ctx.config.basePath}/${route}`, params)
}

/** Returns the URL of the app's own page, or of the route that shows the built-in page. */
export function pageUrl(
  ctx: Context,
  page: keyof PagesOptions,
  route: string,
  params: UrlParams = {},
): SafeUrl {
  return customPageUrl(ctx, page, params) ?? routeUrl(ctx, route, params)
}

/** Returns the URL of the app's own page, if it has one. */
export function customPageUrl(
  ctx: Context,
  page: keyof PagesOptions,
  params: UrlParams,
): SafeUrl | undefined {
  const custom = ctx.config.pages[page]
  return custom === undefined ? undefined : build(new URL(custom, ctx.origin).href, params)
}

/**
 * Returns the URL of the sign-in page, with the path to return to as `callbackUrl`. The sign-in
 * page is `page`, the app's own page, or the built-in one, in this order.
 */
export function signInUrl(
  ctx: Context,
  callbackUrl: string | undefined,
  page: string | undefined = ctx.config.pages.signIn,
): SafeUrl {
  const base = page === undefined ? routeUrl(ctx, 'signin') : new URL(page, ctx.origin).href
  if (callbackUrl === undefined || callbackUrl.length > callbackUrlLimits.redirect) {
    return build(base, {})
  }
  // A page on another site needs the absolute URL to return to.
  const isElsewhere = new URL(base).origin !== ctx.origin
  return build(base, { callbackUrl: isElsewhere ? ctx.origin + callbackUrl : callbackUrl })
}

/**
 * Returns the result of the `redirect` callback if it is a valid URL. Only a custom callback may
 * leave the site.
 */
async function askRedirect(ctx: Context, url: string): Promise<SafeUrl | undefined> {
  const { redirect, customRedirect } = ctx.config.callbacks
  try {
    const answer = await redirect({ url, baseUrl: ctx.origin })
    const isCut = takesHostFrom(url, answer, ctx.origin)
    const target = isCut ? undefined : parseAppUrl(answer, ctx.origin)
    if (!target && customRedirect) throw new TypeError('Expected a URL or a path.')
    if (isLookalike(target, ctx.origin) && (await allowsLookalikes(ctx))) {
      throw new TypeError('Compare `new URL(url).origin` with `baseUrl`, not the first characters.')
    }
    return customRedirect || target?.startsWith(baseUrl(ctx)) ? target : undefined
  } catch (cause) {
    ctx.log.error(new InvalidRedirect(explainAnswer('redirect'), { cause }))
    return undefined
  }
}

/**
 * Whether the callback made a host out of text in the visitor's URL that is not its host. That happens
 * to `baseUrl + url` with `evil.test:/x`, and to `new URL(url).pathname` with `/.//evil.test`.
 */
function takesHostFrom(url: string, answer: unknown, origin: string): boolean {
  if (typeof answer !== 'string') return false
  // Parsers of URLs skip these characters.
  const text = answer.replaceAll(/^[\u0000-\u0020]+|[\t\n\r]/g, '')
  const rest = text.startsWith(origin)
    ? text.slice(origin.length)
    : /^[\\/]{2,}(.*)/.exec(text)?.[1]
  const [host = ''] = (rest ?? '').split(/[\\/?#]/)
  const asked = parseUrl(url, origin)?.href ?? ''
  // A form sends the callback's last answer back.
  if (host === '' || asked === parseUrl(answer, origin)?.href) return false
  // The callback may have read the host from the parsed URL.
  return url.includes(host) || asked.includes(host)
}

/** Whether a URL begins with our origin, but has another host, such as `https://app.test.evil.test`. */
function isLookalike(url: string | undefined, origin: string): boolean {
  return url?.startsWith(origin) === true && new URL(url).hostname !== new URL(origin).hostname
}

/**
 * Whether the callback allows every URL that begins with `baseUrl`. A callback with a list of hosts
 * does not allow a host that cannot exist.
 */
async function allowsLookalikes({ config, origin }: Context): Promise<boolean> {
  const url = `${origin}.invalid/`
  try {
    const answer = await config.callbacks.redirect({ url, baseUrl: origin })
    return parseUrl(answer, origin)?.host === new URL(url).host
  } catch {
    return false
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
    if (value !== undefined && !isTooLong(name, value)) url.searchParams.set(name, value)
  }
  return url.href as SafeUrl
}

/**
 * Whether a URL to return to would make a link so long that servers refuse it. Percent-encoding makes it up
 * to nine times as long. A stranger could otherwise use up the mails to an address with links that do not work.
 */
function isTooLong(name: string, value: string): boolean {
  if (name !== 'callbackUrl' || value.length * 9 <= callbackUrlLimits.link) return false
  return new URLSearchParams([[name, value]]).toString().length > callbackUrlLimits.link
}

function parseAppUrl(text: unknown, base: string): SafeUrl | undefined {
  const url = typeof text === 'string' ? parseUrl(text, base) : undefined
  if (!url || isRisky(url.protocol) || url.href.includes(' ')) return undefined
  // If code strips our origin from such a URL, a browser reads the rest as a URL with another host.
  const isAmbiguous = url.origin === base && url.pathname.startsWith('//')
  const hasPassword = url.username !== '' || url.password !== ''
  return isAmbiguous || hasPassword ? undefined : (url.href as SafeUrl)
}
