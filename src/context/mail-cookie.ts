import { open, seal } from '../crypto/seal.js'
import type { Context } from './context.js'

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
  /** Seconds since the epoch. */
  readonly expires: number
  /** Where the person wanted to go. */
  readonly wantedUrl: string | undefined
}

/** The purpose of the key that seals these; nothing else is sealed with it. */
const label = 'latchkey.mail'

/** A browser drops a cookie of more than 4096 bytes; the link still knows where to go. */
const longestUrl = 1500

/** Remembers, in the browser that asked, which mail is under way; the last one counts. */
export async function keepMailRequest(ctx: Context, request: MailRequest): Promise<void> {
  const { wantedUrl = '' } = request
  const kept = wantedUrl.length > longestUrl ? { ...request, wantedUrl: undefined } : request
  const value = await seal<MailRequest>(JSON.stringify(kept), ctx.config.secrets, label)
  const { attributes } = ctx.cookies.attempt
  ctx.jar.set(cookieName(ctx), value, { ...attributes, maxAge: request.expires - ctx.now })
}

/** The mail that this browser waits for, from this provider. */
export async function findMailRequest(
  ctx: Context,
  providerId: string,
): Promise<MailRequest | undefined> {
  const value = ctx.jar.get(cookieName(ctx))
  const opened = value === undefined ? undefined : await open(value, ctx.config.secrets, label)
  if (!opened) return undefined
  // Only we can have sealed it, so it is what `keepMailRequest` made.
  const request = JSON.parse(opened.plaintext) as MailRequest
  return request.providerId === providerId && request.expires > ctx.now ? request : undefined
}

export function dropMailRequest(ctx: Context): void {
  ctx.jar.delete(cookieName(ctx), ctx.cookies.attempt.attributes)
}

/** Beside the attempts, and not one of them: their names end with an id that begins with a time. */
function cookieName(ctx: Context): string {
  return `${ctx.cookies.attempt.name}-mail`
}
