import type { ResolvedWebAuthnProvider } from '../../config/webauthn-provider.js'
import { takeCeremony } from '../../context/ceremony-cookie.js'
import type { RouteContext } from '../../context/context.js'
import { browserAttempts } from '../../context/known-client.js'
import { countAttempt, countAttempts, countClient } from '../../context/limits.js'
import type { RedirectOutcome } from '../../context/outcome.js'
import { toStandardBase64 } from '../../crypto/base64.js'
import { sha256Base64url } from '../../crypto/digest.js'
import { AccountNotLinked, InvalidRequestBody } from '../../errors/request-errors.js'
import { WebAuthnVerificationError } from '../../errors/webauthn-errors.js'
import type { AdapterAuthenticator, AdapterUser } from '../../model/adapter.js'
import { twoFactors } from '../../session/authentication.js'
import { operationsOf } from '../../store/operations.js'
import type { SignInStart } from '../../store/sessions.js'
import { idOf } from '../../store/user-id.js'
import type { AuthenticationCeremony, Ceremony, PasskeyChallenge } from '../../webauthn/ceremony.js'
import {
  parseClientData,
  parseCredentialResponse,
  type CredentialResponse,
} from '../../webauthn/credential-response.js'
import {
  verifyAuthentication,
  verifyRegistration,
  type NewCredential,
  type UsedCredential,
} from '../../webauthn/verify.js'
import { completeSignIn } from '../complete-sign-in.js'
import { loadSecondFactorFlows } from '../second-factor/load-flows.js'
import { registerPasskey, type PasskeyRegistration } from './register-passkey.js'
import { spendOnce } from '../spend-once.js'
import { siteOf } from './ask-provider.js'

/** Completes a ceremony with the authenticator's response. */
export async function webauthnCallback(
  ctx: RouteContext,
  provider: ResolvedWebAuthnProvider,
): Promise<RedirectOutcome> {
  const { action, data } = ctx.fields
  switch (action) {
    case 'authenticate': {
      const counted = await countAttempts(ctx, await browserAttempts(ctx, 'passkey'))
      const outcome = await authenticate(ctx, provider, parseCredentialResponse(data, action))
      // Many users may sign in behind one address.
      for (const { giveBack } of counted) giveBack()
      return outcome
    }
    case 'register':
      await countClient(ctx)
      return register(ctx, provider, parseCredentialResponse(data, action))
    default:
      await countClient(ctx)
      throw new InvalidRequestBody('Expected `action` to be "authenticate" or "register".')
  }
}

async function authenticate(
  ctx: RouteContext,
  provider: ResolvedWebAuthnProvider,
  response: CredentialResponse,
): Promise<RedirectOutcome> {
  const ceremony = await requireCeremony(ctx, provider, response, 'authenticate')
  const credentialID = toStandardBase64(response.id)
  const { asked } = ceremony
  if (asked) await countAttempt(ctx, 'factor', asked.id, { until: asked.expires })
  // Sign-ins run one after the other, because each must see the counter that the previous one
  // stored.
  return operationsOf(ctx).runExclusive(`authenticator:${credentialID}`, async () => {
    const { known, user } = await findOwner(ctx, provider, credentialID)
    await requireNamed(ceremony, user)
    const site = siteOf(ctx, provider)
    const used = await verifyAuthentication(provider.config, site, ceremony, response, known)
    await spend(ctx, ceremony)
    const recordUse = (): Promise<void> => keepUse(ctx, known, used)
    if (asked) return acceptPasskey(ctx, asked, used, recordUse)
    const { providerAccountId } = known
    const account = { provider: provider.id, type: 'webauthn' as const, providerAccountId }
    return completeSignIn(ctx, {
      user,
      account: { ...account, userId: user.id },
      resolveUser: async () => {
        await recordUse()
        const evidence = { account, userId: user.id, isNew: false, isUnprovenSignUp: false }
        return { user, isNewUser: false, evidence }
      },
      amr: methodsOf(used),
      start: startOf(ceremony),
      callbackUrl: ctx.callbackUrl,
    })
  })
}

/** Accepts a passkey as the second factor of the pending sign-in or session that asked for it. */
async function acceptPasskey(
  ctx: RouteContext,
  challenge: PasskeyChallenge,
  { isUserVerified }: UsedCredential,
  recordUse: () => Promise<void>,
): Promise<RedirectOutcome> {
  const { secondFactor } = ctx.config
  if (!secondFactor) throw new WebAuthnVerificationError('The app has no second factors.')
  const flows = await loadSecondFactorFlows(secondFactor)
  return flows.acceptPasskey(ctx, secondFactor, { challenge, isUserVerified, recordUse })
}

async function register(
  ctx: RouteContext,
  provider: ResolvedWebAuthnProvider,
  response: CredentialResponse,
): Promise<RedirectOutcome> {
  const ceremony = await requireCeremony(ctx, provider, response, 'register')
  const site = siteOf(ctx, provider)
  const credential = await verifyRegistration(provider.config, site, ceremony, response)
  await spend(ctx, ceremony)
  const { user, taken, verified, linkTo, userHandle } = ceremony
  const start = startOf(ceremony)
  if (taken === 1) throw new AccountNotLinked('There is a user of this name or address already.')
  const { details, ...authenticator } = toAuthenticator(ctx, credential, response, userHandle)
  const { providerAccountId } = authenticator
  const account = { provider: provider.id, type: 'webauthn' as const, providerAccountId }
  const { secondFactor } = ctx.config
  const flows = secondFactor && (await loadSecondFactorFlows(secondFactor))
  const formerCodes = linkTo === undefined ? undefined : await flows?.findCodes(ctx, linkTo)
  const outcome = await completeSignIn(ctx, {
    user: { ...user, ...(linkTo !== undefined && { id: linkTo }), emailVerified: toDate(verified) },
    account: { ...account, ...(linkTo !== undefined && { userId: linkTo }) },
    resolveUser: () =>
      registerPasskey(ctx, { user, account, authenticator, details, linkTo, start }),
    amr: methodsOf(credential),
    isLink: linkTo !== undefined,
    start,
    callbackUrl: ctx.callbackUrl,
  })
  if (formerCodes) await flows?.passkeyAdded(ctx, formerCodes)
  return outcome
}

/** Returns the unfinished ceremony of this kind that this browser began at this provider. */
async function requireCeremony<K extends Ceremony['kind']>(
  ctx: RouteContext,
  { id }: ResolvedWebAuthnProvider,
  response: CredentialResponse,
  kind: K,
): Promise<Extract<Ceremony, { kind: K }>> {
  const ceremony = await takeCeremony(ctx, parseClientData(response).challenge)
  if (ceremony?.kind === kind && ceremony.providerId === id) {
    return ceremony as Extract<Ceremony, { kind: K }>
  }
  throw new WebAuthnVerificationError('No ceremony with this challenge is under way here.')
}

/** A passkey that has verified its user is two factors: what they have, and what they know or are. */
function methodsOf({ isUserVerified }: UsedCredential | NewCredential): readonly string[] {
  return isUserVerified ? ['pop', 'user', twoFactors] : ['pop', 'user']
}

function startOf({ startedAt }: Ceremony): SignInStart {
  return { at: startedAt, refusal: (message) => new WebAuthnVerificationError(message) }
}

/** Section 7.2, step 5: if the options named credentials, no other credential is accepted. */
async function requireNamed(
  { namedUser }: AuthenticationCeremony,
  user: AdapterUser,
): Promise<void> {
  if (namedUser === undefined || namedUser === (await sha256Base64url(idOf(user)))) return
  throw new WebAuthnVerificationError('The credential is not one of those that the options named.')
}

/** A challenge can be used once, even if the browser has kept its cookie. */
async function spend(ctx: RouteContext, { challenge, expires }: Ceremony): Promise<void> {
  if (await spendOnce(ctx, `challenge:${challenge}`, expires)) return
  throw new WebAuthnVerificationError('The challenge was used before.')
}

/** Finds the user who has the credential through its account at this provider. */
async function findOwner(
  ctx: RouteContext,
  { id }: ResolvedWebAuthnProvider,
  credentialID: string,
): Promise<{ readonly known: AdapterAuthenticator; readonly user: AdapterUser }> {
  const found = await operationsOf(ctx).findPasskey(credentialID, id)
  if (found) return { known: found.authenticator, user: found.user }
  throw new WebAuthnVerificationError('No user of this app has registered the credential.')
}

async function keepUse(
  ctx: RouteContext,
  { credentialID }: AdapterAuthenticator,
  { counter, isBackedUp }: UsedCredential,
): Promise<void> {
  const usedAt = new Date(ctx.now * 1000)
  await operationsOf(ctx).recordPasskeyUse({ credentialID, counter, isBackedUp, usedAt })
}

function toDate(seconds: number | undefined): Date | null {
  return seconds === undefined ? null : new Date(seconds * 1000)
}

function toAuthenticator(
  ctx: RouteContext,
  credential: NewCredential,
  { response: { transports = [] } }: CredentialResponse,
  userHandle: string,
): Pick<PasskeyRegistration, 'details'> & PasskeyRegistration['authenticator'] {
  const credentialID = toStandardBase64(credential.id)
  const now = new Date(ctx.now * 1000)
  return {
    credentialID,
    credentialPublicKey: toStandardBase64(credential.publicKey),
    counter: credential.counter,
    credentialDeviceType: credential.deviceType,
    credentialBackedUp: credential.isBackedUp,
    transports: transports.join(',') || null,
    providerAccountId: credentialID,
    details: { createdAt: now, lastUsedAt: now, userHandle },
  }
}
