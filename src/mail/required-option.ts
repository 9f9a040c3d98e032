import { InvalidProviderConfig } from '../errors/config-errors.js'
import type { EmailConfig } from '../model/email.js'

/** Returns an option that the provider `requires`. Throws if it is missing or empty. */
export function requiredOption(provider: EmailConfig, name: string): string {
  const value: unknown = Reflect.get(provider, name)
  if (typeof value === 'string' && value !== '') return value
  throw new InvalidProviderConfig(
    `Expected the provider "${provider.id}" to have the option \`${name}\`.`,
  )
}
