import type { ResolvedConfig } from '../../config/resolved-config.js'
import type { ResolvedSecondFactor } from '../../config/second-factor.js'
import type { Context, RouteContext, SignInContext } from '../../context/context.js'
import type { Outcome, RedirectOutcome } from '../../context/outcome.js'
import type { AdapterAuthenticator, AdapterUser } from '../../model/adapter.js'
import type { ProofWay } from '../../pages/proof-way.js'
import type { CurrentUser } from '../../session/strategy.js'
import type { PasskeyChallenge, PasskeyPurpose } from '../../webauthn/ceremony.js'
import type { ConfirmFlows } from '../confirm/load-flows.js'
import type { ProvenSignIn } from '../proven-sign-in.js'
import type { FoundChange } from '../pending-change.js'
import type { FormerCodes } from './former-codes.js'

/** What every sign-in of an app with second factors passes. */
export interface Gate {
  /**
   * Leads to the page that asks for the second factor before the sign-in changes its user. Undefined
   * if the change can be made now.
   */
  readonly hold: (signIn: UnchangedSignIn) => Promise<RedirectOutcome | undefined>
  /** Issues a session, or leads to the page that asks for the second factor. */
  readonly pass: (signIn: ProvenSignIn) => Promise<RedirectOutcome>
}

/** A sign-in that has not changed its user yet. */
export interface UnchangedSignIn
  extends FoundChange, Omit<ProvenSignIn, 'user' | 'isNewUser' | 'evidence'> {}

/** The pages and forms for second factors. Only an app with second factors loads them. */
export interface SecondFactorFlows extends ConfirmFlows {
  readonly openGate: (ctx: SignInContext, secondFactor: ResolvedSecondFactor) => Gate
  /** Whether the user of a session has a second factor. */
  readonly hasFactor: (ctx: Context, current: CurrentUser) => Promise<boolean>
  /** Returns the ways in which the user of a session can prove a second factor. */
  readonly findWays: (ctx: Context, current: CurrentUser) => Promise<readonly ProofWay[]>
  /**
   * Checks the second factor that the user of a session typed, and returns its methods. Undefined if
   * the user has none.
   */
  readonly proveAgain: (
    ctx: RouteContext,
    current: CurrentUser,
  ) => Promise<readonly string[] | undefined>
  /**
   * Leads back to the page that asks for a first proof, after the provider did not give it. Undefined
   * if no sign-in of this browser waits for it.
   */
  readonly proveInstead: (
    ctx: RouteContext,
    providerId: string,
  ) => Promise<RedirectOutcome | undefined>
  /** Begins to ask for a passkey of a user who is known. */
  readonly askPasskey: (ctx: RouteContext, purpose: PasskeyPurpose) => Promise<AskedPasskey>
  /** Accepts the passkey that {@link SecondFactorFlows.askPasskey} asked for. */
  readonly acceptPasskey: (
    ctx: RouteContext,
    secondFactor: ResolvedSecondFactor,
    used: ProvenPasskey,
  ) => Promise<RedirectOutcome>
  /** Tells the owner of a passkey that was just added. */
  readonly notifyPasskeyAdded: (ctx: SignInContext, user: AdapterUser) => void
  /** Returns the recovery codes of a user, before a passkey is added or removed. */
  readonly findCodes: (ctx: Context, userId: string) => Promise<FormerCodes>
  /** Ends what is weaker than a passkey that was just added. */
  readonly passkeyAdded: (ctx: RouteContext, formerCodes: FormerCodes) => Promise<void>
  /** Removes what depends on a passkey that was just removed, and notifies the owner. */
  readonly passkeyRemoved: (
    ctx: SignInContext,
    current: CurrentUser,
    formerCodes: FormerCodes,
  ) => Promise<void>
  /** Completes the removal of a passkey that is already gone, if that has failed before its end. */
  readonly passkeyMissing: (ctx: SignInContext, current: CurrentUser) => Promise<void>
  readonly offerFactor: (ctx: Context) => Promise<OfferedFactor>
  readonly listFactors: (ctx: Context) => Promise<ListedFactors>
  readonly resetFactors: (
    config: ResolvedConfig,
    userId: string,
    request: Request | undefined,
  ) => Promise<void>
  readonly showSecondFactor: SecondFactorFlow
  readonly checkSecondFactor: SecondFactorFlow
  readonly showFactors: SecondFactorFlow
  readonly showAddFactor: SecondFactorFlow
  readonly addFactor: SecondFactorFlow
  readonly removeFactor: SecondFactorFlow
  readonly makeRecoveryCodes: SecondFactorFlow
}

/** What the options for the browser need, and what the ceremony is bound to. */
export interface AskedPasskey {
  readonly userId: string
  readonly passkeys: readonly AdapterAuthenticator[]
  readonly challenge: PasskeyChallenge
}

/** A passkey that has just been verified. */
export interface ProvenPasskey {
  readonly challenge: PasskeyChallenge
  readonly isUserVerified: boolean
  /** Stores that the passkey was used. */
  readonly recordUse: () => Promise<void>
}

/** An authenticator app that a user can set up. */
export interface OfferedFactor {
  /** The URL that authenticator apps read from a QR code. */
  readonly url: string
  /** The secret in base32, for users who type it. */
  readonly key: string
  /** The QR code as inline SVG. */
  readonly qrCode: string
}

/** An authenticator app, or a browser that is not asked again. */
export interface ListedFactor {
  /** For `removeFactor`. It cannot be used to sign in. */
  readonly id: string
  /** The name of the app, or the `User-Agent` header of the browser. */
  readonly name: string | null
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  /** When the browser is asked again. `null` for an app. */
  readonly expires: Date | null
}

/** What a user has set up. */
export interface ListedFactors {
  readonly apps: readonly ListedFactor[]
  readonly devices: readonly ListedFactor[]
  /** How many recovery codes are left. */
  readonly recoveryCodes: number
}

/** Answers a request to one of the routes for second factors. */
export type SecondFactorFlow = (
  ctx: RouteContext,
  secondFactor: ResolvedSecondFactor,
) => Promise<Outcome>

export async function loadSecondFactorFlows({
  loadFlows,
}: Pick<ResolvedSecondFactor, 'loadFlows'>): Promise<SecondFactorFlows> {
  // Only the methods of `latchkey/factors` have `loadFlows`, and they load these flows.
  return (await loadFlows()) as SecondFactorFlows
}
