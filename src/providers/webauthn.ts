import type { WebAuthnConfig, WebAuthnUserConfig } from '../model/webauthn.js'
import { defaultRelayingParty, defaultUserInfo } from '../webauthn/default-hooks.js'
import { simpleWebAuthn } from '../webauthn/simple-webauthn.js'

/**
 * Signs in with security keys and passkeys. Needs the package `@simplewebauthn/server`, an adapter
 * with the methods about authenticators, and `experimental: { enableWebAuthn: true }`.
 *
 * Every authenticator will do that can keep a credential; `Passkey` is the stricter one.
 *
 * @see https://www.w3.org/TR/webauthn-3/
 */
export default function WebAuthn(options: WebAuthnUserConfig = {}): WebAuthnConfig {
  const { registrationOptions: wishes } = options
  return {
    id: 'webauthn',
    name: 'WebAuthn',
    type: 'webauthn',
    enableConditionalUI: true,
    simpleWebAuthnBrowserVersion: 'v14',
    registrationOptions: {},
    formFields: {
      email: { label: 'E-mail', type: 'email', required: true, autocomplete: 'username webauthn' },
    },
    getRelayingParty: defaultRelayingParty,
    getUserInfo: defaultUserInfo,
    simpleWebAuthn,
    options: {
      ...options,
      registrationOptions: {
        ...wishes,
        authenticatorSelection: {
          // Without it the authenticator would have to be told its credentials, and everybody with it.
          residentKey: 'required',
          ...wishes?.authenticatorSelection,
        },
      },
    },
  }
}
