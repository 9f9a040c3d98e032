import type { Context } from '../context/context.js'
import { routeUrl, type SafeUrl } from '../context/redirects.js'
import { open, seal } from '../crypto/seal.js'
import { strategyOf } from '../session/choose-strategy.js'
import { currentClaims } from '../session/jwt-strategy.js'
import { idOf } from '../store/user-id.js'

/** What a user is asked to grant at a provider, so that `getAccessToken` has a token again. */
export interface GrantRequest {
  /** Whether the account is linked to the signed-in user. Otherwise the user signs in with it. */
  readonly link: boolean
  /** The scopes to ask for, separated by spaces. Undefined asks for those of the config. */
  readonly scope: string | undefined
  /** Why the user is asked. `first` if the user has no such account yet. */
  readonly reason: 'first' | 'again' | 'more'
}

/** The name of the parameter and of the form field. */
export const grantRequestField = 'grantRequest'

const label = 'latchkey.grant-request'
/** Seconds. An error's URL is meant for the page that shows the error. */
const lifetime = 60 * 60

type Content = readonly [
  user: string,
  provider: string,
  expires: number,
  link: boolean,
  scope: string | null,
  reason: GrantRequest['reason'],
]

/** Returns the URL of the page that asks one user for a permission at a provider. */
export async function grantPageUrl(
  ctx: Context,
  userId: string,
  provider: string,
  { link, scope, reason }: GrantRequest,
  params: { readonly callbackUrl: string | undefined; readonly error?: string },
): Promise<SafeUrl> {
  const content: Content = [userId, provider, ctx.now + lifetime, link, scope ?? null, reason]
  // Only this app can seal it, so nobody else chooses the scopes that a user is asked for.
  const sealed = await seal(JSON.stringify(content), ctx.config.secrets, label)
  return routeUrl(ctx, `signin/${provider}`, { ...params, [grantRequestField]: sealed })
}

/**
 * Reads a request that the browser sent. Undefined if it is not for the signed-in user or for this
 * provider, or if it has expired.
 */
export async function findGrantRequest(
  ctx: Context,
  sent: unknown,
  provider: string,
): Promise<GrantRequest | undefined> {
  const opened = typeof sent === 'string' && (await open(sent, ctx.config.secrets, label))
  if (!opened) return undefined
  // Only this library can seal for this label, so `sealGrantRequest` wrote the text.
  const [user, ofProvider, expires, link, scope, reason] = JSON.parse(opened.plaintext) as Content
  if (ofProvider !== provider || expires <= ctx.now) return undefined
  if (user !== (await currentUserId(ctx))) return undefined
  return { link, scope: scope ?? undefined, reason }
}

async function currentUserId(ctx: Context): Promise<string | undefined> {
  if (!ctx.config.store) return (await currentClaims(ctx))?.sub
  const current = await strategyOf(ctx).currentUser(ctx)
  return current && idOf(current.user)
}
