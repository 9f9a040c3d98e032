import { InvalidCookieOptions } from '../errors/config-errors.js'
import { cookieProblem, type CookieAttributes } from '../http/cookie.js'
import type { CookieOption, CookiesOptions, Overrides } from '../model/options.js'

/** The name and attributes of a cookie that the library sets. */
export interface ResolvedCookie {
  readonly name: string
  /** Older names of the same cookie. They are still read but never written. */
  readonly formerNames: readonly string[]
  readonly attributes: CookieAttributes
}

/** The cookies of one deployment, either for http or for https. */
export interface ResolvedCookies {
  readonly sessionToken: ResolvedCookie
  readonly csrfToken: ResolvedCookie
  /** A name prefix. Each sign-in attempt appends its id. */
  readonly attempt: ResolvedCookie
  /** Which provider and user name were last used to sign in with this browser. */
  readonly lastSignIn: ResolvedCookie
  /** A name prefix. Each ceremony appends its challenge. */
  readonly webauthnChallenge: ResolvedCookie
}

/** Keys of the option `cookies` whose cookies this version does not use. */
export const cookiesWithoutEffect: readonly (keyof CookiesOptions)[] = [
  'callbackUrl',
  'pkceCodeVerifier',
  'state',
  'nonce',
]

export function resolveCookies(
  overrides: Overrides<CookiesOptions> | undefined,
  secure: boolean,
): ResolvedCookies {
  return {
    sessionToken: resolveCookie('authjs.session-token', overrides?.sessionToken, secure),
    csrfToken: resolveCookie('authjs.csrf-token', overrides?.csrfToken, secure),
    attempt: resolveCookie('authjs.attempt', overrides?.attempt, secure),
    lastSignIn: resolveCookie('authjs.last-sign-in', overrides?.lastSignIn, secure),
    webauthnChallenge: resolveCookie('authjs.challenge', overrides?.webauthnChallenge, secure),
  }
}

function resolveCookie(
  baseName: string,
  override: CookieOption | undefined,
  secure: boolean,
): ResolvedCookie {
  if (override?.options?.encode !== undefined) {
    throw new InvalidCookieOptions(
      `The option \`encode\` of the cookie "${override.name ?? baseName}" is not supported, because values are always percent-encoded. Remove it from the option \`cookies\`.`,
    )
  }
  const attributes = resolveAttributes(override?.options, secure)
  const names = override?.name ? [override.name] : namesFor(baseName, attributes)
  const [name = baseName, ...formerNames] = names
  const problem = cookieProblem(name, attributes)
  if (problem) throw new InvalidCookieOptions(`${problem} Change it in the option \`cookies\`.`)
  return { name, formerNames, attributes }
}

/**
 * The strongest prefix that the attributes allow, followed by the weaker one that Auth.js writes.
 */
function namesFor(baseName: string, attributes: CookieAttributes): readonly string[] {
  if (!attributes.secure) return [baseName]
  const hostOnly = attributes.path === '/' && attributes.domain === undefined
  return hostOnly ? [`__Host-${baseName}`, `__Secure-${baseName}`] : [`__Secure-${baseName}`]
}

function resolveAttributes(given: CookieOption['options'], secure: boolean): CookieAttributes {
  return {
    // Omitted unless set, because these attributes override the lifetime that the library chooses.
    ...(given?.maxAge !== undefined && { maxAge: given.maxAge }),
    ...(given?.expires !== undefined && { expires: given.expires }),
    httpOnly: given?.httpOnly ?? true,
    secure: given?.secure ?? secure,
    path: given?.path ?? '/',
    sameSite: resolveSameSite(given?.sameSite),
    domain: given?.domain,
    partitioned: given?.partitioned,
    priority: given?.priority,
  }
}

function resolveSameSite(
  given: boolean | 'lax' | 'strict' | 'none' | undefined,
): 'lax' | 'strict' | 'none' {
  if (given === true) return 'strict'
  return given || 'lax'
}
