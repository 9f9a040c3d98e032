import { decodeBase64url, encodeBase64url, toBase64url } from '../crypto/base64.js'
import { WebAuthnVerificationError } from '../errors/webauthn-errors.js'
import type { AdapterAuthenticator } from '../model/adapter.js'
import type { Awaitable } from '../model/awaitable.js'
import type { RelayingParty, WebAuthnConfig } from '../model/webauthn.js'
import type { AuthenticationCeremony, Ceremony } from './ceremony.js'
import { parseClientData, type CredentialResponse } from './credential-response.js'
import { wantedVerification } from './user-verification.js'

/** A credential whose authenticator has proven to have it. */
export interface NewCredential {
  /** In base64url. */
  readonly id: string
  /** COSE key in base64url. */
  readonly publicKey: string
  readonly counter: number
  readonly deviceType: string
  readonly isBackedUp: boolean
}

/** What a sign-in tells about a credential that is known. */
export interface UsedCredential {
  readonly counter: number
  readonly isBackedUp: boolean
}

/** Checks a registration. @see Web Authentication Level 3, section 7.1 */
export async function verifyRegistration(
  config: WebAuthnConfig,
  site: RelayingParty,
  ceremony: Ceremony,
  response: CredentialResponse,
): Promise<NewCredential> {
  refuseFrames(config, response)
  const { verifyRegistrationOptions: wishes, registrationOptions } = config
  const selection = registrationOptions.authenticatorSelection
  const algorithms = wishes?.supportedAlgorithmIDs ?? registrationOptions.supportedAlgorithmIDs
  const { verified, registrationInfo } = await askVerifier(() =>
    config.simpleWebAuthn.verifyRegistrationResponse({
      ...wishes,
      ...(algorithms && { supportedAlgorithmIDs: algorithms }),
      ...expectations(config, site, ceremony),
      requireUserVerification: wantedVerification(selection, wishes) === 'required',
      response,
    }),
  )
  if (!verified || !registrationInfo) throw refusal('The attestation does not verify.')
  const credential = readCredential(registrationInfo)
  if (credential.id !== response.id) throw refusal('The attestation is about another credential.')
  return credential
}

/** Checks a sign-in with a credential that is known. @see Web Authentication Level 3, section 7.2 */
export async function verifyAuthentication(
  config: WebAuthnConfig,
  site: RelayingParty,
  ceremony: AuthenticationCeremony,
  response: CredentialResponse,
  known: AdapterAuthenticator,
): Promise<UsedCredential> {
  refuseFrames(config, response)
  refuseOtherHandle(ceremony, response, known)
  const { verifyAuthenticationOptions: wishes, authenticationOptions } = config
  const isRequired = wantedVerification(authenticationOptions, wishes) === 'required'
  const advanced = wishes?.advancedFIDOConfig
  const { verified, authenticationInfo: info } = await askVerifier(() =>
    config.simpleWebAuthn.verifyAuthenticationResponse({
      ...wishes,
      ...expectations(config, site, ceremony),
      ...(config.topOrigins && { expectedTopOrigin: config.topOrigins }),
      requireUserVerification: isRequired,
      // With it, the package looks at nothing else that says whether the person must be verified.
      ...(advanced &&
        isRequired && { advancedFIDOConfig: { ...advanced, userVerification: 'required' } }),
      response,
      ...storedCredential(known),
    }),
  )
  if (!verified) throw refusal('The signature does not verify.')
  const { credentialDeviceType: deviceType = known.credentialDeviceType } = info
  // Section 7.2: whether a credential can be backed up is settled when it is made.
  if (deviceType !== known.credentialDeviceType) {
    throw refusal('The credential says otherwise than before whether it can be backed up.')
  }
  return { counter: info.newCounter, isBackedUp: info.credentialBackedUp ?? false }
}

/** Sections 7.1 and 7.2: in a frame of another site only where that site is allowed to. */
function refuseFrames({ topOrigins = [] }: WebAuthnConfig, response: CredentialResponse): void {
  const { crossOrigin, topOrigin } = parseClientData(response)
  if (!crossOrigin) return
  // Not all browsers tell the site around the frame; where some site is allowed, they must do.
  const isAllowed = topOrigin === undefined ? topOrigins.length > 0 : topOrigins.includes(topOrigin)
  if (!isAllowed) throw refusal('The ceremony took place in a frame of another site.')
}

/** Section 7.2, step 6: the person whom the authenticator means is the one whom the database means. */
function refuseOtherHandle(
  { namedUser }: AuthenticationCeremony,
  { response: { userHandle } }: CredentialResponse,
  known: AdapterAuthenticator,
): void {
  if (userHandle === undefined) {
    if (namedUser !== undefined) return
    throw refusal('The authenticator does not say whose the credential is.')
  }
  // Tables that Auth.js made have no column for it.
  if (!known.userHandle || userHandle === known.userHandle) return
  throw refusal('The authenticator has the credential for another user.')
}

function expectations(
  { relatedOrigins = [] }: WebAuthnConfig,
  site: RelayingParty,
  { challenge }: Ceremony,
): Record<string, unknown> {
  return {
    expectedChallenge: challenge,
    expectedOrigin: [site.origin, ...relatedOrigins],
    expectedRPID: site.id,
  }
}

/** Under the names of version 9 of the package, and of those since 11. */
function storedCredential(known: AdapterAuthenticator): Record<string, unknown> {
  const id = toBase64url(known.credentialID)
  const publicKey = decodeBase64url(toBase64url(known.credentialPublicKey))
  const { counter } = known
  return {
    credential: { id, publicKey, counter },
    authenticator: {
      credentialID: decodeBase64url(id),
      credentialPublicKey: publicKey,
      counter,
    },
  }
}

/** Versions since 11 of the package put the credential into a member of its own. */
function readCredential(info: object): NewCredential {
  const given = info as RegistrationInfo
  const { id, publicKey, counter } = given.credential ?? {
    id: given.credentialID,
    publicKey: given.credentialPublicKey,
    counter: given.counter,
  }
  if (id === undefined || publicKey === undefined) {
    throw refusal('The attestation has no credential.')
  }
  return {
    id: typeof id === 'string' ? id : encodeBase64url(id),
    publicKey: encodeBase64url(publicKey),
    counter: counter ?? 0,
    deviceType: given.credentialDeviceType,
    isBackedUp: given.credentialBackedUp,
  }
}

interface RegistrationInfo {
  readonly credential?: StoredNames | undefined
  readonly credentialID?: string | Uint8Array | undefined
  readonly credentialPublicKey?: Uint8Array | undefined
  readonly counter?: number | undefined
  readonly credentialDeviceType: string
  readonly credentialBackedUp: boolean
}

interface StoredNames {
  readonly id: string | Uint8Array
  readonly publicKey: Uint8Array
  readonly counter: number
}

/** Whatever the verification stumbles over is in what a stranger sent. */
async function askVerifier<T>(verify: () => Awaitable<T>): Promise<T> {
  try {
    return await verify()
  } catch (cause) {
    throw new WebAuthnVerificationError('The response does not verify.', { cause })
  }
}

function refusal(message: string): WebAuthnVerificationError {
  return new WebAuthnVerificationError(message)
}
