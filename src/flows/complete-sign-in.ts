import type { SignInContext } from '../context/context.js'
import { emitEvent } from '../context/emit-event.js'
import { logAuthentication } from '../context/log-authentication.js'
import { recordRefusal } from '../context/record-event.js'
import type { RedirectOutcome } from '../context/outcome.js'
import type { SignInCallbackParams } from '../model/callbacks.js'
import type { LinkAccountEvent } from '../model/events.js'
import type { Account, Profile, User } from '../model/records.js'
import type { AccountEvidence } from '../store/account-evidence.js'
import type { Authentication } from '../session/authentication.js'
import type { SignInStart } from '../store/sessions.js'
import { askSignIn } from './ask-sign-in.js'
import { finishSignIn } from './finish-sign-in.js'
import { followSignInAnswer } from './follow-sign-in-answer.js'
import { findFormerSession, proofTimeOf, type ProofTime } from './former-session.js'
import type { FoundChange } from './pending-change.js'
import { openGate } from './second-factor/gate.js'

/** The result of a provider's flow, and the URL that the visitor wants to reach. */
export interface VerifiedSignIn {
  /** The user as far as they are known before the first write. */
  readonly user: SignInCallbackParams['user']
  readonly account: Account
  readonly profile?: Profile | undefined
  /** The provider's id for its own session, if the provider sent one. */
  readonly providerSessionId?: string | undefined
  /** The ID token that ends the session at the provider, if the config asks for that. */
  readonly idToken?: string | undefined
  readonly credentials?: SignInCallbackParams['credentials']
  /**
   * Finds out whether the sign-in changes an existing user. If that user has a second factor, the
   * change waits for it. Called after the `signIn` callback has accepted the sign-in.
   */
  readonly findChange?: (() => Promise<FoundChange | undefined> | undefined) | undefined
  /** Finds or creates the user after the `signIn` callback has accepted the sign-in. */
  readonly resolveUser: () => Promise<{
    readonly user: User
    readonly isNewUser: boolean
    readonly evidence: AccountEvidence | undefined
    /** The event about an account that was just linked. It is not emitted yet. */
    readonly newLink?: LinkAccountEvent | undefined
    /** The moment from which the sign-in counts, if it has ended all other sessions itself. */
    readonly restartedAt?: number | undefined
  }>
  /**
   * When the sign-in began. If the user signs out everywhere afterwards, this sign-in is refused.
   */
  readonly start: SignInStart
  /** How the user proved their identity, as RFC 8176 names the methods. */
  readonly amr: readonly string[]
  /** If it is unknown, the time of the former session stays. Default: now. */
  readonly provenAt?: ProofTime | undefined
  /**
   * Whether a signed-in user adds a way to sign in. That proves nothing about the user, so the new
   * session says what the former one said.
   */
  readonly isLink?: boolean | undefined
  /**
   * What the session of the same user has proven, if the sign-in is part of a change in it. If that is
   * recent, the user is not asked for the second factor again.
   */
  readonly keptProof?: Authentication | undefined
  readonly callbackUrl: unknown
  /** The name or address that the visitor typed, in the form that the limits use. */
  readonly identifier?: string | undefined
}

/**
 * The last steps that all providers share. It calls the `signIn` callback, links or creates the
 * user, asks for a second factor if one is needed, and issues the session.
 */
export async function completeSignIn(
  ctx: SignInContext,
  proven: VerifiedSignIn,
): Promise<RedirectOutcome> {
  const { user: before, profile, credentials, resolveUser, start, amr, ...others } = proven
  const { isLink, findChange, provenAt, ...rest } = others
  const { account: proof } = proven
  const answer = await askSignIn(ctx, { user: before, account: proof, profile, credentials })
  if (!answer.allowed) {
    logAuthentication(ctx, { provider: proof.provider, outcome: 'redirected' })
    recordRefusal(ctx, { code: 'Redirected', provider: proof.provider })
    return followSignInAnswer(ctx, answer.url)
  }

  const gate = await openGate(ctx)
  const isFormerNeeded = isLink || provenAt === 'unknown'
  const former = isFormerNeeded ? await findFormerSession(ctx) : undefined
  const linked = isLink ? former : undefined
  const prove = (found: { readonly user: User; readonly isNewUser?: boolean }): Authentication =>
    linked?.authentication ?? { at: proofTimeOf(ctx, proven, found, former), amr }
  const found = gate && (await findChange?.())
  const held = found && { ...rest, ...found, profile, start, authentication: prove(found) }
  const waiting = held && (await gate.hold(held))
  if (waiting) return waiting
  const { restartedAt, newLink, ...resolved } = await resolveUser()
  if (newLink && !linked) await emitEvent(ctx, 'linkAccount', newLink)
  const { user } = resolved
  const account = { ...proof, ...(ctx.config.store && { userId: user.id }) }
  const signedIn = {
    ...rest,
    ...resolved,
    account,
    profile,
    start: { ...start, restartedAt },
    authentication: prove(resolved),
    continuedFrom: linked && { startedAt: linked.startedAt, sessionKey: linked.sessionKey },
    // It is emitted after the session was issued, because until then the link may be undone.
    newLink: linked && newLink,
  }
  return gate ? gate.pass(signedIn) : finishSignIn(ctx, signedIn)
}
