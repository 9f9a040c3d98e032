import type { ResolvedOAuthProvider } from '../config/oauth-provider.js'
import { isOAuth } from '../config/providers.js'
import type { ResolvedConfig } from '../config/resolved-config.js'
import { requireStore } from '../context/require-store.js'
import type { Connection, SignInContext } from '../context/context.js'
import { InvalidConfig } from '../errors/config-errors.js'
import { InvalidProvider, SessionRequired } from '../errors/request-errors.js'
import { JWTSessionError } from '../errors/runtime-errors.js'
import { loadTokens } from '../flows/tokens/load-tokens.js'
import type { UsableToken } from '../flows/tokens/provide-token.js'
import { applyCookies } from '../http/apply-cookies.js'
import type { Cookie } from '../http/cookie.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'
import { missingScopes } from '../model/split-scopes.js'
import type { AccessToken, AccessTokenOptions, AuthorizedFetchOptions } from '../model/tokens.js'
import { findProvider } from './find-provider.js'
import { requireCurrentUser } from '../flows/user/current-user.js'
import { strategyOf } from '../session/choose-strategy.js'
import { publicKeyOf } from '../session/session-token.js'
import { openCall, requireConfig } from './open-call.js'

/** Takes cookies. */
export interface CookieTaker {
  /**
   * Takes the cookies that your response must set. Needed with `keepTokens`, because a refresh
   * replaces the tokens in the cookie, and with a `jwt` callback and JWT sessions, because the
   * callback may change the session. The calls for Qwik set them by themselves.
   */
  readonly setCookies?: ((cookies: readonly Cookie[]) => void) | undefined
}

/**
 * Returns an access token of the signed-in user's account at a provider. If the token is about to
 * expire, it is refreshed first. However many requests and processes ask at once, the provider gets
 * one refresh request.
 *
 * Rejects with `SessionRequired` if the visitor is not signed in, with `ReauthRequired` if the user
 * has to sign in at the provider again, and with `TokenUnavailable` if the provider cannot be
 * reached. The adapter must have `listAccountsByUserId`, `leaseAccount` and `swapTokens`.
 *
 * Keep the token on the server. Do not return it from a loader.
 */
export async function getAccessToken<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  options: AccessTokenOptions & CookieTaker & Connection,
): Promise<AccessToken> {
  return findToken(request, given, options)
}

async function findToken<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  { clientAddress, waitUntil, ...options }: AccessTokenOptions & CookieTaker & Connection,
): Promise<UsableToken> {
  const ctx = openCall(request, given, { clientAddress, waitUntil })
  const provider = requireOAuthProvider(ctx.config, options)
  const { setCookies, ...wanted } = options
  if (!setCookies) requireNoCookies(ctx)
  try {
    await requireNotEndedByApp(ctx)
    return await findTokenOf(ctx, provider, wanted)
  } finally {
    const changes = ctx.jar.changes()
    if (changes.length > 0) setCookies?.(changes)
  }
}

/** Throws if the call may have to set a cookie. */
function requireNoCookies({ config }: SignInContext): void {
  const cure = 'pass a function `setCookies` that sets cookies in your response.'
  if (config.keepsTokens)
    throw new InvalidConfig(
      `With \`keepTokens\`, ${cure} Otherwise refreshed tokens would be lost.`,
    )
  if (asksApp(config))
    throw new InvalidConfig(
      `With a \`jwt\` callback, ${cure} Otherwise what the callback returns would be lost.`,
    )
}

/** Whether the app's callback decides if a session goes on. */
function asksApp({ callbacks, session }: ResolvedConfig): boolean {
  return callbacks.jwt !== undefined && session.strategy === 'jwt'
}

/**
 * Throws if the app's `jwt` callback ends the session, which may be its only way to do so. The session
 * is read as a whole, because the callback may also change its token.
 */
async function requireNotEndedByApp(ctx: SignInContext): Promise<void> {
  if (!asksApp(ctx.config)) return
  if (await strategyOf(ctx).read(ctx)) return
  throw ctx.notes.sessionError === undefined
    ? new SessionRequired('The visitor is not signed in.')
    : new JWTSessionError('A session could not be read.')
}

/** Without a database, the tokens are in a cookie. */
async function findTokenOf(
  ctx: SignInContext,
  provider: ResolvedOAuthProvider,
  options: AccessTokenOptions,
): Promise<UsableToken> {
  if (ctx.config.keepsTokens) return (await loadTokens()).findKeptToken(ctx, provider, options)
  requireStore(ctx)
  const { user, sessionKey } = await requireCurrentUser(ctx)
  if (ctx.config.audit && sessionKey) ctx.notes.sessionId = await publicKeyOf(sessionKey)
  const { findAccessToken } = await loadTokens()
  return findAccessToken(ctx, user, provider, options)
}

/**
 * Returns a `fetch` that calls a provider's API in the name of the signed-in user. It adds the access
 * token, and tries once more with a new one if the API answers 401. The token is sent to the given
 * origins only. A redirect to another origin is followed without it.
 *
 * The returned function rejects like {@link getAccessToken}, and with `InvalidTokenOrigin` for a URL
 * of another origin.
 */
export async function authorizedFetch<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  { origins, fetch: send = fetch, ...options }: AuthorizedFetchOptions & CookieTaker & Connection,
): Promise<typeof fetch> {
  requireOAuthProvider(requireConfig(given), options)
  const { withAccessToken } = await loadTokens()
  // A later call must not use the cookie that an earlier one has replaced.
  let current = request
  const { setCookies } = options
  const keepCookies =
    setCookies &&
    ((cookies: readonly Cookie[]): void => {
      current = applyCookies(current, cookies)
      setCookies(cookies)
    })
  return withAccessToken(
    origins,
    (rejected) => findToken(current, given, { ...options, setCookies: keepCookies, rejected }),
    send,
  )
}

/** Whether the user has granted all of these scopes, as far as the provider said. */
export function hasScope(
  { scope }: Pick<AccessToken, 'scope'>,
  ...scopes: readonly string[]
): boolean {
  return missingScopes(scope, scopes).length === 0
}

function requireOAuthProvider(
  config: ResolvedConfig,
  { provider: id }: Pick<AccessTokenOptions, 'provider'>,
): ResolvedOAuthProvider {
  const provider = findProvider(config, id)
  if (isOAuth(provider)) return provider
  throw new InvalidProvider(
    `The provider "${provider.id}" has no access tokens, because its type is "${provider.type}".`,
  )
}
