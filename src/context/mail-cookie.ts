import type { Context } from './context.js'
import { cookieCallbackUrl } from './cookie-callback-url.js'
import { sealedCookie } from './sealed-cookie.js'

/** A sign-in mail that this browser requested. */
export interface MailRequest {
  readonly providerId: string
  /** The address that the mail was sent to. */
  readonly identifier: string
  /**
   * The hash that identifies the mail in the database. Its link and its code are used up together.
   */
  readonly hash: string
  /** The hash that verifies the code. Only this browser has it, encrypted. */
  readonly codeHash: string | undefined
  /** Part of the code's hash, so that the code works only in this browser. */
  readonly nonce: string
  /** Seconds since the epoch, with fractions. */
  readonly askedAt: number
  /** Seconds since the epoch. */
  readonly expires: number
  /** The page that the visitor wanted to open. */
  readonly callbackUrl: string | undefined
}

const cookie = sealedCookie<MailRequest>('mail')

/**
 * Remembers which mail this browser requested. A newer request replaces an older one. A long
 * `callbackUrl` is only in the link of the mail.
 */
export async function keepMailRequest(ctx: Context, request: MailRequest): Promise<void> {
  const kept = { ...request, callbackUrl: cookieCallbackUrl(request.callbackUrl) }
  await cookie.keep(ctx, kept, request.expires - ctx.now)
}

/** Returns the mail that this browser requested from this provider. */
export async function findMailRequest(
  ctx: Context,
  providerId: string,
): Promise<MailRequest | undefined> {
  const request = await cookie.find(ctx)
  return request?.providerId === providerId && request.expires > ctx.now ? request : undefined
}

export function dropMailRequest(ctx: Context): void {
  cookie.drop(ctx)
}
