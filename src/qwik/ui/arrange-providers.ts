import type { SignInProvider } from '../../core.js'

/**
 * Sorts services before forms, and what this browser used last before its equals. Leaves passkeys out,
 * because they need a script.
 */
export function arrangeProviders(providers: readonly SignInProvider[]): readonly SignInProvider[] {
  return providers
    .filter(({ type }) => type !== 'webauthn')
    .sort((one, other) => rank(one) - rank(other))
}

function rank({ fields, isLastUsed }: SignInProvider): number {
  return (fields.length > 0 ? 2 : 0) + (isLastUsed ? 0 : 1)
}
