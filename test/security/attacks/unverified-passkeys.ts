import type { AuthConfig } from '../../../src/core.js'
import WebAuthn from '../../../src/providers/webauthn.js'

/** Lets passkeys sign in that did not verify their user. */
export function withUnverifiedPasskeys(config: AuthConfig): AuthConfig {
  const providers = config.providers.map((one) =>
    'id' in one && one.id === 'passkey' ? unverifiedPasskey() : one,
  )
  return { ...config, providers }
}

function unverifiedPasskey(): ReturnType<typeof WebAuthn> {
  const verification = { requireUserVerification: false }
  return {
    ...WebAuthn(),
    id: 'passkey',
    name: 'Passkey',
    verifyAuthenticationOptions: verification,
    verifyRegistrationOptions: verification,
  }
}
