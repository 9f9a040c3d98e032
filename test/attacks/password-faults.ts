import type { AuthConfig } from '../../src/core.js'
import type { CredentialsConfig } from '../../src/model/credentials.js'
import type { PasswordMethod } from '../../src/model/password.js'
import { createHasher } from '../../src/passwords/hasher.js'
import Password from '../../src/providers/password.js'
import { cheap } from '../passwords/password-app.js'
import { readPosted, repost, type Fault } from './fault.js'

/** Ways in which an application with passwords is weaker than it should be. */
export const passwordFaults: readonly Fault[] = [
  {
    what: 'mails one link to every address that a sign-up names',
    wrap: (send) => async (request) => {
      const text = await request.clone().text()
      const [first] = text.match(/[\w-]+@attack\.test/g) ?? []
      return request.url.endsWith('/signup') && first !== undefined
        ? repost(send, request, { email: first })
        : send(request)
    },
    change: (target) => {
      const named: string[] = []
      const { send, readMails } = target
      return {
        ...target,
        send: async (request) => {
          const text = await request.clone().text()
          const found = text.match(/[\w-]+@attack\.test/g) ?? []
          if (request.url.endsWith('/signup') && found.length > 1) named.push(...found)
          return send?.(request) ?? new Response(null, { status: 404 })
        },
        readMails: async (address) => {
          const all = named.includes(address) ? new Set(named) : [address]
          const mails = []
          for (const one of all) mails.push(...((await readMails?.(one)) ?? []))
          return mails
        },
      }
    },
    noticedBy: ['FP1, CVE-2023-7028: a sign-up that names two'],
  },
  {
    what: 'stores the password of a sign-up for a user who has none',
    change: ({ send, adapter, ...target }) => ({
      ...target,
      adapter,
      send: async (request) => {
        const { email, password } = await readPosted(request)
        if (request.url.endsWith('/signup') && typeof password === 'string') {
          const user = await adapter?.getUserByEmail?.(String(email))
          const hash = await createHasher({ hashing: cheap }).hash(password)
          const row = { hash, stamp: 'x', changedAt: new Date(), mustChange: false }
          if (user) await adapter?.setPassword?.(user.id, row, null)
        }
        return send?.(request) ?? new Response(null, { status: 404 })
      },
    }),
    noticedBy: ['FP10: a sign-up with the address of a user of a provider'],
  },
  {
    what: 'signs in a user whose hash it cannot read',
    alter: (config) =>
      changingPasswords(config, (passwords) => ({
        signIn: async (host, run, credentials) => {
          const found = await passwords.signIn(host, run, credentials)
          const user = await host.findUserByEmail(String(credentials['email']))
          const stored = user && (await host.findPassword(user.id))
          return stored && !stored.hash.startsWith('$scrypt$ln=4,') ? { user, stored } : found
        },
      })),
    noticedBy: ['FP15: a sign-in with a stored hash', 'FP16: a sign-in with a damaged hash'],
  },
  {
    what: 'forgets that a password must be changed',
    alter: (config) => {
      const { adapter } = config
      const getPassword = async (userId: string) => {
        const found = await adapter?.getPassword?.(userId)
        return found ? { ...found, mustChange: false } : null
      }
      return { ...config, adapter: { ...adapter, getPassword } }
    },
    noticedBy: [
      'FP21: a password that must be changed',
      'FP22: a password that must be changed confirms',
    ],
  },
  {
    what: 'takes any text for the current password',
    alter: (config) =>
      changingPasswords(config, () => ({
        verify: async () => true,
        check: async (_host, _run, stored) => stored,
      })),
    noticedBy: ['FP22: a session without the current password'],
  },
  {
    what: 'locks a user out of every way to sign in after wrong passwords',
    wrap: (send) => {
      let count = 0
      return async (request) => {
        if (!/\/callback\/\w+$/.test(request.url)) return send(request)
        if (request.url.endsWith('/callback/password')) count += 1
        return count > 10 ? new Response(null, { status: 429 }) : send(request)
      }
    },
    noticedBy: ['FP23: a stranger who guesses passwords does not lock out the passkey'],
  },
  {
    what: 'allows every password',
    alter: (config) => storingPasswords(config, Password({ hasher: cheap, blocklist: false })),
    noticedBy: ['FP21: a password that everyone tries first'],
  },
]

function changingPasswords(
  config: AuthConfig,
  change: (passwords: PasswordMethod) => Partial<PasswordMethod>,
): AuthConfig {
  const provider = Password({ hasher: cheap })
  const { passwords } = provider
  if (!passwords) throw new Error('The provider stores no passwords.')
  const changed = { ...passwords, ...change(passwords) }
  return storingPasswords(config, { ...provider, passwords: changed })
}

function storingPasswords(config: AuthConfig, provider: CredentialsConfig): AuthConfig {
  const providers = config.providers.map((one) =>
    'id' in one && one.id === 'password' ? provider : one,
  )
  return { ...config, providers }
}
