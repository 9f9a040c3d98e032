import { SessionTooLarge } from '../errors/runtime-errors.js'
import type { User } from '../model/records.js'
import type { Context } from './context.js'
import { dropSealed, findSealed, type LargeCookie } from './large-sealed-cookie.js'
import type { PendingStart } from './pending-sign-in.js'
import { keepWaiting, type WaitingAccount } from './waiting-account.js'

/** A sign-in that has proven everything, and waits because its user is about to be deleted. */
export interface HeldSignIn extends WaitingAccount {
  /** Random. It is spent when the user keeps the account. */
  readonly id: string
  readonly userId: string
  /** The id of the pending deletion. */
  readonly deletionId: string
  /** When the sign-in began to wait, in seconds since the epoch. */
  readonly waitsSince: number
  /** What `authorize` returned. The database knows every other user. */
  readonly user?: User | undefined
  readonly isNewUser: boolean
  readonly providerSessionId?: string | undefined
  /** When and how the user proved their identity. */
  readonly authentication: { readonly at: number | undefined; readonly amr: readonly string[] }
  readonly start: PendingStart
  readonly endsOthersOf?: string | undefined
  readonly callbackUrl?: string | undefined
  readonly identifier?: string | undefined
}

/** Seconds for which a sign-in waits for the user's decision. */
export const heldLifetime: number = 10 * 60

const cookie: LargeCookie = {
  name: ({ cookies }) => `${cookies.attempt.name}-held-sign-in`,
  label: 'latchkey.held-sign-in',
  lifetime: heldLifetime,
}

/** Stores a sign-in in an encrypted cookie, so that only this browser can continue it. */
export async function keepHeldSignIn(ctx: Context, held: HeldSignIn): Promise<void> {
  if (await keepWaiting(ctx, cookie, held)) return
  throw new SessionTooLarge(
    'The user that `authorize` returned does not fit into the cookies of a sign-in that waits for the user. Return less from `authorize`.',
  )
}

/** Returns the sign-in of this browser whose user has to decide. */
export async function findHeldSignIn(ctx: Context): Promise<HeldSignIn | undefined> {
  // Only this library can encrypt the cookie, so `keepHeldSignIn` wrote the value.
  const held = (await findSealed(ctx, cookie)) as HeldSignIn | undefined
  // The browser's clock does not decide how long a sign-in may wait.
  return held && ctx.now < held.waitsSince + heldLifetime ? held : undefined
}

export function dropHeldSignIn(ctx: Context): void {
  dropSealed(ctx, cookie)
}
