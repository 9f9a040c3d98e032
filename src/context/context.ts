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
import type { EnteredNames } from '../model/entered-names.js'
import { createCookieJar, type CookieJar } from './cookie-jar.js'

/** One request, and everything that is needed to answer it. */
export interface Context<C extends SessionConfig = SessionConfig> {
  /** Reading a session needs only the method, URL and headers. */
  readonly request: RequestHead
  readonly config: C
  readonly log: Log
  /** Seconds since the epoch. The value stays the same for the whole request. */
  readonly now: number
  /** The same moment, with its fraction of a second. */
  readonly startedAt: number
  /** The origin that the visitor sees, such as `https://app.example`. It is validated. */
  readonly origin: string
  /** The names and attributes of the library's cookies at this origin. */
  readonly cookies: ResolvedCookies
  readonly jar: CookieJar
  /** Returns the client's network address. Undefined if it cannot be determined. */
  readonly client: () => string | undefined
  /** What flows note about the request, for the audit trail and telemetry. */
  readonly notes: RequestNotes
  /** Keeps the process alive for work that the response does not wait for. */
  readonly waitUntil: Connection['waitUntil']
}

/** What is known about a request so far. */
export interface RequestNotes {
  /** The user whom the request is about. */
  userId: string | undefined
  /** The public id of the session that the request continues. */
  sessionId?: string | undefined
  /** Why the session could not be read: the type of the error. */
  sessionError: string | undefined
  /** The keys of the sessions that this request has replaced. */
  readonly replacedSessions: Set<string>
  /** The names that the visitor entered in a sign-in form. */
  entered?: EnteredNames | undefined
}

/** A request with a config that contains the providers. Session calls do not need them. */
export interface SignInContext extends Context<ResolvedConfig> {
  readonly request: Request
}

/** A request that matches one of the auth routes. */
export interface RouteContext extends SignInContext {
  readonly query: URLSearchParams
  /** The fields of a posted form. Empty for GET. */
  readonly fields: BodyFields
  /** The page that the visitor wants to open next. It is not validated. */
  readonly callbackUrl: unknown
  /** Parameters that the app adds to the authorization request. */
  readonly authorizationParams: Iterable<readonly [string, string]>
  /** The provider that the path names. */
  readonly provider: ResolvedProvider | undefined
  /** Whether the app's own code runs this route, and not a visitor's request to its path. */
  readonly isCall: boolean
}

/** What the server knows about a request in addition to the `Request` object. */
export interface Connection {
  /** The client's IP address, as the server sees it. Rate limits count attempts per address. */
  readonly clientAddress?: string | undefined
  /**
   * Keeps the process alive until a promise settles, on platforms that end it after the response.
   * The mails about passwords are sent after the response.
   */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined
}

/** Creates the context for a request. Throws if the config does not trust the host. */
export function openContext<C extends SessionConfig, R extends RequestHead>(
  request: R,
  config: C,
  { clientAddress, waitUntil }: Connection = {},
  cookieHeader: string = request.headers.get('cookie') ?? '',
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
    jar: createCookieJar(cookieHeader),
    // Computed on demand, because only rate limits need it.
    client: () => resolveClientNetwork(request.headers, clientAddress, config.trustedProxies),
    notes: { userId: undefined, sessionError: undefined, replacedSessions: new Set() },
    waitUntil,
  }
}

/**
 * If the config lists origins, an unknown host is the client's mistake. If not, the config is
 * incomplete.
 */
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
