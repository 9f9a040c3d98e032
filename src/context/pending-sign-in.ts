import { SessionTooLarge } from '../errors/runtime-errors.js'
import type { User } from '../model/records.js'
import type { Context } from './context.js'
import { dropSealed, findSealed, type LargeCookie } from './large-sealed-cookie.js'
import { keepWaiting, type WaitingAccount } from './waiting-account.js'

/** A sign-in whose first factor is proven and that has no session yet. */
export interface PendingSignIn extends WaitingAccount {
  /** Random. It is spent when the sign-in succeeds. */
  readonly id: string
  readonly userId: string
  /** When the sign-in began to wait, in seconds since the epoch. */
  readonly waitsSince: number
  /**
   * When the user proved the first factor, in seconds since the epoch. It is older than the sign-in if
   * the provider did not ask the user.
   */
  readonly authenticatedAt?: number | undefined
  /** The methods of the first factor, as RFC 8176 names them. */
  readonly amr: readonly string[]
  /** Whether the user has no second factor and has to set one up. */
  readonly mustSetUp: boolean
  /** Whether the user has to prove their identity before that, because the first factor is too old. */
  readonly mustProve?: boolean | undefined
  /** Whether the provider was asked for that proof, and did not give it. */
  readonly isProviderAsked?: boolean | undefined
  /** Whether a mailed code is enough, as long as the user has no second factor. */
  readonly mayMailCode?: boolean | undefined
  /** What `authorize` returned. The database knows every other user. */
  readonly user?: User | undefined
  readonly isNewUser: boolean
  readonly providerSessionId?: string | undefined
  readonly start: PendingStart
  readonly callbackUrl?: string | undefined
  readonly identifier?: string | undefined
}

/** When the sign-in began, see `SignInStart`. */
export interface PendingStart {
  readonly at: number
  readonly restartedAt?: number | undefined
  /** The stamp of the password that was checked. */
  readonly passwordStamp?: string | undefined
  /** Whether the sign-in proved the address of its user itself. */
  readonly provedAddress: boolean
}

/** Seconds for which a sign-in waits for its second factor. */
export const pendingLifetime: number = 10 * 60

const cookie: LargeCookie = {
  name: ({ cookies }) => `${cookies.attempt.name}-pending-sign-in`,
  label: 'latchkey.pending-sign-in',
  lifetime: pendingLifetime,
}

/** Stores a pending sign-in in an encrypted cookie, so that only this browser can complete it. */
export async function keepPendingSignIn(ctx: Context, pending: PendingSignIn): Promise<void> {
  if (await keepWaiting(ctx, cookie, pending)) return
  throw new SessionTooLarge(
    'The user that `authorize` returned does not fit into the cookies of a sign-in that waits for a second factor. Return less from `authorize`.',
  )
}

/** Returns the sign-in of this browser that waits for a second factor. */
export async function findPendingSignIn(ctx: Context): Promise<PendingSignIn | undefined> {
  // Only this library can encrypt the cookie, so `keepPendingSignIn` wrote the value.
  const pending = (await findSealed(ctx, cookie)) as PendingSignIn | undefined
  // The browser's clock does not decide how long a sign-in may wait.
  return pending && ctx.now < pending.waitsSince + pendingLifetime ? pending : undefined
}

export function dropPendingSignIn(ctx: Context): void {
  dropSealed(ctx, cookie)
}
