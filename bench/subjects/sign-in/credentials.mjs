import AuthJsCredentials from '@auth/core/providers/credentials'
import Credentials from 'latchkey/providers/credentials'
import { claimsOf, emailOf, password } from '../visitor.mjs'
import { betterAuthSignIn } from './better-auth.mjs'
import { formPost, jsonPost } from './browser.mjs'
import { signInsOf } from './configs.mjs'

const entered = { email: emailOf(0), password }

/**
 * A sign-in with a password that is compared at once, for all of them: the hash of a password would
 * take more time than any library.
 */
export async function credentials() {
  /** @param {Partial<Record<string, unknown>>} given */
  const authorize = (given) =>
    given['email'] === entered.email && given['password'] === password
      ? { id: '42', name: 'Ada Lovelace', email: entered.email }
      : null
  const fields = { email: { label: 'E-mail' }, password: { label: 'Password', type: 'password' } }
  return [
    ...signInsOf(
      'credentials',
      'credentials',
      {
        ours: { providers: [Credentials({ credentials: fields, authorize })] },
        theirs: { providers: [AuthJsCredentials({ credentials: fields, authorize })] },
      },
      (handle) => handle(formPost('/auth/callback/credentials', entered)),
    ),
    await betterAuthSignIn(
      'credentials',
      'e-mail and password, memory store',
      {
        emailAndPassword: {
          enabled: true,
          password: {
            hash: async (/** @type {string} */ text) => text,
            verify: async (/** @type {{ hash: string, password: string }} */ given) =>
              given.hash === given.password,
          },
        },
      },
      (handle) => handle(jsonPost('/api/auth/sign-in/email', entered)),
      (auth) => auth.api.signUpEmail({ body: { ...entered, name: claimsOf(0).name } }),
    ),
  ]
}
