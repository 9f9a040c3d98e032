import type { Context } from './context.js'
import { sealedCookie } from './sealed-cookie.js'

/** A mail that this browser has asked for. */
export interface MailRequest {
  readonly providerId: string
  /** The address that the mail went to. */
  readonly identifier: string
  /** What the database knows the mail by: link and code are used up together. */
  readonly hash: string
  /** Proves the code; only this browser has it, sealed. */
  readonly codeHash: string | undefined
  /** Ties a code to this browser: it is part of what is hashed. */
  readonly nonce: string
  /** Seconds since the epoch, with fractions. */
  readonly askedAt: number
  /** Seconds since the epoch. */
  readonly expires: number
  /** Where the person wanted to go. */
  readonly wantedUrl: string | undefined
}

const cookie = sealedCookie<MailRequest>('mail')

/** A browser drops a cookie of more than 4096 bytes; the link still knows where to go. */
const longestUrl = 1500

/** Remembers, in the browser that asked, which mail is under way; the last one counts. */
export async function keepMailRequest(ctx: Context, request: MailRequest): Promise<void> {
  const { wantedUrl = '' } = request
  const kept = wantedUrl.length > longestUrl ? { ...request, wantedUrl: undefined } : request
  await cookie.keep(ctx, kept, request.expires - ctx.now)
}

/** The mail that this browser waits for, from this provider. */
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
