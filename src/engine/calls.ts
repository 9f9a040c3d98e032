import { isEmail, isOAuth, isWebAuthn } from '../config/providers.js'
import { sessionCookieHint } from '../config/build.js'
import { resolveConfig, resolveForSession } from '../config/resolve.js'
import type { SessionConfig } from '../config/resolved-config.js'
import { toBasePath } from '../config/validate.js'
import {
  openContext,
  type Connection,
  type Context,
  type SignInContext,
} from '../context/context.js'
import { logAuthentication } from '../context/log-authentication.js'
import { pageUrl, resolveRedirect, routeUrl, type SafeUrl } from '../context/redirects.js'
import { traitsOf, type TypedAuthError } from '../errors/auth-error.js'
import { InvalidProvider } from '../errors/request-errors.js'
import { credentialsCallback } from '../flows/credentials/credentials-callback.js'
import { emailStart } from '../flows/email/email-start.js'
import { credentialFields, valuesToHide } from '../flows/form-fields.js'
import { loadOAuth } from '../flows/oauth/load-oauth.js'
import { signOut as endSession } from '../flows/sign-out.js'
import type { BodyFields } from '../http/body.js'
import type { Cookie } from '../http/cookie.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession, Session, TokenSet } from '../model/records.js'
import { strategyOf } from '../session/choose-strategy.js'
import type { SessionStrategy } from '../session/strategy.js'
import { refuseForeignChange, requireOwnOrigin } from './guard.js'
import { parseRoutePath } from './match.js'
import { reportError } from './report-error.js'

/** What a call found out, and the cookies that the answer to the browser must set. */
export interface CallResult<T> {
  readonly data: T
  readonly cookies: readonly Cookie[]
}

/** A sign-in that someone asked for. */
export interface SignInCall {
  /** Id of the provider; without one the sign-in page asks. */
  readonly providerId?: string | undefined
  /** Where to go afterwards. */
  readonly redirectTo?: string | undefined
  /** What the person typed. */
  readonly fields?: BodyFields | undefined
  /** Added to the authorization request of an oauth or oidc provider. */
  readonly authorizationParams?: Iterable<readonly [string, string]> | undefined
  /** Whether the account is to be linked to whoever is signed in, rather than signed in with. */
  readonly link?: boolean | undefined
  /** The address at the other end of the connection, which limits go by. */
  readonly clientAddress?: string | undefined
}

/** A sign-out that someone asked for. */
export interface SignOutCall {
  /** Where to go afterwards. */
  readonly redirectTo?: string | undefined
  /** Whether all sessions of the user end, on other devices too. Needs an adapter. */
  readonly everywhere?: boolean | undefined
}

/** A sign-in or sign-out that went well, or why it did not. */
export type CallOutcome<S extends DefaultSession = Session> =
  | {
      readonly ok: true
      /** Where the browser goes now. */
      readonly target: Target
      /** The session after the call. */
      readonly session: S | null
    }
  | {
      readonly ok: false
      readonly error: TypedAuthError
      /** The page on which the person learns of it; without one, the form says it. */
      readonly target: Target | undefined
    }

/** Somewhere that a browser may be sent to. */
export interface Target {
  /** Absolute. */
  readonly url: string
  /** The same within this site; undefined when it is another one. */
  readonly path: string | undefined
}

/**
 * The session that a request carries, refreshed when it is due; `null` when there is none.
 *
 * Never rejects: whatever goes wrong is logged and means no session.
 */
export function readSession<S extends DefaultSession = Session>(
  request: Request,
  given: AuthConfig<S>,
): Promise<CallResult<S | null>> {
  const { config } = resolveForSession(given)
  if (!config || !hasCookie(request, config.sessionCookieHint)) return promisedNoSession
  return runSessionCall<S>(request, config, (ctx) => strategyOf(ctx).read(ctx))
}

/**
 * Puts `data` to the callbacks as the client's wish to change its session. Never rejects.
 *
 * Changes nothing, and gives `null`, when another site made the browser send the request; a link that
 * was followed from there is no such request.
 */
export async function updateSession<S extends DefaultSession = Session>(
  request: Request,
  given: AuthConfig<S>,
  data: unknown,
): Promise<CallResult<S | null>> {
  const { config } = resolveForSession(given)
  if (!config) return noSession
  return runSessionCall<S>(request, config, (ctx) => {
    refuseForeignChange(ctx)
    return strategyOf(ctx).update(ctx, data)
  })
}

/**
 * Signs someone in, on behalf of a form of the application's own. Never rejects.
 *
 * The request must be one that the browser says this site has sent.
 */
export async function signIn<S extends DefaultSession = Session>(
  request: Request,
  given: AuthConfig<S>,
  call: SignInCall,
): Promise<CallResult<CallOutcome<S>>> {
  const { fields: credentials = {}, redirectTo: wantedUrl } = call
  const { clientAddress } = call
  const arrival = { fields: credentials, clientAddress, providerId: call.providerId }
  return act<S>(request, given, arrival, async (ctx) => {
    if (call.providerId === undefined) {
      return routeUrl(ctx, 'signin', { callbackUrl: await resolveRedirect(ctx, wantedUrl) })
    }
    const provider = ctx.config.providers.get(call.providerId)
    if (!provider) throw new InvalidProvider(`There is no provider "${call.providerId}".`)
    if (isOAuth(provider)) {
      const authorizationParams = call.authorizationParams ?? []
      const link = call.link ?? false
      const { oauthStart } = await loadOAuth()
      return (await oauthStart(ctx, { provider, wantedUrl, link, authorizationParams })).to
    }
    if (isEmail(provider)) {
      return (await emailStart(ctx, { provider, enteredAddress: credentials['email'], wantedUrl }))
        .to
    }
    if (isWebAuthn(provider)) {
      // An authenticator speaks to a page only: ours, or the one that the application has.
      const callbackUrl = await resolveRedirect(ctx, wantedUrl)
      return pageUrl(ctx, 'signIn', `signin/${provider.id}`, { callbackUrl })
    }
    const attempt = { provider, credentials: credentialFields(credentials), wantedUrl, request }
    return (await credentialsCallback(ctx, attempt)).to
  })
}

/**
 * Signs out, on behalf of a form of the application's own. Never rejects.
 *
 * The request must be one that the browser says this site has sent.
 */
export async function signOut<S extends DefaultSession = Session>(
  request: Request,
  given: AuthConfig<S>,
  call: SignOutCall = {},
): Promise<CallResult<CallOutcome<S>>> {
  const scope = call.everywhere ? 'everywhere' : 'here'
  return act<S>(request, given, { fields: {} }, async (ctx) => {
    return (await endSession(ctx, { wantedUrl: call.redirectTo, scope })).to
  })
}

/**
 * New tokens for those of an account, from the provider that issued them. Rejects when the provider
 * refuses, or when a new ID token speaks of somebody else.
 *
 * Parallel calls with one refresh token share one request.
 */
export async function refreshTokens<S extends DefaultSession>(
  given: AuthConfig<S>,
  account: TokenSet & { readonly provider: string },
): Promise<TokenSet> {
  const { config, mistake } = resolveConfig(given)
  if (!config) throw mistake
  const provider = config.providers.get(account.provider)
  if (!provider || !isOAuth(provider)) {
    throw new InvalidProvider(`There is no oauth or oidc provider "${account.provider}".`)
  }
  const oauth = await loadOAuth()
  return oauth.refreshTokens(provider.party, account)
}

/** Whether a path is one of our routes under this config, whatever the method. */
export function isAuthRoute<S extends DefaultSession>(
  pathname: string,
  given: AuthConfig<S>,
): boolean {
  // Whatever else is wrong with a config, its routes answer where it wants them.
  return parseRoutePath(pathname, toBasePath(given.basePath)) !== undefined
}

/** Whether the answer to a request may depend on a session; only then is there anything to read. */
export function mayCarrySession<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
): boolean {
  // Most visitors are nobody: their pages do not pay for the config.
  if (!hasCookie(request, sessionCookieHint(given))) return false
  return resolveForSession(given).config !== undefined
}

const noSession: CallResult<null> = Object.freeze({ data: null, cookies: Object.freeze([]) })
/** Most visitors are nobody: their answer is made once. */
const promisedNoSession = Promise.resolve(noSession)

function hasCookie(request: Request, name: string): boolean {
  return request.headers.get('cookie')?.includes(name) ?? false
}

async function runSessionCall<S extends DefaultSession>(
  request: Request,
  config: SessionConfig,
  ask: (ctx: Context) => ReturnType<SessionStrategy['read']>,
): Promise<CallResult<S | null>> {
  try {
    const ctx = openContext(request, config)
    const asked = ask(ctx)
    // What the strategy gives is what this config's `session` callback returned.
    const session = (asked instanceof Promise ? await asked : asked) as S | null
    return { data: session, cookies: ctx.jar.changes() }
  } catch (thrown) {
    reportError(config.log, thrown)
    return noSession
  }
}

/** What a call brings besides its request. */
interface CallArrival extends Connection {
  readonly fields: BodyFields
  /** The provider that someone signs in with. */
  readonly providerId?: string | undefined
}

async function act<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  { fields, clientAddress, providerId: provider }: CallArrival,
  run: (ctx: SignInContext) => Promise<SafeUrl>,
): Promise<CallResult<CallOutcome<S>>> {
  const { config, mistake } = resolveConfig(given)
  if (!config) return { data: { ok: false, error: mistake, target: undefined }, cookies: [] }
  const log = config.log.hiding(valuesToHide(request, fields))
  let ctx: SignInContext | undefined
  try {
    ctx = { ...openContext(request, config, { clientAddress }), log }
    requireOwnOrigin(ctx)
    const url = await run(ctx)
    const session = (await strategyOf(ctx).read(ctx)) as S | null
    return { data: { ok: true, target: targetAt(ctx, url), session }, cookies: ctx.jar.changes() }
  } catch (thrown) {
    const error = reportError(log, thrown)
    if (provider !== undefined) logAuthentication({ log }, { provider, outcome: error.type })
    const target = ctx && errorTarget(ctx, error)
    return { data: { ok: false, error, target }, cookies: ctx?.jar.changes() ?? [] }
  }
}

function errorTarget(ctx: Context, error: TypedAuthError): Target | undefined {
  const { page, visible } = traitsOf(error)
  if (page !== 'error') return undefined
  const type = visible ? error.type : 'Configuration'
  return targetAt(ctx, pageUrl(ctx, 'error', 'error', { error: type }))
}

/** A URL as somewhere to send a browser. */
export function targetAt(ctx: Context, url: SafeUrl): Target {
  return { url, path: url.startsWith(`${ctx.origin}/`) ? url.slice(ctx.origin.length) : undefined }
}
