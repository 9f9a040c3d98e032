import type { CredentialInputs, CredentialsConfig } from '../model/credentials.js'

/** What `Credentials` is given: `authorize`, and whatever else should differ from the defaults. */
export interface CredentialsUserConfig<C extends CredentialInputs = CredentialInputs> {
  /** Default `credentials`. */
  id?: string | undefined
  /** Default `Credentials`. */
  name?: string | undefined
  /** Fields of the built-in form. Default none. */
  credentials?: C | undefined
  /** Checks what was submitted; `null` refuses it. */
  authorize: CredentialsConfig<C>['authorize']
}

/**
 * Makes a provider that signs in whoever `authorize` accepts.
 *
 * `authorize` sees the fields of `credentials` as text; what it says, the client chose.
 *
 * @example
 * ```ts
 * import Credentials from 'latchkey/providers/credentials'
 * import type { User } from 'latchkey'
 *
 * declare function findUser(email: string, password: string): Promise<User | null>
 *
 * export const password = Credentials({
 *   credentials: {
 *     email: { label: 'E-mail', type: 'email', required: true },
 *     password: { label: 'Password', type: 'password', required: true },
 *   },
 *   async authorize({ email, password }) {
 *     return findUser(email, password)
 *   },
 * })
 * ```
 */
export default function Credentials<const C extends CredentialInputs = CredentialInputs>(
  config: CredentialsUserConfig<C>,
): CredentialsConfig {
  return {
    id: config.id ?? 'credentials',
    name: config.name ?? 'Credentials',
    type: 'credentials',
    credentials: config.credentials ?? {},
    authorize: config.authorize,
  }
}
