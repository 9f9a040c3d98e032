import type { TypedAuthError } from '../errors/auth-error.js'
import { InvalidConfig } from '../errors/config-errors.js'
import type { AuthConfig } from '../model/config.js'
import type { ProviderConfig } from '../model/provider.js'
import type {
  SecondFactorMethod,
  SecondFactorOptions,
  SecondFactorType,
} from '../model/second-factor.js'
import { formatValue } from './format-value.js'

/** The option `secondFactor` with every default filled in. */
export interface ResolvedSecondFactor {
  readonly types: ReadonlySet<SecondFactorType>
  readonly required: NonNullable<SecondFactorOptions['required']>
  /** For how many days a browser is remembered. Undefined if browsers are not remembered. */
  readonly deviceDays: number | undefined
  readonly loadFlows: SecondFactorMethod['loadFlows']
}

/** Returns the resolved option. It must be valid, see {@link secondFactorMistakes}. */
export function resolveSecondFactor(
  given: SecondFactorOptions | undefined,
): ResolvedSecondFactor | undefined {
  const first = given?.methods[0]
  if (!given || !first) return undefined
  return {
    types: new Set(given.methods.map(({ type }) => type)),
    required: given.required ?? 'if-enrolled',
    deviceDays: deviceDaysOf(given.rememberDevice),
    loadFlows: first.loadFlows,
  }
}

const defaultDays = 30
const mostDays = 365

function deviceDaysOf(given: SecondFactorOptions['rememberDevice']): number | undefined {
  if (!given) return undefined
  return given === true ? defaultDays : given.days
}

/** Reports what is wrong with the option. */
export function* secondFactorMistakes(
  given: SecondFactorOptions | undefined,
  { compatibility, session }: Pick<AuthConfig, 'compatibility' | 'session'>,
): Generator<TypedAuthError> {
  if (given === undefined) return
  if (session?.revocable === false) {
    yield new InvalidConfig(
      '`secondFactor` needs sessions that can be revoked, because a user who adds, removes or loses a factor must be signed out elsewhere. Remove `session.revocable: false`, or remove `secondFactor`.',
    )
  }
  if (compatibility) {
    yield new InvalidConfig(
      'Servers with Auth.js do not ask for a second factor. Remove `compatibility` before you set `secondFactor`.',
    )
  }
  const { methods, required = 'if-enrolled', rememberDevice } = given
  if (!Array.isArray(methods) || methods.length === 0 || !methods.every(isMethod)) {
    yield new InvalidConfig(
      'Expected `secondFactor.methods` to be a list with at least one method of `latchkey/factors`, such as `authenticatorApp()`.',
    )
  }
  const isKnown = typeof required === 'function' || ['never', 'if-enrolled'].includes(required)
  if (!isKnown) {
    yield new InvalidConfig(
      `Expected \`secondFactor.required\` to be 'never', 'if-enrolled' or a function, got ${formatValue(required)}.`,
    )
  }
  const days = deviceDaysOf(rememberDevice)
  if (days !== undefined && !(Number.isInteger(days) && days >= 1 && days <= mostDays)) {
    yield new InvalidConfig(
      `Expected \`secondFactor.rememberDevice\` to be true, false or { days } with 1 to ${mostDays} days, got ${formatValue(rememberDevice)}.`,
    )
  }
}

/** Reports what does not fit together: the option and the providers. */
export function* factorProviderMistakes(
  given: SecondFactorOptions | undefined,
  providers: readonly ProviderConfig[],
): Generator<TypedAuthError> {
  if (!Array.isArray(given?.methods)) return
  const types = new Set(given.methods.map((method: SecondFactorMethod | undefined) => method?.type))
  const passkeyProviders = providers.filter((provider) => provider?.type === 'webauthn').length
  if (types.has('passkey') && passkeyProviders !== 1) {
    yield new InvalidConfig(
      `Expected one passkey provider for \`passkey()\` in \`secondFactor.methods\`, got ${passkeyProviders}. Add \`Passkey()\` of \`latchkey/providers/passkey\` to \`providers\` once.`,
    )
  }
  if (types.has('email-code') && !providers.some((provider) => provider?.type === 'email')) {
    yield new InvalidConfig(
      'Expected an e-mail provider for `emailCode()` in `secondFactor.methods`. Add one to `providers`, with `signIn: false` if it is not for sign-ins.',
    )
  }
  if (types.has('email-code') && typeof given.required !== 'function') {
    yield new InvalidConfig(
      'Codes are mailed only to users who must have a second factor. Set `secondFactor.required` to a function, or remove `emailCode()`.',
    )
  }
  if (typeof given.required !== 'function') return
  if (passkeyProviders > 0 && !types.has('passkey')) {
    yield new InvalidConfig(
      'The app has passkeys, and `secondFactor.required` is a function. Add `passkey()` of `latchkey/factors` to `secondFactor.methods`. Without it, a password alone could set up a new factor for a user who has a passkey.',
    )
  }
  if (!types.has('totp')) {
    yield new InvalidConfig(
      'Users who must have a second factor set up an authenticator app. Add `authenticatorApp()` of `latchkey/factors` to `secondFactor.methods`, or remove the function `secondFactor.required`.',
    )
  }
}

const knownTypes: ReadonlySet<unknown> = new Set<SecondFactorType>([
  'totp',
  'passkey',
  'email-code',
])

function isMethod(given: unknown): given is SecondFactorMethod {
  const method = given as Partial<SecondFactorMethod> | null | undefined
  return typeof method?.loadFlows === 'function' && knownTypes.has(method.type)
}
