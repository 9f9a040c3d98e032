import { SessionTooLarge } from '../errors/runtime-errors.js'
import type { Account, Profile, User } from '../model/records.js'
import type { Context } from './context.js'
import { dropSealed, findSealed, keepSealed, type LargeCookie } from './large-sealed-cookie.js'

/** A sign-in whose first factor is proven and that has no session yet. */
export interface PendingSignIn {
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
  readonly account: Account
  readonly profile?: Profile | undefined
  readonly isNewUser: boolean
  readonly providerSessionId?: string | undefined
  readonly idToken?: string | undefined
  /** The account that must still exist. It is passed on as it is. */
  readonly evidence?: unknown
  /** What is written after the second factor. It is passed on as it is. */
  readonly change?: unknown
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
  const isKept =
    (await keepSealed(ctx, cookie, pending)) ||
    (await keepSealed(ctx, cookie, withoutProfile(pending)))
  if (isKept) return
  throw new SessionTooLarge(
    "The provider's tokens do not fit into the cookies of a sign-in that waits for a second factor. Ask the provider for fewer scopes or claims.",
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

/** A large profile is left out, because the callbacks that need one have already run or are rare. */
function withoutProfile({ profile: _profile, ...pending }: PendingSignIn): PendingSignIn {
  return pending
}
