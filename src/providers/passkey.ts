import type { WebAuthnConfig, WebAuthnUserConfig } from '../model/webauthn.js'
import WebAuthn from './webauthn.js'

/**
 * Signs in with passkeys. The authenticator stores the credential and verifies the user.
 *
 * Like `WebAuthn`, but with the id `passkey`, and user verification is required instead of
 * preferred.
 *
 * @see https://www.w3.org/TR/webauthn-3/
 */
export default function Passkey(options: WebAuthnUserConfig = {}): WebAuthnConfig {
  return {
    ...WebAuthn(options),
    id: 'passkey',
    name: 'Passkey',
    verifyAuthenticationOptions: { requireUserVerification: true },
    verifyRegistrationOptions: { requireUserVerification: true },
  }
}
