import { decodeBase64url } from '../crypto/base64.js'
import type { RelayingParty, WebAuthnConfig } from '../model/webauthn.js'
import { defaultLifetime, type RegistrationCeremony } from './ceremony.js'
import { wantedVerification } from './user-verification.js'

/** A credential as options name it. @see Web Authentication Level 3, section 5.8.3 */
export interface CredentialDescriptor {
  /** In base64url. */
  readonly id: string
  readonly type: 'public-key'
  readonly transports?: readonly string[] | undefined
}

/** Options for the browser, as JSON; a challenge is always among them. */
export type CeremonyOptions = Readonly<Record<string, unknown>> & { readonly challenge: string }

/** Options for a sign-in with one of `allowed`; with any credential of this site when it is empty. */
export async function makeRequestOptions(
  config: WebAuthnConfig,
  site: RelayingParty,
  allowed: readonly CredentialDescriptor[],
): Promise<CeremonyOptions> {
  const { authenticationOptions: wishes, simpleWebAuthn } = config
  const made = await simpleWebAuthn.generateAuthenticationOptions({
    ...wishes,
    timeout: lifetimeOf(wishes) * 1000,
    userVerification: wantedVerification(wishes, config.verifyAuthenticationOptions),
    rpID: site.id,
  })
  // Written here: the versions of the package take them in different forms, and give them in one.
  return { ...made, ...(allowed.length > 0 && { allowCredentials: allowed }) }
}

/** Options for a new credential, on an authenticator that has none of `known`. */
export async function makeCreationOptions(
  config: WebAuthnConfig,
  site: RelayingParty,
  { user, userHandle }: Pick<RegistrationCeremony, 'user' | 'userHandle'>,
  known: readonly CredentialDescriptor[],
): Promise<CeremonyOptions> {
  const { registrationOptions: wishes, simpleWebAuthn } = config
  const selection = wishes.authenticatorSelection
  const name = user.email ?? user.name ?? site.name
  const displayName = user.name ?? name
  const made = await simpleWebAuthn.generateRegistrationOptions({
    ...wishes,
    timeout: lifetimeOf(wishes) * 1000,
    authenticatorSelection: {
      ...selection,
      userVerification: wantedVerification(selection, config.verifyRegistrationOptions),
    },
    rpID: site.id,
    rpName: site.name,
    userID: decodeBase64url(userHandle),
    userName: name,
    userDisplayName: displayName,
  })
  return { ...made, user: { id: userHandle, name, displayName }, excludeCredentials: known }
}

/** Seconds that the person has; whole ones, because a cookie lives no others. */
export function lifetimeOf(wishes: { readonly timeout?: number | undefined } | undefined): number {
  return wishes?.timeout === undefined ? defaultLifetime : Math.ceil(wishes.timeout / 1000)
}

/** Whether credentials of this provider are found by the authenticator itself. */
export function areDiscoverable({ registrationOptions }: WebAuthnConfig): boolean {
  return registrationOptions.authenticatorSelection?.residentKey === 'required'
}
