import type { ResolvedSecondFactor } from '../../config/second-factor.js'
import type { SignInContext } from '../../context/context.js'
import { logAuthentication } from '../../context/log-authentication.js'
import { redirectTo, type RedirectOutcome } from '../../context/outcome.js'
import { recordEvent } from '../../context/record-event.js'
import { pageUrl, routeUrl, type SafeUrl } from '../../context/redirects.js'
import { pendingSignIn } from '../../context/waiting-sign-in.js'
import { AccessDenied } from '../../errors/request-errors.js'
import { AdapterError } from '../../errors/runtime-errors.js'
import type { AdapterUser } from '../../model/adapter.js'
import { hasTwoFactors, mergeMethods, type Authentication } from '../../session/authentication.js'
import { operationsOf } from '../../store/operations.js'
import { hasProvenAddress } from '../../store/proven-address.js'
import { idOf } from '../../store/user-id.js'
import { isProven } from '../confirm/require-proof.js'
import { finishSignIn } from '../finish-sign-in.js'
import type { ProvenSignIn } from '../proven-sign-in.js'
import type { PendingChange } from '../pending-change.js'
import { findStoredUserId } from '../stored-user-id.js'
import { isUserOfApp, suspendSignIn, type SuspendedSignIn } from '../suspend-sign-in.js'
import type { Gate } from './load-flows.js'
import { findCodeAddress } from './mailed-code.js'
import { isRememberedDevice } from './remembered-device.js'
import { findFactors, hasSetUp, isEnrolled } from './ways.js'

/** Opens the gate that every sign-in of an app with second factors passes. */
export function openGate(ctx: SignInContext, secondFactor: ResolvedSecondFactor): Gate {
  const decide = (asked: AskedSignIn): Promise<Decision> => decideFor(ctx, secondFactor, asked)
  let decided: Decision | undefined
  return {
    hold: async (signIn) => {
      const { user, change } = signIn
      const userId = idOf(user)
      if (takesOver(user, change)) {
        const hasFactor = hasSetUp(await findFactors(ctx, userId))
        return hasFactor ? wait(ctx, { signIn, userId, next: 'ask', change }) : undefined
      }
      // A remembered browser spares the code of a sign-in. It does not allow a change.
      decided = await decide({ ...signIn, userId, mayBeRemembered: change.kind === 'address' })
      const { next } = decided
      if (change.kind === 'link' && next !== 'ask' && next !== 'finish') throw notLinked()
      // The reader of a mail who sets up a factor must still have the address afterwards.
      const mustWait = next === 'set-up' ? change.kind === 'address' : next !== 'finish'
      return mustWait && next !== 'finish' ? wait(ctx, { signIn, userId, next, change }) : undefined
    },
    pass: async (signIn) => {
      // A link only continues the session that asked for it, with what that session has proven.
      if (signIn.continuedFrom) return finishSignIn(ctx, signIn)
      const userId = await findStoredUserId(ctx, signIn)
      const isDecided = decided?.userId === userId
      const { next, authentication } =
        isDecided && decided ? decided : await decide({ ...signIn, userId, mayBeRemembered: true })
      return next === 'finish'
        ? finishSignIn(ctx, { ...signIn, authentication })
        : wait(ctx, { signIn, userId, next, change: findDoneChange(signIn) })
    },
  }
}

/**
 * Whether a sign-in proves an address that its user has not proven. That evicts the user, unless the
 * user has a second factor: it then decides, whatever else the browser has proven.
 */
function takesOver(user: AdapterUser, { kind }: PendingChange): boolean {
  return ['address', 'link', 'chosen-password'].includes(kind) && !hasProvenAddress(user)
}

/**
 * A sign-in by mail has proven the address of a new user already. It waits with the address, which is
 * compared again.
 */
function findDoneChange({ account, user }: ProvenSignIn): PendingChange | undefined {
  const isByMail = account.type === 'email' && typeof user.email === 'string'
  return isByMail ? { kind: 'address', email: user.email ?? '', isDone: true } : undefined
}

/** A user who signs in, and what they have proven. */
interface AskedSignIn extends Pick<
  ProvenSignIn,
  'user' | 'authentication' | 'start' | 'keptProof'
> {
  readonly userId: string
  /** Whether a remembered browser is not asked. */
  readonly mayBeRemembered: boolean
  readonly isNewUser?: boolean
}

/** What a sign-in has to do next. */
interface Decision {
  /**
   * `mail`: the user has no second factor, and a mailed code is enough. `prove`: before the set-up, the
   * user has to prove who they are, because the provider may not have asked them.
   */
  readonly next: 'finish' | 'ask' | 'mail' | 'set-up' | 'prove'
  readonly userId: string
  /** What the session says that the user has proven. */
  readonly authentication: Authentication
}

async function decideFor(
  ctx: SignInContext,
  { required, deviceDays }: ResolvedSecondFactor,
  { user, userId, authentication, start, keptProof, mayBeRemembered, isNewUser }: AskedSignIn,
): Promise<Decision> {
  const finish = { next: 'finish', userId, authentication } as const
  if (required === 'never' || hasTwoFactors(authentication)) return finish
  const factors = await findFactors(ctx, userId)
  const hasFactor = isEnrolled(factors, authentication)
  if (!hasFactor) {
    if (typeof required !== 'function' || !(await required(user))) return finish
    // A security key that was only touched must not choose the factor that then lets its owner in.
    if (!isNewUser && hasSetUp(factors)) throw keyTooWeak()
    const mayMail = (await findCodeAddress(ctx, userId, authentication)) !== undefined
    // A new user has nothing that a thief at an unattended computer could take.
    const isFresh = isNewUser || isProven(ctx, authentication, {})
    if (!mayMail) return { ...finish, next: isFresh ? 'set-up' : 'prove' }
  } else if (keptProof && isProven(ctx, keptProof, { factors: 2 })) {
    return { ...finish, authentication: carryOver(keptProof, authentication) }
  }
  const since = start.restartedAt ?? start.at
  const isRemembered =
    mayBeRemembered && deviceDays !== undefined && (await isRememberedDevice(ctx, factors, since))
  return isRemembered ? finish : { ...finish, next: hasFactor ? 'ask' : 'mail' }
}

function keyTooWeak(): AccessDenied {
  return new AccessDenied(
    'The passkey did not verify its user, who has no other factor. Sign in in another way, and confirm it with the passkey.',
  )
}

/**
 * The account has only an address in common with the user. A person who controls
 * the account must not choose the factor that then lets them in.
 */
function notLinked(): AccessDenied {
  return new AccessDenied(
    'The user must set up a second factor first. Sign in with an account that the user already has.',
  )
}

/**
 * A user who has just proven two factors and changes the password keeps both. The older proof decides
 * how old the session's proof is.
 */
function carryOver(former: Authentication, now: Authentication): Authentication {
  return { at: former.at, amr: mergeMethods(now.amr, former.amr) }
}

/** A sign-in that needs something more. */
interface Unfinished {
  readonly signIn: SuspendedSignIn
  readonly userId: string
  readonly next: Exclude<Decision['next'], 'finish'>
  /** What is written only after the second factor. */
  readonly change: PendingChange | undefined
}

/** Stores the sign-in in this browser and leads to the page with the next step. */
async function wait(
  ctx: SignInContext,
  { signIn, userId, next, change }: Unfinished,
): Promise<RedirectOutcome> {
  const mustProve = next === 'prove'
  const mustSetUp = next === 'set-up' || mustProve
  const suspended = await suspendSignIn(ctx, userId, signIn)
  if (!change && isUserOfApp(signIn)) await requireStored(ctx, userId)
  await pendingSignIn.keep(ctx, {
    ...suspended,
    // A change is made to a user of the database.
    ...(change && { change, user: undefined, account: { ...suspended.account, userId } }),
    mustSetUp,
    mustProve,
    mayMailCode: next === 'mail',
  })
  const { provider } = signIn.account
  logAuthentication(ctx, {
    provider,
    outcome: mustSetUp ? 'second-factor-missing' : 'second-factor-asked',
    userId: signIn.user.id,
  })
  await recordEvent(ctx, { event: 'second-factor-asked', userId, provider })
  return { ...redirectTo(nextPage(ctx, next)), needs: 'second-factor' }
}

function nextPage(ctx: SignInContext, next: Unfinished['next']): SafeUrl {
  if (next === 'set-up') return pageUrl(ctx, 'addFactor', 'add-factor')
  // A page of the app asks for second factors, which this user does not have.
  if (next === 'prove') return routeUrl(ctx, 'second-factor')
  return pageUrl(ctx, 'secondFactor', 'second-factor')
}

/** Factors belong to users of the database. `authorize` may return any user. */
async function requireStored(ctx: SignInContext, userId: string): Promise<void> {
  if (await operationsOf(ctx).findStored(userId)) return
  throw new AdapterError(
    'The sign-in needs a second factor, and the credentials belong to a user who is not in the database, where factors are kept. Let `authorize` return a user of the database, or let `secondFactor.required` return false for this user.',
  )
}
