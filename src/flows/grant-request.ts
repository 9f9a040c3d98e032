import type { Context } from '../context/context.js'
import { routeUrl, type SafeUrl } from '../context/redirects.js'
import { open, seal } from '../crypto/seal.js'
import type { RelyingParty } from '../oauth/relying-party.js'
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
  /** Whether the provider is asked for a refresh token. */
  readonly consent: boolean
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
  consent: boolean,
]

/** Returns the URL of the page that asks one user for a permission at a provider. */
export async function grantPageUrl(
  ctx: Context,
  userId: string,
  provider: string,
  { link, scope, reason, consent }: GrantRequest,
  params: { readonly callbackUrl: string | undefined; readonly error?: string },
): Promise<SafeUrl> {
  const expires = ctx.now + lifetime
  const content: Content = [userId, provider, expires, link, scope ?? null, reason, consent]
  // Only this app can seal it, so a stranger cannot choose the scopes that a user is asked for.
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
  // Only this library can seal for this label, so `grantPageUrl` wrote the text.
  const [user, ofProvider, expires, link, scope, reason, consent] = JSON.parse(
    opened.plaintext,
  ) as Content
  if (ofProvider !== provider || expires <= ctx.now) return undefined
  if (user !== (await currentUserId(ctx))) return undefined
  return { link, scope: scope ?? undefined, reason, consent }
}

/**
 * Returns the parameters of an authorization request that a grant request asks for. The user is asked
 * for consent only where the provider issues no refresh token without it: at others, some users may not
 * consent, because an administrator has to.
 */
export function paramsOf(
  { scope, consent }: GrantRequest,
  { authorization, offlineParams = {} }: RelyingParty,
): readonly (readonly [string, string])[] {
  const asked: [string, string][] = scope === undefined ? [] : [['scope', scope]]
  if (!consent) return asked
  const { prompt, ...others } = offlineParams
  const params = [...asked, ...Object.entries(others)]
  if (prompt === undefined) return params
  const configured = authorization.params['prompt']?.split(' ') ?? []
  const prompts = new Set([...configured.filter((one) => one !== 'none'), ...prompt.split(' ')])
  return [...params, ['prompt', [...prompts].join(' ')]]
}

async function currentUserId(ctx: Context): Promise<string | undefined> {
  if (!ctx.config.store) return (await currentClaims(ctx))?.sub
  const current = await strategyOf(ctx).currentUser(ctx)
  return current && idOf(current.user)
}
