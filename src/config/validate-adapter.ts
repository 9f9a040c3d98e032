import type { TypedAuthError } from '../errors/auth-error.js'
import { InvalidConfig, MissingAdapter, MissingAdapterMethods } from '../errors/config-errors.js'
import type { Adapter } from '../model/adapter.js'
import type { AuthConfig } from '../model/config.js'
import type { SessionStrategy } from '../model/options.js'
import type { ProviderConfig } from '../model/provider.js'
import type { DefaultSession } from '../model/records.js'
import { formatValue } from './format-value.js'

type AnyConfig = AuthConfig<DefaultSession>
type Method = keyof Adapter

/** The methods that the `database` strategy needs, and that make JWT sessions revocable. */
export const sessionMethods: readonly Method[] = [
  'createSession',
  'getSessionAndUser',
  'updateSession',
  'deleteSession',
]

const setAdapter =
  'Set the option `adapter` to one of latchkey/adapters/kysely (SQL), latchkey/adapters/redis or latchkey/adapters/memory (for development).'

const methodsOfProviders: Readonly<Record<ProviderConfig['type'], readonly Method[]>> = {
  credentials: [],
  oauth: ['createUser', 'getUser', 'getUserByEmail', 'getUserByAccount', 'linkAccount'],
  oidc: ['createUser', 'getUser', 'getUserByEmail', 'getUserByAccount', 'linkAccount'],
  email: [
    'createUser',
    'getUserByEmail',
    'updateUser',
    'createVerificationToken',
    'useVerificationToken',
  ],
  webauthn: [
    'createUser',
    'getUser',
    'getUserByEmail',
    'getUserByAccount',
    'linkAccount',
    'getAccount',
    'getAuthenticator',
    'createAuthenticator',
    'listAuthenticatorsByUserId',
    'updateAuthenticatorCounter',
  ],
}

const methodsOfPasswords: readonly Method[] = [
  'getUser',
  'getUserByEmail',
  'getPassword',
  'setPassword',
  'deletePassword',
]

const methodsOfSecondFactors: readonly Method[] = [
  'getUser',
  'listFactorsByUserId',
  'createFactor',
  'useFactorStep',
  'deleteFactor',
  'replaceFactors',
  'listSessionsByUserId',
  'deleteSessionsByUserId',
]

const methodsOfGracePeriods: readonly Method[] = [
  'getUser',
  'deleteUser',
  'listFactorsByUserId',
  'useFactorStep',
  'deleteFactor',
  'replaceFactors',
  'listDueDeletions',
  'listSessionsByUserId',
  'deleteSessionsByUserId',
]

const methodsOfUserNames: readonly Method[] = [
  'getUserByAccount',
  'linkAccount',
  'unlinkAccount',
  'listAccountsByUserId',
]

/** Without these, the key that a token is bound to is not stored, and the token is worthless. */
const methodsOfBoundTokens: readonly Method[] = ['updateAccount', 'leaseAccount', 'swapTokens']

/**
 * Returns the configured strategy. The default is `database` with an adapter, and `jwt` without
 * one.
 */
export function chooseStrategy({
  session,
  adapter,
}: Pick<AnyConfig, 'session' | 'adapter'>): SessionStrategy {
  return session?.strategy ?? (adapter ? 'database' : 'jwt')
}

/** Whether JWT sessions should be revocable but the adapter cannot store their rows. */
export function lacksSessionMethods({ session, adapter }: AnyConfig): boolean {
  if (!adapter || session?.revocable === false) return false
  const isJwt = chooseStrategy({ session, adapter }) === 'jwt'
  return isJwt && sessionMethods.some((name) => typeof adapter[name] !== 'function')
}

/** Seconds. A larger `adapterTimeout` was probably meant as milliseconds. */
const longest = 600

/** Reports a missing adapter, or all missing methods of the adapter in one error. */
export function* adapterMistakes(
  config: AnyConfig,
  providers: readonly ProviderConfig[],
): Generator<TypedAuthError> {
  const { adapter, adapterTimeout: timeout } = config
  if (timeout !== undefined && !(Number.isFinite(timeout) && timeout >= 0 && timeout <= longest)) {
    yield new InvalidConfig(
      `Expected \`adapterTimeout\` to be seconds, from 0 to ${longest}, got ${formatValue(timeout)}.`,
    )
  }
  const types = new Set(providers.map((provider) => provider?.type))
  const passwords = providers.flatMap((one) => (one?.type === 'credentials' && one.passwords) || [])
  const hasPasswords = passwords.length > 0
  const hasUserNames = passwords.some(({ identifier }) => identifier !== 'email')
  if (adapter === undefined) {
    const reason = hasPasswords
      ? 'Passwords need a database for their hashes.'
      : config.secondFactor
        ? 'Second factors need a database.'
        : config.account
          ? 'The account page needs a database.'
          : reasonForAdapter(chooseStrategy(config), types)
    if (reason) yield new MissingAdapter(`${reason} ${setAdapter}`)
    return
  }
  if (typeof adapter !== 'object' || adapter === null) {
    yield new InvalidConfig(`Expected \`adapter\` to be an object, got ${formatValue(adapter)}.`)
    return
  }
  if (config.keepTokens === true) {
    yield new InvalidConfig(
      'The adapter stores the tokens of providers, so `keepTokens` has no effect. Remove it.',
    )
  }
  const isDatabase = chooseStrategy(config) === 'database'
  const needed = new Set<Method>(isDatabase ? sessionMethods : [])
  // A database session needs a user row, also for a user who signs in with credentials.
  if (isDatabase && types.has('credentials')) needed.add('getUser')
  if (hasPasswords) for (const method of methodsOfPasswords) needed.add(method)
  if (config.secondFactor) {
    for (const method of [...methodsOfSecondFactors, ...sessionMethods]) needed.add(method)
    // Codes are short, so their tries must be counted over all processes. What works once is spent in
    // the database, whatever counts the tries.
    const hasCounts = config.limits && config.limits.store
    if (!hasCounts || !adapter.createVerificationToken) needed.add('countAttempt')
  }
  if (config.account?.graceDays !== undefined) {
    for (const method of [...methodsOfGracePeriods, ...sessionMethods]) needed.add(method)
  }
  if (hasUserNames) for (const method of methodsOfUserNames) needed.add(method)
  for (const type of types) {
    for (const method of methodsOfProviders[type] ?? []) needed.add(method)
  }
  if (providers.some(bindsTokens)) {
    for (const method of methodsOfBoundTokens) needed.add(method)
  }
  const missing = [...needed].filter((name) => typeof adapter[name] !== 'function')
  if (missing.length > 0) {
    yield new MissingAdapterMethods(
      `Expected the adapter to have ${missing.map((name) => `\`${name}\``).join(', ')}. ` +
        'The session strategy or a provider needs them. Add the methods, or use another adapter.',
    )
  }
}

function bindsTokens(provider: ProviderConfig): boolean {
  return (provider?.type === 'oauth' || provider?.type === 'oidc') && provider.dpop === true
}

function reasonForAdapter(
  strategy: SessionStrategy,
  types: ReadonlySet<ProviderConfig['type']>,
): string | undefined {
  if (strategy === 'database') return 'Sessions of the strategy "database" need a database.'
  if (types.has('email')) return 'Sign-in by e-mail needs a database for its tokens.'
  return types.has('webauthn') ? 'Passkeys need a database for their public keys.' : undefined
}
