import type { WebAuthnConfig, WebAuthnUserConfig } from '../model/webauthn.js'
import WebAuthn from './webauthn.js'

/**
 * Signs in with passkeys: the authenticator keeps the credential and verifies the person.
 *
 * The same as `WebAuthn` under the id `passkey`, with that required and not just wished for.
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
