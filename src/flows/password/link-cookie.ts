import type { RouteContext } from '../../context/context.js'
import { cookieCallbackUrl } from '../../context/cookie-callback-url.js'
import { sealedCookie } from '../../context/sealed-cookie.js'
import type { MailedLink, OpenedProof } from './mailed-proof.js'

/** A link that this browser has opened. */
export interface OpenedLink extends MailedLink {
  /** The page that the visitor wanted to open. */
  readonly callbackUrl: string | undefined
}

const cookie = sealedCookie<OpenedLink>('password-link')

/**
 * Moves a link from the URL into a cookie, so that the token stays in no history and is sent to no
 * other site.
 */
export async function keepLink(
  ctx: RouteContext,
  { expires }: OpenedProof,
  { callbackUrl, ...link }: OpenedLink,
): Promise<void> {
  const kept = { ...link, callbackUrl: cookieCallbackUrl(callbackUrl) }
  await cookie.keep(ctx, kept, Math.ceil(expires - ctx.now))
}

/** Returns the link that the form contains, or the one that this browser has opened. */
export async function findLink(ctx: RouteContext): Promise<OpenedLink | undefined> {
  const { email, token } = ctx.fields
  if (typeof email === 'string' && typeof token === 'string') {
    return { email, token, callbackUrl: undefined }
  }
  return cookie.find(ctx)
}

export function dropLink(ctx: RouteContext): void {
  cookie.drop(ctx)
}
