import type { ResolvedOAuthProvider } from '../../config/oauth-provider.js'
import type { Context } from '../../context/context.js'
import { proxiedUrl, routeUrl, type SafeUrl } from '../../context/redirects.js'
import { equalInConstantTime } from '../../crypto/equal.js'
import { open, seal } from '../../crypto/seal.js'
import { UntrustedHost } from '../../errors/config-errors.js'
import { OAuthResponseInvalid } from '../../errors/oauth-errors.js'
import { attemptLifetime, type Attempt } from '../../oauth/attempt.js'
import { claimedState } from '../../oauth/authorization-response.js'

/**
 * The purpose of the key that seals a return address. Deployments behind a proxy share the secret.
 */
const label = 'latchkey.return-address'

/**
 * Returns the URL to which the provider responds. It belongs to this deployment or to its proxy.
 */
export function redirectUri(ctx: Context, provider: ResolvedOAuthProvider): string {
  const { redirectProxyUrl } = provider
  return redirectProxyUrl !== undefined && isElsewhere(ctx, redirectProxyUrl)
    ? redirectProxyUrl
    : routeUrl(ctx, `callback/${provider.id}`)
}

/** The deployment to which the proxy forwards the response to one sign-in, and until when. */
interface ReturnAddress {
  readonly url: string
  /** The `state` of that sign-in. The address is not valid with any other `state`. */
  readonly state: string
  /** Seconds since the epoch. */
  readonly expires: number
}

/** Adds the deployment to which the proxy forwards the response to the `state`. */
export async function addressState(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  attempt: Attempt,
): Promise<Attempt> {
  const { state, startedAt } = attempt
  if (state === undefined || !isElsewhere(ctx, attempt.redirectUri)) return attempt
  requireConfiguredOrigin(ctx)
  const url = routeUrl(ctx, `callback/${provider.id}`)
  const address = { url, state, expires: startedAt + attemptLifetime }
  const sealed = await seal<ReturnAddress>(JSON.stringify(address), ctx.config.secrets, label)
  return { ...attempt, state: `${state}.${sealed}` }
}

/**
 * Runs on the proxy. Returns the deployment that a response is for, or undefined if it is this one.
 */
export async function forwardTarget(
  ctx: Context,
  { redirectProxyUrl }: ResolvedOAuthProvider,
  params: URLSearchParams,
): Promise<SafeUrl | undefined> {
  const isProxy = redirectProxyUrl !== undefined && !isElsewhere(ctx, redirectProxyUrl)
  const address = isProxy ? await openAddress(ctx, claimedState(params) ?? '') : undefined
  if (!address || !isElsewhere(ctx, address.url)) return undefined
  const { origin } = new URL(address.url)
  if (!isAllowed(origin, ctx.config.redirectProxyOrigins)) {
    throw new OAuthResponseInvalid(
      `The response is meant for ${origin}. Add it to \`redirectProxyOrigins\` if it is yours.`,
    )
  }
  return proxiedUrl(address.url, params)
}

async function openAddress(ctx: Context, claimed: string): Promise<ReturnAddress | undefined> {
  const dot = claimed.indexOf('.')
  if (dot === -1) return undefined
  const opened = await open(claimed.slice(dot + 1), ctx.config.secrets, label)
  // Only our key can have sealed it, so it has the form that `addressState` wrote.
  const address = opened && (JSON.parse(opened.plaintext) as ReturnAddress)
  if (!address || address.expires <= ctx.now) return undefined
  return equalInConstantTime(address.state, claimed.slice(0, dot)) ? address : undefined
}

/** With `trustHost` the visitor chooses the origin, and the proxy would send a code there. */
function requireConfiguredOrigin({ origin, config }: Context): void {
  const { originPolicy, redirectProxyOrigins } = config
  if (isAllowed(origin, [...originPolicy.origins, ...redirectProxyOrigins])) return
  throw new UntrustedHost(
    `The request came for ${origin}, and the redirect proxy sends responses only to origins that the ` +
      'config names. Add it to `origin` or `redirectProxyOrigins` of this deployment if it is yours.',
  )
}

function isElsewhere(ctx: Context, url: string): boolean {
  return new URL(url).origin !== ctx.origin
}

/** `https://*.app.example` allows exactly one label in place of the star. */
function isAllowed(origin: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const [before = '', after] = pattern.split('*')
    if (after === undefined) return origin === pattern
    const label = origin.slice(before.length, origin.length - after.length)
    return origin.startsWith(before) && origin.endsWith(after) && /^[a-z0-9-]+$/.test(label)
  })
}
