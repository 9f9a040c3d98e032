import type { ResolvedOAuthProvider } from '../config/oauth-provider.js'
import type { Context } from '../context/context.js'
import { proxiedUrl, routeUrl, type SafeUrl } from '../context/redirects.js'
import { open, seal } from '../crypto/seal.js'
import { OAuthResponseInvalid } from '../errors/oauth-errors.js'
import type { Attempt } from '../oauth/attempt.js'
import { claimedState } from '../oauth/authorization-response.js'

/** The purpose of the key that seals a return address; deployments behind a proxy share the secret. */
const label = 'latchkey.proxied-state'

/** The address at which the provider answers: this deployment's, or that of its proxy. */
export function redirectUri(ctx: Context, provider: ResolvedOAuthProvider): string {
  const { redirectProxyUrl } = provider
  return redirectProxyUrl !== undefined && isElsewhere(ctx, redirectProxyUrl)
    ? redirectProxyUrl
    : routeUrl(ctx, `callback/${provider.id}`)
}

/** Adds to the `state` where the proxy shall send the response on to. */
export async function addressState(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  attempt: Attempt,
): Promise<Attempt> {
  if (attempt.state === undefined || !isElsewhere(ctx, attempt.redirectUri)) return attempt
  const returnUrl = routeUrl(ctx, `callback/${provider.id}`)
  const address = await seal<string>(returnUrl, ctx.config.secrets, label)
  return { ...attempt, state: `${attempt.state}.${address}` }
}

/** On the proxy: the deployment that a response is meant for; undefined when it is this one. */
export async function forwardTarget(
  ctx: Context,
  { redirectProxyUrl }: ResolvedOAuthProvider,
  params: URLSearchParams,
): Promise<SafeUrl | undefined> {
  const [, ...address] = claimedState(params)?.split('.') ?? []
  const isProxy = redirectProxyUrl !== undefined && !isElsewhere(ctx, redirectProxyUrl)
  if (!isProxy || address.length === 0) return undefined
  const returnUrl = await open(address.join('.'), ctx.config.secrets, label)
  if (!returnUrl || !isElsewhere(ctx, returnUrl.plaintext)) return undefined
  const { origin } = new URL(returnUrl.plaintext)
  if (!isAllowed(origin, ctx.config.redirectProxyOrigins)) {
    throw new OAuthResponseInvalid(
      `The response is meant for ${origin}. Add it to \`redirectProxyOrigins\` if it is yours.`,
    )
  }
  return proxiedUrl(returnUrl.plaintext, params)
}

function isElsewhere(ctx: Context, url: string): boolean {
  return new URL(url).origin !== ctx.origin
}

/** `https://*.app.example` stands for one label in place of the star, and no more. */
function isAllowed(origin: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const [before = '', after] = pattern.split('*')
    if (after === undefined) return origin === pattern
    const label = origin.slice(before.length, origin.length - after.length)
    return origin.startsWith(before) && origin.endsWith(after) && /^[a-z0-9-]+$/.test(label)
  })
}
