import type { TypedAuthError } from '../errors/auth-error.js'
import { InvalidConfig } from '../errors/config-errors.js'
import type { AccountPage, AccountSection } from '../model/account.js'
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
export function* accountMistakes(given: AccountPage | undefined): Generator<TypedAuthError> {
  if (given === undefined) return
  if (typeof given !== 'object' || typeof given?.loadFlows !== 'function') {
    yield new InvalidConfig(
      `Expected \`account\` to be \`accountPage()\` of \`latchkey/account\`, got ${formatValue(given)}.`,
    )
    return
  }
  const { hide = [], beforeDelete, exportData } = given
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
}
