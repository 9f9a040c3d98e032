import { memoryAdapter } from 'latchkey/adapters/memory'
import { Auth, setPassword, skipCSRFCheck } from 'latchkey/core'
import Password from 'latchkey/providers/password'
import { claimsOf, emailOf, password, secret } from '../visitor.mjs'
import { betterAuthSignIn } from './better-auth.mjs'
import { formPost, jsonPost } from './browser.mjs'
import { signInSubject } from './subject.mjs'

const credentials = { email: emailOf(0), password }

/**
 * A sign-in with a password that both libraries hash with scrypt at the cost of better-auth, and a
 * session that both write to a store in memory.
 */
export async function passwordSignIns() {
  return [
    await latchkeySignIn(),
    await betterAuthSignIn(
      'password',
      'e-mail and password, memory store',
      { emailAndPassword: { enabled: true } },
      (handle) => handle(jsonPost('/api/auth/sign-in/email', credentials)),
      (auth) => auth.api.signUpEmail({ body: { ...credentials, name: claimsOf(0).name } }),
    ),
  ]
}

async function latchkeySignIn() {
  const adapter = memoryAdapter()
  const last = { email: '' }
  /** @type {any} */
  const config = {
    secret,
    trustHost: true,
    basePath: '/auth',
    skipCSRFCheck,
    limits: false,
    logger: { error() {}, warn() {}, debug() {} },
    adapter,
    session: { strategy: 'database' },
    providers: [Password({ hasher: { scheme: 'scrypt', ln: 14, r: 16, p: 1 } })],
    events: {
      /** @param {{ user: { email?: string | null | undefined } }} message */
      signIn({ user }) {
        last.email = user.email ?? ''
      },
    },
  }
  await adapter.createUser({ id: '42', email: credentials.email, emailVerified: new Date() })
  const { ok } = await setPassword(config, '42', password)
  if (!ok) throw new Error('The password was not set.')
  return signInSubject('latchkey', 'password', 'password, memory store', async () => {
    last.email = ''
    const response = await Auth(formPost('/auth/callback/password', credentials), config)
    return { response, email: last.email }
  })
}
