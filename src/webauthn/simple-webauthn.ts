import { InvalidProviderConfig } from '../errors/config-errors.js'
import type { SimpleWebAuthn } from '../model/webauthn.js'

/**
 * The functions of `@simplewebauthn/server`. The package is imported when one is called for the
 * first time.
 */
export const simpleWebAuthn: SimpleWebAuthn = {
  generateAuthenticationOptions: async (options) =>
    (await load()).generateAuthenticationOptions(options),
  generateRegistrationOptions: async (options) =>
    (await load()).generateRegistrationOptions(options),
  verifyAuthenticationResponse: async (options) =>
    (await load()).verifyAuthenticationResponse(options),
  verifyRegistrationResponse: async (options) => (await load()).verifyRegistrationResponse(options),
}

async function load(): Promise<SimpleWebAuthn> {
  try {
    return await import('@simplewebauthn/server')
  } catch (cause) {
    throw new InvalidProviderConfig(
      'Passkeys need the package `@simplewebauthn/server`. Run `npm install @simplewebauthn/server`.',
      { cause },
    )
  }
}
