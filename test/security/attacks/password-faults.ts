import type { AuthConfig } from '../../../src/core.js'
import type { Adapter } from '../../../src/model/adapter.js'
import type { CredentialsConfig } from '../../../src/model/credentials.js'
import type {
  CheckedPassword,
  PasswordHashing,
  PasswordMethod,
} from '../../../src/model/password.js'
import { createHasher } from '../../../src/passwords/hasher.js'
import Password from '../../../src/providers/password.js'
import type { AttackTarget } from '../../../src/testing/attack/target.js'
import { cheap } from '../../support/apps/password-app.js'
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
  {
    what: 'has a database that ignores accents and spaces, and believes it',
    alter: (config) => {
      const { adapter } = config
      const getUserByEmail = async (email: string) => {
        for (const stored of [email, email.replace('u', '\u00fc'), `${email} `]) {
          const found = await adapter?.getUserByEmail?.(stored)
          if (found) return { ...found, email }
        }
        return null
      }
      return { ...config, adapter: { ...adapter, getUserByEmail } }
    },
    noticedBy: ['FP3, CVE-2024-27295'],
  },
  {
    what: 'ends no mailed link',
    change: (target) => ({ ...target, moveClock: async () => undefined }),
    noticedBy: ['FP6, CVE-2026-52809'],
  },
  {
    what: 'hashes nothing for an unknown user',
    alter: (config) =>
      changingPasswords(
        config,
        (passwords) => ({
          signIn: async (host, run, credentials) =>
            (await host.findUserByEmail(String(credentials['email'])))
              ? passwords.signIn(host, run, credentials)
              : null,
        }),
        costly,
      ),
    noticedBy: ['FP11, CVE-2024-39329'],
  },
  {
    what: 'lets every sign-in wait for its hash',
    alter: (config) =>
      storingPasswords(
        { ...config, limits: false },
        Password({ hasher: cheap, hashesWaiting: 10_000 }),
      ),
    wrap: (send) => async (request) => {
      const isSignIn = request.url.endsWith('/callback/password')
      if (isSignIn) await new Promise((resolve) => setTimeout(resolve, 4000))
      return send(request)
    },
    noticedBy: ['FP17: two hundred sign-ins'],
    reason: 'to be refused',
  },
  {
    what: 'answers no request before the sign-ins that came first',
    wrap: (send) => {
      let last = Promise.resolve()
      return async (request) => {
        const pause = request.url.endsWith('/callback/password') ? 10 : 0
        last = last.then(() => new Promise((resolve) => setTimeout(resolve, pause)))
        await last
        return send(request)
      }
    },
    noticedBy: ['FP17: two hundred sign-ins'],
    reason: 'a session to be read',
  },
  {
    what: 'needs more memory with each request',
    change: (target) => {
      let used = 0
      return { ...target, readMemory: async () => (used += 2 ** 29) }
    },
    noticedBy: ['FP17: two hundred sign-ins'],
    reason: 'the memory to grow',
  },
  {
    what: 'computes one key for all passwords',
    alter: (config) => readingPbkdf2(config, (found) => found),
    noticedBy: ['FP18, CVE-2025-6545'],
  },
  {
    what: 'computes another key than the standard',
    alter: (config) => readingPbkdf2(config, () => null),
    noticedBy: ['FP18, CVE-2025-6545'],
  },
  {
    what: 'writes a new hash late, whatever was written in the meantime',
    alter: (config) => {
      const { adapter } = config
      const setPassword: Adapter['setPassword'] = async (userId, row, expectedHash) => {
        const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
        const before = await adapter?.getPassword?.(userId)
        let now = null
        if (before && before.stamp !== row.stamp) {
          // The sign-in finds the old password meanwhile.
          await pause(500)
        } else if (before) {
          // However long the change of the password takes, this write follows it.
          for (let round = 0; round < 100 && (now ?? before).stamp === before.stamp; round += 1) {
            await pause(20)
            now = await adapter?.getPassword?.(userId)
          }
        }
        return adapter?.setPassword?.(userId, row, now ? now.hash : expectedHash) ?? false
      }
      return { ...config, adapter: { ...adapter, setPassword } }
    },
    noticedBy: ['FP19: a new hash'],
  },
  {
    what: 'asks no service for leaked passwords',
    alter: (config) => storingPasswords(config, Password({ hasher: cheap })),
    noticedBy: ['FP20: the check for leaked passwords sends'],
  },
  {
    what: 'tells the service for leaked passwords who chooses one',
    alter: (config, { rangeService }) =>
      askingService(config, async (input, init) => {
        const { url, headers } = new Request(input, init)
        return rangeService.fetch(`${url}?user=1`, { headers })
      }),
    noticedBy: ['FP20: the check for leaked passwords sends'],
  },
  {
    what: 'follows the service for leaked passwords elsewhere',
    alter: (config, { rangeService }) =>
      askingService(config, async (url, init) =>
        rangeService.fetch(url, { ...init, redirect: 'follow' }),
      ),
    noticedBy: ['FP20: a service for leaked passwords that redirects'],
  },
  {
    what: 'counts known browsers with strangers behind the same address',
    change: (target) => {
      let count = 0
      const sendFrom: NonNullable<AttackTarget['sendFrom']> = async (address, request) => {
        if (request.method === 'POST') count += 1
        return count > 60
          ? new Response(null, { status: 429 })
          : (target.sendFrom?.(address, request) ?? new Response(null, { status: 404 }))
      }
      return { ...target, sendFrom }
    },
    noticedBy: ['FP23: a stranger behind the same address'],
  },
]

/** A hash takes long enough to be noticed. */
const costly = { scheme: 'scrypt', ln: 14 } as const

/** Signs in with a stored hash of PBKDF2 as `choose` says, whatever the password is. */
function readingPbkdf2(
  config: AuthConfig,
  choose: (found: CheckedPassword) => CheckedPassword | null,
): AuthConfig {
  return changingPasswords(config, (passwords) => ({
    signIn: async (host, run, credentials) => {
      const user = await host.findUserByEmail(String(credentials['email']))
      const stored = user && (await host.findPassword(user.id))
      return user && stored?.hash.startsWith('$pbkdf2')
        ? choose({ user, stored })
        : passwords.signIn(host, run, credentials)
    },
  }))
}

function askingService(config: AuthConfig, fetch: typeof globalThis.fetch): AuthConfig {
  return storingPasswords(config, Password({ hasher: cheap, breached: { fetch } }))
}

function changingPasswords(
  config: AuthConfig,
  change: (passwords: PasswordMethod) => Partial<PasswordMethod>,
  hasher: PasswordHashing = cheap,
): AuthConfig {
  const provider = Password({ hasher })
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
