import type { ResolvedCookies } from '../config/cookies.js'
import type { Log } from '../config/logger.js'
import type { ResolvedProvider } from '../config/providers.js'
import type { ResolvedConfig, SessionConfig } from '../config/resolved-config.js'
import { UntrustedHost } from '../errors/config-errors.js'
import { MisdirectedRequest } from '../errors/request-errors.js'
import type { BodyFields } from '../http/body.js'
import { resolveClientNetwork } from '../http/client-address.js'
import { resolveOrigin } from '../http/origin.js'
import type { RequestHead } from '../http/request-head.js'
import { createCookieJar, type CookieJar } from './cookie-jar.js'

/** One request, and all that is needed to answer it. */
export interface Context<C extends SessionConfig = SessionConfig> {
  /** A session asks for nothing behind the head. */
  readonly request: RequestHead
  readonly config: C
  readonly log: Log
  /** Seconds since the epoch; one moment for the whole request. */
  readonly now: number
  /** The same moment with its fraction of a second. */
  readonly startedAt: number
  /** Where the visitor sees us, such as `https://app.example`. Trusted. */
  readonly origin: string
  /** What our cookies are called at this origin. */
  readonly cookies: ResolvedCookies
  readonly jar: CookieJar
  /** Where the request comes from; undefined when it cannot be known. */
  readonly client: () => string | undefined
}

/** A request whose config knows the providers; for a session nobody asks for them. */
export interface SignInContext extends Context<ResolvedConfig> {
  readonly request: Request
}

/** A request that has reached one of our routes. */
export interface RouteContext extends SignInContext {
  readonly query: URLSearchParams
  /** The fields of a posted form; none for GET. */
  readonly fields: BodyFields
  /** The provider that the path names. */
  readonly provider: ResolvedProvider | undefined
}

/** What a server knows of a request besides the request. */
export interface Connection {
  /** The address at the other end of the connection. */
  readonly clientAddress?: string | undefined
}

/** Opens a request under a config. Throws when the config does not trust the host. */
export function openContext<C extends SessionConfig, R extends RequestHead>(
  request: R,
  config: C,
  { clientAddress }: Connection = {},
): Context<C> & { readonly request: R } {
  const { origin, trusted } = resolveOrigin(request, config.originPolicy)
  if (!trusted) throw distrust(origin, config)
  const startedAt = config.runtime.clock() / 1000
  return {
    request,
    config,
    log: config.log,
    now: Math.floor(startedAt),
    startedAt,
    origin,
    cookies: config.cookies(config.useSecureCookies ?? origin.startsWith('https:')),
    jar: createCookieJar(request.headers.get('cookie') ?? ''),
    // Only limits ask for it.
    client: () => resolveClientNetwork(request.headers, clientAddress, config.trustedProxies),
  }
}

/** With a list of origins another host is the visitor's mistake; without one, the config's. */
function distrust(origin: string, { originPolicy }: SessionConfig): Error {
  if (originPolicy.origins.length > 0) {
    return new MisdirectedRequest(
      `The request came for ${origin}, which is not in \`origin\`. Add it there if it is yours.`,
    )
  }
  return new UntrustedHost(
    `The request came for ${origin}, and the host is not trusted. Set AUTH_URL=${origin} (or the ` +
      'option `origin`), or `trustHost: true` if your platform sets the Host header safely.',
  )
}
