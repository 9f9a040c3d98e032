import { MissingSecret } from '../errors/config-errors.js'
import { joinChunks } from '../http/chunks.js'
import { boundCookies, readCookie } from '../http/cookie.js'
import type { JWTOptions } from '../model/options.js'
import type { JWT } from '../model/records.js'
import { isOurs, isTooOld } from './session-start.js'
import { decode } from './token.js'

/** Parameters of {@link getToken}. */
export interface GetTokenParams {
  /** The request, or any object that has its headers. */
  readonly req: { readonly headers: Headers | Readonly<Record<string, string | undefined>> }
  readonly secret?: string | string[] | undefined
  /** Whether the app runs on https, which changes the cookie's name. Default: `false`. */
  readonly secureCookie?: boolean | undefined
  /** Default: the session cookie's name for `secureCookie`. */
  readonly cookieName?: string | undefined
  /** Default: the name of the cookie that was found. */
  readonly salt?: string | undefined
  /** Returns the token itself without decoding it. Default: `false`. */
  readonly raw?: boolean | undefined
  /** The counterpart of a custom `jwt.encode`. */
  readonly decode?: JWTOptions['decode'] | undefined
  /** Seconds after which a session ends, even if it was renewed. Default: one year. */
  readonly absoluteMaxAge?: number | undefined
}

/**
 * Returns the claims of the session token that a request carries in its cookie or as a Bearer
 * token.
 *
 * Returns `null` if the token is missing or not valid, or if the session is older than
 * `absoluteMaxAge`. It runs no callback and refreshes no cookie.
 *
 * It does not query the database, so a revoked session stays valid until its token expires. If that
 * matters, use `readSession` from `latchkey/core`.
 *
 * @example
 * ```ts
 * import { getToken } from 'latchkey/jwt'
 *
 * export async function readUserId(request: Request): Promise<string | undefined> {
 *   const claims = await getToken({
 *     req: request,
 *     secret: process.env['AUTH_SECRET'],
 *     secureCookie: true,
 *   })
 *   return claims?.sub
 * }
 * ```
 */
export function getToken(params: GetTokenParams & { readonly raw: true }): Promise<string | null>
export function getToken(params: GetTokenParams): Promise<JWT | null>
export async function getToken(params: GetTokenParams): Promise<JWT | string | null> {
  const bearer = findBearer(params)
  const inCookies = findInCookies(params)
  const found = inCookies.length > 0 || !bearer ? inCookies : [bearer]
  if (params.raw) return found[0]?.value ?? null
  if (found.length === 0) return null
  if (!params.secret?.length) throw new MissingSecret('Expected `secret`, but none was given.')
  let newest: JWT | null = null
  for (const token of found) {
    const claims = await openToken(token, params.secret, params)
    // A browser has two cookies if the app went back to Auth.js for a while.
    if (claims && (!newest || (claims.iat ?? 0) > (newest.iat ?? 0))) newest = claims
  }
  return newest
}

async function openToken(
  found: FoundToken,
  secret: string | string[],
  params: GetTokenParams,
): Promise<JWT | null> {
  try {
    const claims = await (params.decode ?? decode)({
      token: found.value,
      secret,
      salt: params.salt ?? found.name,
    })
    return claims && isAcceptable(claims, found, params) ? claims : null
  } catch {
    return null
  }
}

/**
 * A sibling subdomain can set a cookie with a former name, so no token of ours is accepted there.
 */
function isAcceptable(
  claims: JWT,
  { isFormer }: FoundToken,
  { absoluteMaxAge = oneYear }: GetTokenParams,
): boolean {
  const isMisplaced = isFormer && isOurs(claims)
  return !isMisplaced && !isTooOld(claims, absoluteMaxAge, Math.floor(Date.now() / 1000))
}

const oneYear = 365 * 24 * 60 * 60

interface FoundToken {
  readonly value: string
  readonly name: string
  /** Whether the cookie has a name that Latchkey no longer writes. */
  readonly isFormer: boolean
}

/** Returns the tokens of all session cookies, the one with the current name first. */
function findInCookies(params: GetTokenParams): readonly FoundToken[] {
  const header = boundCookies(readHeader(params, 'cookie') ?? '')
  const names = cookieNames(params)
  const found: FoundToken[] = []
  for (const name of names) {
    const value = joinChunks((chunkName) => readCookie(header, chunkName), name)
    if (value) found.push({ value, name, isFormer: name !== names[0] })
  }
  return found
}

function findBearer(params: GetTokenParams): FoundToken | undefined {
  const [scheme, value, ...rest] = readHeader(params, 'authorization')?.split(' ') ?? []
  const [name] = cookieNames(params)
  if (scheme !== 'Bearer' || !value || rest.length > 0) return undefined
  return { value, name, isFormer: false }
}

function cookieNames({ cookieName, secureCookie }: GetTokenParams): readonly [string, ...string[]] {
  if (cookieName) return [cookieName]
  const base = 'authjs.session-token'
  return secureCookie ? [`__Host-${base}`, `__Secure-${base}`] : [base]
}

function readHeader({ req }: GetTokenParams, name: string): string | null | undefined {
  const { headers } = req
  if (headers instanceof Headers) return headers.get(name)
  const found = Object.keys(headers).find((key) => key.toLowerCase() === name)
  return found === undefined ? undefined : headers[found]
}
