import type { TypedAuthError } from '../errors/auth-error.js'
import { InvalidConfig, InvalidGracePeriod } from '../errors/config-errors.js'
import type { AccountPage, AccountSection } from '../model/account.js'
import type { AuthConfig } from '../model/config.js'
import { formatValue } from './format-value.js'

const sections: ReadonlySet<unknown> = new Set<AccountSection>([
  'profile',
  'address',
  'password',
  'accounts',
  'passkeys',
  'secondFactor',
  'sessions',
  'activity',
  'export',
  'delete',
])

/** Reports what is wrong with the option `account`. */
export function* accountMistakes(
  given: AccountPage | undefined,
  { compatibility, session }: Pick<AuthConfig, 'compatibility' | 'session'>,
): Generator<TypedAuthError> {
  if (given === undefined) return
  if (typeof given !== 'object' || typeof given?.loadFlows !== 'function') {
    yield new InvalidConfig(
      `Expected \`account\` to be \`accountPage()\` of \`latchkey/account\`, got ${formatValue(given)}.`,
    )
    return
  }
  const { hide = [], beforeDelete, exportData, graceDays } = given
  const unknown: unknown = Array.isArray(hide) ? hide.find((one) => !sections.has(one)) : hide
  if (unknown !== undefined) {
    const names = [...sections].join(', ')
    yield new InvalidConfig(
      `Expected \`hide\` of \`accountPage()\` to be a list of ${names}, got ${formatValue(unknown)}.`,
    )
  }
  for (const [name, value] of Object.entries({ beforeDelete, exportData })) {
    if (value === undefined || typeof value === 'function') continue
    yield new InvalidConfig(
      `Expected \`${name}\` of \`accountPage()\` to be a function, got ${formatValue(value)}.`,
    )
  }
  if (graceDays !== undefined) yield* graceMistakes(graceDays, { compatibility, session })
}

const mostDays = 365

function* graceMistakes(
  graceDays: unknown,
  { compatibility, session }: Pick<AuthConfig, 'compatibility' | 'session'>,
): Generator<TypedAuthError> {
  const isValid =
    Number.isInteger(graceDays) && Number(graceDays) >= 1 && Number(graceDays) <= mostDays
  if (!isValid) {
    yield new InvalidGracePeriod(
      `Expected \`graceDays\` of \`accountPage()\` to be a whole number from 1 to ${mostDays}, got ${formatValue(graceDays)}. Leave it out to delete accounts at once.`,
    )
  }
  if (session?.revocable === false) {
    yield new InvalidGracePeriod(
      '`graceDays` needs sessions that can be revoked, because a user who deletes the account must be signed out everywhere. Remove `session.revocable: false`, or remove `graceDays`.',
    )
  }
  if (compatibility) {
    yield new InvalidGracePeriod(
      'Servers with Auth.js would sign in a user who is to be deleted. Remove `compatibility` before you set `graceDays`.',
    )
  }
}
