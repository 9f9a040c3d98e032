import { isCredentials } from '../config/providers.js'
import { resolveConfig } from '../config/resolve.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'

/** Names that sign-in forms give to what a person is known by. */
const identifierNames: readonly string[] = ['email', 'username', 'user', 'login', 'name', 'phone']

/** Types of an HTML input whose value stands on the screen while it is typed. */
const visibleTypes: readonly (string | undefined)[] = ['text', 'email', 'tel', 'url', 'search']

/**
 * The fields of sign-in forms that a page may show again after a failed sign-in: those with a usual
 * name for a person, and those that a provider declares with a visible type. All others may be secret.
 */
export function visibleFields<S extends DefaultSession>(given: AuthConfig<S>): readonly string[] {
  const providers = [...(resolveConfig(given).config?.providers.values() ?? [])]
  const declared = providers.filter(isCredentials).map(({ credentials }) => credentials)
  const fields = declared.flatMap((form) => Object.entries(form))
  const hidden = fields.filter(([, { type }]) => type === 'password').map(([name]) => name)
  const visible = fields.filter(([, { type }]) => visibleTypes.includes(type)).map(([name]) => name)
  return [...identifierNames, ...visible].filter((name) => !hidden.includes(name))
}
