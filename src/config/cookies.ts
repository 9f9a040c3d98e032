import { InvalidCookieOptions } from '../errors/config-errors.js'
import { cookieProblem, type CookieAttributes } from '../http/cookie.js'
import type { Compatibility } from '../model/compatibility.js'
import type { CookieOption, CookiesOptions, Overrides } from '../model/options.js'

/** The name and attributes of a cookie that the library sets. */
export interface ResolvedCookie {
  readonly name: string
  /** The name, and former names of the same cookie, which are still read but never written. */
  readonly names: readonly string[]
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
  /** The cookies of a sign-in that Auth.js started. Undefined without `compatibility`. */
  readonly authJsAttempt: AuthJsAttemptCookies | undefined
}

/** The cookies in which Auth.js stores a sign-in, one for each value. */
export interface AuthJsAttemptCookies {
  readonly callbackUrl: ResolvedCookie
  readonly pkceCodeVerifier: ResolvedCookie
  readonly state: ResolvedCookie
  readonly nonce: ResolvedCookie
}

/** Keys of the option `cookies` whose cookies are used only beside servers with Auth.js. */
export const cookiesWithoutEffect: readonly (keyof AuthJsAttemptCookies)[] = [
  'callbackUrl',
  'pkceCodeVerifier',
  'state',
  'nonce',
]

export function resolveCookies(
  overrides: Overrides<CookiesOptions> | undefined,
  secure: boolean,
  compatibility?: Compatibility,
): ResolvedCookies {
  const resolve = (name: string, key: keyof CookiesOptions, namesFor = ownNames): ResolvedCookie =>
    resolveCookie(name, overrides?.[key], secure, namesFor)
  const isBesideAuthJs = compatibility === 'authjs'
  return {
    sessionToken: resolve(
      'authjs.session-token',
      'sessionToken',
      withoutPrefix(isBesideAuthJs ? authJsNames : ownNames),
    ),
    csrfToken: resolve('authjs.csrf-token', 'csrfToken'),
    attempt: resolve('authjs.attempt', 'attempt'),
    lastSignIn: resolve('authjs.last-sign-in', 'lastSignIn'),
    webauthnChallenge: resolve('authjs.challenge', 'webauthnChallenge'),
    authJsAttempt: isBesideAuthJs
      ? {
          callbackUrl: resolve('authjs.callback-url', 'callbackUrl', authJsNames),
          pkceCodeVerifier: resolve('authjs.pkce.code_verifier', 'pkceCodeVerifier', authJsNames),
          state: resolve('authjs.state', 'state', authJsNames),
          nonce: resolve('authjs.nonce', 'nonce', authJsNames),
        }
      : undefined,
  }
}

type NamesFor = (baseName: string, attributes: CookieAttributes) => readonly string[]

function resolveCookie(
  baseName: string,
  override: CookieOption | undefined,
  secure: boolean,
  namesFor: NamesFor,
): ResolvedCookie {
  if (override?.options?.encode !== undefined) {
    throw new InvalidCookieOptions(
      `The option \`encode\` of the cookie "${override.name ?? baseName}" is not supported, because values are always percent-encoded. Remove it from the option \`cookies\`.`,
    )
  }
  const attributes = resolveAttributes(override?.options, secure)
  const names = override?.name ? [override.name] : namesFor(baseName, attributes)
  const [name = baseName] = names
  const problem = cookieProblem(name, attributes)
  if (problem) throw new InvalidCookieOptions(`${problem} Change it in the option \`cookies\`.`)
  return { name, names, attributes }
}

/**
 * The strongest prefix that the attributes allow, followed by the weaker one that Auth.js writes.
 */
function ownNames(baseName: string, attributes: CookieAttributes): readonly string[] {
  if (!attributes.secure) return [baseName]
  const hostOnly = attributes.path === '/' && attributes.domain === undefined
  return hostOnly ? [`__Host-${baseName}`, `__Secure-${baseName}`] : [`__Secure-${baseName}`]
}

/** The same names with the one that Auth.js writes and reads first. */
function authJsNames(baseName: string, attributes: CookieAttributes): readonly string[] {
  return [...ownNames(baseName, attributes)].reverse()
}

/**
 * The same names, and last the one without a prefix. Auth.js behind a proxy that ends TLS sees requests
 * by http and writes that one.
 */
function withoutPrefix(namesFor: NamesFor): NamesFor {
  return (baseName, attributes) => {
    const names = namesFor(baseName, attributes)
    return names.includes(baseName) ? names : [...names, baseName]
  }
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
