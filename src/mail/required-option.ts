import { InvalidProviderConfig } from '../errors/config-errors.js'
import type { EmailConfig } from '../model/email.js'

/** An option that its provider `requires`; throws when it is missing or empty. */
export function requiredOption(provider: EmailConfig, name: string): string {
  const value: unknown = Reflect.get(provider, name)
  if (typeof value === 'string' && value !== '') return value
  throw new InvalidProviderConfig(
    `Expected the provider "${provider.id}" to have the option \`${name}\`.`,
  )
}
