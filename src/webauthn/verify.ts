import { decodeBase64url, encodeBase64url, toBase64url } from '../crypto/base64.js'
import { WebAuthnVerificationError } from '../errors/webauthn-errors.js'
import type { AdapterAuthenticator } from '../model/adapter.js'
import type { Awaitable } from '../model/awaitable.js'
import type { RelayingParty, WebAuthnConfig } from '../model/webauthn.js'
import type { AuthenticationCeremony, Ceremony } from './ceremony.js'
import { parseClientData, type CredentialResponse } from './credential-response.js'
import { wantedVerification } from './user-verification.js'

/** A new credential, which the authenticator has proven to own. */
export interface NewCredential {
  /** In base64url. */
  readonly id: string
  /** COSE key in base64url. */
  readonly publicKey: string
  readonly counter: number
  readonly deviceType: string
  readonly isBackedUp: boolean
  /** Whether the authenticator verified the user, for example by a PIN or a fingerprint. */
  readonly isUserVerified: boolean
}

/** The changed values of a known credential after a sign-in. */
export interface UsedCredential {
  readonly counter: number
  readonly isBackedUp: boolean
  /** Whether the authenticator verified the user, for example by a PIN or a fingerprint. */
  readonly isUserVerified: boolean
}

/** Verifies a registration. @see Web Authentication Level 3, section 7.1 */
export async function verifyRegistration(
  config: WebAuthnConfig,
  site: RelayingParty,
  ceremony: Ceremony,
  response: CredentialResponse,
): Promise<NewCredential> {
  refuseFrames(config, response)
  const { verifyRegistrationOptions: configured, registrationOptions } = config
  const selection = registrationOptions.authenticatorSelection
  const algorithms = configured?.supportedAlgorithmIDs ?? registrationOptions.supportedAlgorithmIDs
  const { verified, registrationInfo } = await askVerifier(() =>
    config.simpleWebAuthn.verifyRegistrationResponse({
      ...configured,
      ...(algorithms && { supportedAlgorithmIDs: algorithms }),
      ...expectations(config, site, ceremony),
      requireUserVerification: wantedVerification(selection, configured) === 'required',
      response,
    }),
  )
  if (!verified || !registrationInfo) throw refusal('The attestation does not verify.')
  const credential = readCredential(registrationInfo)
  if (credential.id !== response.id) throw refusal('The attestation is about another credential.')
  return credential
}

/** Verifies a sign-in with a known credential. @see Web Authentication Level 3, section 7.2 */
export async function verifyAuthentication(
  config: WebAuthnConfig,
  site: RelayingParty,
  ceremony: AuthenticationCeremony,
  response: CredentialResponse,
  known: AdapterAuthenticator,
): Promise<UsedCredential> {
  refuseFrames(config, response)
  refuseOtherHandle(ceremony, response, known)
  const { verifyAuthenticationOptions: configured, authenticationOptions } = config
  const isRequired = wantedVerification(authenticationOptions, configured) === 'required'
  const advanced = configured?.advancedFIDOConfig
  const { verified, authenticationInfo: info } = await askVerifier(() =>
    config.simpleWebAuthn.verifyAuthenticationResponse({
      ...configured,
      ...expectations(config, site, ceremony),
      ...(config.topOrigins && { expectedTopOrigin: config.topOrigins }),
      requireUserVerification: isRequired,
      // If `advancedFIDOConfig` is set, the package ignores `requireUserVerification`.
      ...(advanced &&
        isRequired && { advancedFIDOConfig: { ...advanced, userVerification: 'required' } }),
      response,
      ...storedCredential(known),
    }),
  )
  if (!verified) throw refusal('The signature does not verify.')
  const { credentialDeviceType: deviceType = known.credentialDeviceType } = info
  // Section 7.2: whether a credential can be backed up never changes.
  if (deviceType !== known.credentialDeviceType) {
    throw refusal('Whether the credential can be backed up has changed since its registration.')
  }
  return {
    counter: info.newCounter,
    isBackedUp: info.credentialBackedUp ?? false,
    isUserVerified: info.userVerified === true,
  }
}

/**
 * Sections 7.1 and 7.2: a frame on another site is accepted only if `topOrigins` contains that
 * site.
 */
function refuseFrames({ topOrigins = [] }: WebAuthnConfig, response: CredentialResponse): void {
  const { crossOrigin, topOrigin } = parseClientData(response)
  if (!crossOrigin) return
  // Not all browsers send `topOrigin`. If any site is allowed, such a response has to be accepted.
  const isAllowed = topOrigin === undefined ? topOrigins.length > 0 : topOrigins.includes(topOrigin)
  if (!isAllowed) throw refusal('The ceremony took place in a frame of another site.')
}

/** Section 7.2, step 6: the authenticator and the database must mean the same user. */
function refuseOtherHandle(
  { namedUser }: AuthenticationCeremony,
  { response: { userHandle } }: CredentialResponse,
  known: AdapterAuthenticator,
): void {
  if (userHandle === undefined) {
    if (namedUser !== undefined) return
    throw refusal('The authenticator did not send a user handle.')
  }
  // Tables of Auth.js have no column for the user handle.
  if (!known.userHandle || userHandle === known.userHandle) return
  throw refusal('The user handle is for another user.')
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

/** Passes the credential under the names of version 9 and of versions since 11. */
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

/** Since version 11 of the package, the credential is a separate member. */
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
    isUserVerified: given.userVerified === true,
  }
}

interface RegistrationInfo {
  readonly credential?: StoredNames | undefined
  readonly credentialID?: string | Uint8Array | undefined
  readonly credentialPublicKey?: Uint8Array | undefined
  readonly counter?: number | undefined
  readonly credentialDeviceType: string
  readonly credentialBackedUp: boolean
  readonly userVerified?: boolean | undefined
}

interface StoredNames {
  readonly id: string | Uint8Array
  readonly publicKey: Uint8Array
  readonly counter: number
}

/** Converts every error of the verification, because its input comes from the client. */
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
