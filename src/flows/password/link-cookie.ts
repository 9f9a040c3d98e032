import type { Context, RouteContext } from '../../context/context.js'
import { cookieCallbackUrl } from '../../context/cookie-callback-url.js'
import { sealedCookie } from '../../context/sealed-cookie.js'
import { sha256Hex } from '../../crypto/digest.js'
import { Verification } from '../../errors/email-errors.js'
import type { MailedLink, OpenedProof, ProofPurpose } from './mailed-proof.js'

/** A link that this browser has opened. */
export interface OpenedLink extends MailedLink {
  readonly proves: ProofPurpose
  /** The page that the visitor wanted to open. */
  readonly callbackUrl?: string | undefined
}

/** What a link is about. A browser may have opened one of each kind. */
export type LinkKind = 'password' | 'address'

const cookies = {
  password: sealedCookie<OpenedLink>('password-link'),
  address: sealedCookie<OpenedLink>('address-link'),
}

/**
 * Moves a link from the URL into a cookie, so that the token stays in no history and is sent to no
 * other site.
 */
export async function keepLink(
  ctx: RouteContext,
  kind: LinkKind,
  { expires }: OpenedProof,
  { callbackUrl, ...link }: OpenedLink,
): Promise<void> {
  const kept = { ...link, callbackUrl: cookieCallbackUrl(callbackUrl) }
  await cookies[kind].keep(ctx, kept, Math.ceil(expires - ctx.now))
}

/** Returns the link that this browser has opened, if there is one. */
export async function findLink(ctx: Context, kind: LinkKind): Promise<OpenedLink | undefined> {
  return cookies[kind].find(ctx)
}

/** Returns the link that this browser has opened. */
export async function requireLink(ctx: Context, kind: LinkKind): Promise<OpenedLink> {
  const link = await findLink(ctx, kind)
  if (link) return link
  throw new Verification('This browser has not opened a link, or it has expired.')
}

/**
 * Like {@link requireLink}, for a posted form. Another site may have opened a link of its own since
 * the page was shown, so the form says which link it showed.
 */
export async function requireShownLink(ctx: RouteContext, kind: LinkKind): Promise<OpenedLink> {
  const link = await requireLink(ctx, kind)
  requireShown(ctx, await nameLink(link))
  return link
}

/** Requires that a posted form names what the browser has opened by now. */
export function requireShown({ fields }: RouteContext, name: string): void {
  if (fields['link'] === name) return
  throw new Verification(
    fields['link'] === undefined
      ? 'The form has no field `link`. On a page of your own, pass the `link` of `describeMailedLink`.'
      : 'The browser has opened another link, or begun another sign-in, since the page was shown.',
  )
}

/** Returns a text by which a form names the link that its page shows. It opens nothing. */
export async function nameLink({ proves, email, token }: OpenedLink): Promise<string> {
  return sha256Hex(JSON.stringify([proves, email, token]))
}

export function dropLink(ctx: RouteContext, kind: LinkKind): void {
  cookies[kind].drop(ctx)
}
