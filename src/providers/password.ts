import type { CredentialInput, CredentialsConfig } from '../model/credentials.js'
import type { PasswordOptions } from '../model/password.js'
import { createPasswordMethod } from '../passwords/password-method.js'

export type {
  BreachedPasswords,
  FirebaseParameters,
  ForeignHashes,
  PasswordHashing,
  PasswordIdentifier,
  PasswordOptions,
  PasswordPepper,
} from '../model/password.js'

/** The options of the `Password` provider. All are optional. */
export interface PasswordUserConfig extends PasswordOptions {
  /** Default `password`. */
  id?: string | undefined
  /** Default `Password`. */
  name?: string | undefined
}

const email: CredentialInput = {
  label: 'E-mail address',
  type: 'email',
  required: true,
  autocomplete: 'username',
}
const username: CredentialInput = {
  label: 'User name',
  type: 'text',
  required: true,
  autocomplete: 'username',
  autocapitalize: 'none',
  spellcheck: 'false',
  dir: 'ltr',
}

const nameFields = {
  email: { email },
  username: { username },
  either: { username: { ...username, label: 'E-mail address or user name' } },
}

/**
 * Signs in with an e-mail address or a user name, and a password that your database stores as a hash.
 *
 * Needs an adapter with the password methods: memory, Kysely or Redis, or any adapter with
 * `withPasswords`. `setPassword` of `latchkey/core` sets a user's password.
 *
 * @example
 * ```ts
 * import Password from 'latchkey/providers/password'
 *
 * export const password = Password({ breached: true, words: ['example shop'] })
 * ```
 */
export default function Password({
  id = 'password',
  name = 'Password',
  ...options
}: PasswordUserConfig = {}): CredentialsConfig {
  return {
    id,
    name,
    type: 'credentials',
    credentials: {
      ...nameFields[options.identifier ?? 'email'],
      password: {
        label: 'Password',
        type: 'password',
        required: true,
        autocomplete: 'current-password',
      },
    },
    // Another engine does not know `passwords`, and must not sign anyone in.
    authorize: () => null,
    passwords: createPasswordMethod(options, loadFlows),
  }
}

async function loadFlows(): Promise<unknown> {
  const { passwordFlows } = await import('../flows/password/password-flows.js')
  return passwordFlows
}
