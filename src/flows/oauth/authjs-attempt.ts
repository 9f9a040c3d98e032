import type { AuthJsAttemptCookies, ResolvedCookie } from '../../config/cookies.js'
import type { ResolvedOAuthProvider } from '../../config/oauth-provider.js'
import type { Context } from '../../context/context.js'
import { resolveRedirect } from '../../context/redirects.js'
import { equalInConstantTime } from '../../crypto/equal.js'
import { longestCookieValue } from '../../http/chunks.js'
import type { CookieAttributes } from '../../http/cookie.js'
import type { JWT } from '../../model/records.js'
import { attemptLifetime, toSeconds, type Attempt } from '../../oauth/attempt.js'
import { loadServer } from '../../oauth/server.js'
import { openClaims, sealClaims } from '../../session/token.js'
import { redirectUri } from './redirect-proxy.js'

/** The claim that holds the attempt's `max_age` in the cookies that we write for Auth.js. */
const maxAgeClaim = 'max_age'

/** Stores an attempt as Auth.js does too, so that a server with Auth.js can complete it. */
export async function keepAuthJsAttempt(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  { state, nonce, codeVerifier, callbackUrl, maxAge }: Attempt,
): Promise<void> {
  const cookies = ctx.cookies.authJsAttempt
  if (!cookies) return
  const crossSite: CookieAttributes = provider.isPostedBack
    ? { sameSite: 'none', secure: true }
    : {}
  const values = { state, nonce, pkceCodeVerifier: codeVerifier }
  for (const [key, value] of Object.entries(values)) {
    const { name, attributes } = cookies[key as keyof typeof values]
    if (value === undefined) continue
    // Auth.js ignores the third claim. Without it, deleting our own cookie would lift the limit.
    const claims = { value, provider: provider.id, [maxAgeClaim]: maxAge }
    const exp = ctx.now + attemptLifetime
    const sealed = await sealClaims(claims, ctx.config.jwt.secrets, name, exp, ctx.now)
    ctx.jar.set(name, sealed, { maxAge: attemptLifetime, ...attributes, ...crossSite })
  }
  const { name, attributes } = cookies.callbackUrl
  const target = await resolveRedirect(ctx, callbackUrl)
  // A browser keeps the URL of an earlier sign-in if it refuses a cookie that is too large.
  const fits = encodeURIComponent(target).length <= longestCookieValue
  const kept = fits ? target : await resolveRedirect(ctx, undefined)
  ctx.jar.set(name, kept, { ...attributes, ...crossSite })
}

/** Deletes the cookies of {@link keepAuthJsAttempt}. */
export function dropAuthJsAttempt(ctx: Context): void {
  const { pkceCodeVerifier, state, nonce } = ctx.cookies.authJsAttempt ?? {}
  for (const cookie of [pkceCodeVerifier, state, nonce]) {
    if (cookie) ctx.jar.delete(cookie.name, cookie.attributes)
  }
}

/**
 * Returns the attempt that Auth.js started in this browser at this provider, and deletes its
 * cookies.
 *
 * Auth.js does not store the issuer, and may have sent no `state`. The attempt is therefore accepted
 * only if every check that Auth.js makes for this provider passes, and there is at least one.
 */
export async function takeAuthJsAttempt(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  claimedState: string | undefined,
): Promise<Attempt | undefined> {
  const cookies = ctx.cookies.authJsAttempt
  if (!cookies) return undefined
  const found = await openAll(ctx, provider, cookies)
  dropAuthJsAttempt(ctx)
  const required = provider.authJsChecks.map((check) => found[check])
  const [first] = required
  if (!first || required.includes(undefined)) return undefined
  // We send a `state` where Auth.js does not. If the attempt is ours, its `state` must come back.
  const isOurs = found.state?.isNamed === true && found.state.startedAt >= first.startedAt
  const isChecked = isOurs || provider.authJsChecks.includes('state')
  const isSame = equalInConstantTime(found.state?.value ?? '', claimedState ?? '')
  if (isChecked ? !isSame : claimedState !== undefined) return undefined
  return {
    id: '',
    providerId: provider.id,
    issuer: (await loadServer(provider.party)).issuer,
    startedAt: first.startedAt,
    redirectUri: redirectUri(ctx, provider),
    state: isChecked ? found.state?.value : undefined,
    nonce: provider.authJsChecks.includes('nonce') ? found.nonce?.value : undefined,
    codeVerifier: provider.authJsChecks.includes('pkce') ? found.pkce?.value : undefined,
    maxAge: shortestMaxAge(provider, found),
    callbackUrl: ctx.jar.get(cookies.callbackUrl.name),
    linkTo: undefined,
    confirms: undefined,
  }
}

/**
 * Auth.js sends the `max_age` of the config, but it does not store what a single sign-in asked for.
 */
function shortestMaxAge(
  { party }: ResolvedOAuthProvider,
  found: Readonly<Record<string, StoredCheck | undefined>>,
): number | undefined {
  const stored = Object.values(found).map((check) => check?.maxAge)
  const limits = [toSeconds(party.authorization.params['max_age']), ...stored]
  const known = limits.filter((limit) => limit !== undefined)
  return known.length > 0 ? Math.min(...known) : undefined
}

/** A value that Auth.js stored for this provider. */
interface StoredCheck {
  readonly value: string
  /** Whether the cookie names the provider. Auth.js before 0.41.3 did not name it. */
  readonly isNamed: boolean
  /** Undefined unless we wrote the cookie. */
  readonly maxAge: number | undefined
  /** Seconds since the epoch. */
  readonly startedAt: number
}

async function openAll(
  ctx: Context,
  { id }: ResolvedOAuthProvider,
  { pkceCodeVerifier, state, nonce }: AuthJsAttemptCookies,
): Promise<Record<'pkce' | 'state' | 'nonce', StoredCheck | undefined>> {
  return {
    pkce: await openCheck(ctx, pkceCodeVerifier, id),
    state: await openCheck(ctx, state, id),
    nonce: await openCheck(ctx, nonce, id),
  }
}

async function openCheck(
  ctx: Context,
  { name }: ResolvedCookie,
  providerId: string,
): Promise<StoredCheck | undefined> {
  const sealed = ctx.jar.get(name)
  if (sealed === undefined) return undefined
  const opened = await openClaims(sealed, ctx.config.jwt.secrets, name, ctx.now)
  const { value, provider, iat, [maxAgeClaim]: limit }: JWT = opened?.claims ?? {}
  const isNamed = provider !== undefined
  const isForeign = isNamed && provider !== providerId
  if (typeof value !== 'string' || value === '' || isForeign) return undefined
  const maxAge = typeof limit === 'number' ? limit : undefined
  return { value, isNamed, startedAt: iat ?? 0, maxAge }
}
