import { SessionTooLarge } from '../errors/runtime-errors.js'
import type { Account, Profile, User } from '../model/records.js'
import type { Context } from './context.js'
import { dropSealed, findSealed, keepSealed, type LargeCookie } from './large-sealed-cookie.js'

/** A sign-in that knows its user, and waits in a cookie until the user has done something more. */
export interface WaitingSignIn {
  /** Random. It is spent when the sign-in goes on. */
  readonly id: string
  readonly userId: string
  /** When the sign-in began to wait, in seconds since the epoch. */
  readonly waitsSince: number
  /**
   * When the user proved their identity, in seconds since the epoch. It is older than the sign-in if the
   * provider did not ask the user.
   */
  readonly authenticatedAt?: number | undefined
  /** How the user proved it, as RFC 8176 names the methods. */
  readonly amr: readonly string[]
  /** What `authorize` returned. The database knows every other user. */
  readonly user?: User | undefined
  readonly account: Account
  readonly profile?: Profile | undefined
  readonly isNewUser: boolean
  readonly providerSessionId?: string | undefined
  readonly idToken?: string | undefined
  /** The account that must still exist. It is passed on as it is. */
  readonly evidence?: unknown
  readonly start: WaitingStart
  readonly callbackUrl?: string | undefined
  readonly identifier?: string | undefined
}

/** When the sign-in began, see `SignInStart`. */
export interface WaitingStart {
  readonly at: number
  readonly restartedAt?: number | undefined
  /** The stamp of the password that was checked. */
  readonly passwordStamp?: string | undefined
  /** Whether the sign-in proved the address of its user itself. */
  readonly provedAddress: boolean
}

/** A sign-in that waits for its second factor. */
export interface PendingSignIn extends WaitingSignIn {
  /** What is written when the second factor is proven. It is passed on as it is. */
  readonly change?: unknown
  /** Whether the user has no second factor and has to set one up. */
  readonly mustSetUp: boolean
  /** Whether the user has to prove their identity before that, because the first factor is too old. */
  readonly mustProve?: boolean | undefined
  /** Whether the provider was asked for that proof, and did not give it. */
  readonly isProviderAsked?: boolean | undefined
  /** Whether a mailed code is enough, as long as the user has no second factor. */
  readonly mayMailCode?: boolean | undefined
}

/** A sign-in that waits because its user is about to be deleted. */
export interface HeldSignIn extends WaitingSignIn {
  readonly deletionId: string
  readonly endsOthersOf?: string | undefined
}

/** Seconds for which a sign-in waits for its user. */
export const waitingLifetime: number = 10 * 60

/** The cookie of a kind of waiting sign-in. Only this browser can continue what it contains. */
export interface WaitingCookie<Waiting extends WaitingSignIn> {
  /** Stores a sign-in, which replaces every other that waits in this browser. */
  keep(ctx: Context, waiting: Waiting): Promise<void>
  find(ctx: Context): Promise<Waiting | undefined>
}

const purposes = { pending: 'pending-sign-in', held: 'held-sign-in' } as const

export const pendingSignIn: WaitingCookie<PendingSignIn> = waitingCookie(purposes.pending)

export const heldSignIn: WaitingCookie<HeldSignIn> = waitingCookie(purposes.held)

/** Drops the sign-in that waits in this browser. Another person may have left it there. */
export function dropWaitingSignIns(ctx: Context): void {
  for (const purpose of Object.values(purposes)) dropSealed(ctx, sealedAs(purpose))
}

function waitingCookie<Waiting extends WaitingSignIn>(purpose: string): WaitingCookie<Waiting> {
  const cookie = sealedAs(purpose)
  return {
    async keep(ctx, waiting) {
      dropWaitingSignIns(ctx)
      if (await keepWhatFits(ctx, cookie, waiting)) return
      throw new SessionTooLarge(
        'The user that `authorize` returned does not fit into the cookies of a sign-in that waits for its user. Return less from `authorize`.',
      )
    },
    async find(ctx) {
      // Only this library can encrypt the cookie, so `keep` wrote the value.
      const waiting = (await findSealed(ctx, cookie)) as Waiting | undefined
      // The browser's clock does not decide how long a sign-in may wait.
      return waiting && ctx.now < endOf(waiting) ? waiting : undefined
    },
  }
}

function sealedAs(purpose: string): LargeCookie {
  return {
    name: ({ cookies }) => `${cookies.attempt.name}-${purpose}`,
    label: `latchkey.${purpose}`,
    lifetime: waitingLifetime,
  }
}

/** Returns when a sign-in has waited too long, in seconds since the epoch. */
export function endOf({ waitsSince }: WaitingSignIn): number {
  return waitsSince + waitingLifetime
}

/**
 * Encrypts a waiting sign-in for the browser. A large profile is left out, because the callbacks that
 * need one have already run or are rare. Tokens that are too large are left out, too, because the user
 * must be able to continue. Returns false if the rest does not fit either.
 */
async function keepWhatFits(
  ctx: Context,
  cookie: LargeCookie,
  waiting: WaitingSignIn,
): Promise<boolean> {
  const { profile: _profile, ...smaller } = waiting
  if ((await keepSealed(ctx, cookie, waiting)) || (await keepSealed(ctx, cookie, smaller)))
    return true
  if (!(await keepSealed(ctx, cookie, withoutTokens(smaller)))) return false
  const { provider } = waiting.account
  ctx.log.warnOnce(
    'provider-tokens-too-large',
    `The tokens of "${provider}" do not fit into the cookies of a sign-in that waits for its user, so they are not stored. An account that has tokens keeps them, and a new one has none. Ask the provider for fewer scopes or claims.`,
  )
  return true
}

/** The account of a sign-in without new tokens keeps the stored ones. */
function withoutTokens({
  account,
  idToken: _idToken,
  evidence,
  change,
  ...rest
}: WaitingSignIn & Pick<PendingSignIn, 'change'>): object {
  return {
    ...rest,
    account: onlyKeys(account),
    evidence: withBareAccount(evidence),
    change: withBareAccount(change),
  }
}

function withBareAccount(holder: unknown): unknown {
  if (typeof holder !== 'object' || holder === null || !('account' in holder)) return holder
  // Only evidence and an account to link have this field.
  return { ...holder, account: onlyKeys(holder.account as Account) }
}

function onlyKeys(account: Account): Account {
  const { type, provider, providerAccountId, userId } = account
  const { issuer, image } = account
  return { type, provider, providerAccountId, userId, issuer, image }
}
