import type { CredentialInputs, CredentialsConfig } from '../model/credentials.js'

/** The options of the `Credentials` provider. Only `authorize` is required. */
export interface CredentialsUserConfig<C extends CredentialInputs = CredentialInputs> {
  /** Default `credentials`. */
  id?: string | undefined
  /** Default `Credentials`. */
  name?: string | undefined
  /** The fields of the built-in form. Default: none. */
  credentials?: C | undefined
  /** Checks the submitted fields. Return the user, or `null` to refuse the sign-in. */
  authorize: CredentialsConfig<C>['authorize']
}

/**
 * Creates a provider for sign-in with a password, or with other fields that your app checks.
 *
 * `authorize` receives every field of `credentials` as text. The client chose these values, so
 * validate them. Return the user to sign in, or `null` to refuse.
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
