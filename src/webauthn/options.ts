import { decodeBase64url } from '../crypto/base64.js'
import type { RelayingParty, WebAuthnConfig } from '../model/webauthn.js'
import { defaultLifetime, type RegistrationCeremony } from './ceremony.js'
import { wantedVerification } from './user-verification.js'

/** A credential in the options for the browser. @see Web Authentication Level 3, section 5.8.3 */
export interface CredentialDescriptor {
  /** In base64url. */
  readonly id: string
  readonly type: 'public-key'
  readonly transports?: readonly string[] | undefined
}

/** Options for the browser, as JSON. They always contain a challenge. */
export type CeremonyOptions = Readonly<Record<string, unknown>> & { readonly challenge: string }

/**
 * Returns the options for a sign-in with one of `allowed`. If it is empty, any credential of this
 * site is accepted.
 */
export async function makeRequestOptions(
  config: WebAuthnConfig,
  site: RelayingParty,
  allowed: readonly CredentialDescriptor[],
): Promise<CeremonyOptions> {
  const { authenticationOptions: configured, simpleWebAuthn } = config
  const made = await simpleWebAuthn.generateAuthenticationOptions({
    ...configured,
    timeout: lifetimeOf(configured) * 1000,
    userVerification: wantedVerification(configured, config.verifyAuthenticationOptions),
    rpID: site.id,
  })
  // Added here, because the versions of the package accept this list in different formats.
  return { ...made, ...(allowed.length > 0 && { allowCredentials: allowed }) }
}

/**
 * Returns the options for a new credential. An authenticator that has one of `known` is excluded.
 */
export async function makeCreationOptions(
  config: WebAuthnConfig,
  site: RelayingParty,
  { user, userHandle }: Pick<RegistrationCeremony, 'user' | 'userHandle'>,
  known: readonly CredentialDescriptor[],
): Promise<CeremonyOptions> {
  const { registrationOptions: configured, simpleWebAuthn } = config
  const selection = configured.authenticatorSelection
  const name = user.email ?? user.name ?? site.name
  const displayName = user.name ?? name
  const made = await simpleWebAuthn.generateRegistrationOptions({
    ...configured,
    timeout: lifetimeOf(configured) * 1000,
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

/**
 * Seconds that the user has. Rounded up, because the lifetime of a cookie is a whole number of
 * seconds.
 */
export function lifetimeOf(options: { readonly timeout?: number | undefined } | undefined): number {
  return options?.timeout === undefined ? defaultLifetime : Math.ceil(options.timeout / 1000)
}

/** Whether the authenticator can find this provider's credentials by itself. */
export function areDiscoverable({ registrationOptions }: WebAuthnConfig): boolean {
  return registrationOptions.authenticatorSelection?.residentKey === 'required'
}
