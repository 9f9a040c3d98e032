import { isCredentials } from '../config/providers.js'
import { resolveConfig } from '../config/resolve.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'

/** Names that sign-in forms give to what a person is known by. */
const identifierNames: readonly string[] = ['email', 'username', 'user', 'login', 'name', 'phone']

/** Types of an HTML input whose value stands on the screen while it is typed. */
const visibleTypes: readonly (string | undefined)[] = ['text', 'email', 'tel', 'url', 'search']

/** Names of fields that hold a secret, though many forms show it while it is typed. */
const secretName = /code|otp|token|recover|backup|secret|pass|pwd|pin|mfa|2fa|factor|answer/i

/**
 * The fields of sign-in forms that a page may show again after a failed sign-in: those with a usual
 * name for a person, and those that a provider declares with a visible type, unless their name is that
 * of a secret. All others may be secret.
 */
export function visibleFields<S extends DefaultSession>(given: AuthConfig<S>): readonly string[] {
  const providers = [...(resolveConfig(given).config?.providers.values() ?? [])]
  const declared = providers.filter(isCredentials).map(({ credentials }) => credentials)
  const fields = declared.flatMap((form) => Object.entries(form))
  const hidden = fields.filter(([, { type }]) => type === 'password').map(([name]) => name)
  const visible = fields.filter(([, { type }]) => visibleTypes.includes(type)).map(([name]) => name)
  const shown = visible.filter((name) => !secretName.test(name))
  return [...identifierNames, ...shown].filter((name) => !hidden.includes(name))
}
