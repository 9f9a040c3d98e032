import {
  defaultEmailLabel,
  type WebAuthnConfig,
  type WebAuthnUserConfig,
} from '../model/webauthn.js'
import { defaultRelayingParty, defaultUserInfo } from '../webauthn/default-hooks.js'
import { simpleWebAuthn } from '../webauthn/simple-webauthn.js'

/**
 * Signs in with security keys and passkeys. Needs the package `@simplewebauthn/server`, an adapter
 * with the authenticator methods, and `experimental: { enableWebAuthn: true }`.
 *
 * Accepts every authenticator that can store a credential. `Passkey` is stricter.
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
      email: {
        label: defaultEmailLabel,
        type: 'email',
        required: true,
        autocomplete: 'username webauthn',
      },
    },
    getRelayingParty: defaultRelayingParty,
    getUserInfo: defaultUserInfo,
    simpleWebAuthn,
    loadFlows,
    options: {
      ...options,
      registrationOptions: {
        ...wishes,
        authenticatorSelection: {
          // With a discoverable credential, the server does not have to send a list of credential
          // ids, which every visitor could read.
          residentKey: 'required',
          ...wishes?.authenticatorSelection,
        },
      },
    },
  }
}

async function loadFlows(): Promise<unknown> {
  const { passkeyFlows } = await import('../flows/passkey/passkey-flows.js')
  return passkeyFlows
}
