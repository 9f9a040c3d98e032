import type { AdapterSession } from '../../../src/model/adapter.js'
import { type Fault } from './fault.js'

/** Stores that are wrong about sessions, and about what has expired. */
export const sessionFaults: readonly Fault[] = [
  {
    what: 'hides expired sessions',
    broken: (good) => ({
      getSessionAndUser: async (token) => {
        const found = await good.getSessionAndUser(token)
        return found && isExpired(found.session) ? null : found
      },
      listSessionsByUserId: async (id) =>
        (await good.listSessionsByUserId(id)).filter((session) => !isExpired(session)),
    }),
    noticedBy: [
      'sessions: getSessionAndUser returns an expired session too',
      'sessions: expires is a Date, to the millisecond, as far as 9999',
      'sessions: deleteExpired removes what expired before the time, and nothing else',
      'devices: listSessionsByUserId gives the sessions of the user, expired ones too, and no others',
    ],
  },
  {
    what: 'hides expired verification tokens',
    broken: (good) => ({
      useVerificationToken: async (pair) => {
        const token = await good.useVerificationToken(pair)
        return token && token.expires.getTime() < Date.now() ? null : token
      },
    }),
    noticedBy: [
      'verification tokens: useVerificationToken returns an expired token too',
      'verification tokens: expires is a Date, to the millisecond, as far as 9999',
      'verification tokens: deleteExpired removes what expired before the time, and nothing else',
    ],
  },
  {
    what: 'deletes what expires now',
    broken: (good) => ({
      deleteExpired: async (now) => good.deleteExpired(new Date(now.getTime() + 1)),
    }),
    noticedBy: [
      'sessions: deleteExpired removes what expired before the time, and nothing else',
      'verification tokens: deleteExpired removes what expired before the time, and nothing else',
      'attempts: deleteExpired leaves a count that is not over',
    ],
  },
  {
    what: 'deletes nothing that expired',
    broken: () => ({ deleteExpired: () => undefined }),
    noticedBy: [
      'sessions: deleteExpired removes what expired before the time, and nothing else',
      'verification tokens: deleteExpired removes what expired before the time, and nothing else',
      'factors: deleteExpired removes factors that expired before the time, and no others',
    ],
  },
  {
    what: 'spares no session',
    broken: (good) => ({ deleteSessionsByUserId: async (id) => good.deleteSessionsByUserId(id) }),
    noticedBy: ['devices: deleteSessionsByUserId spares the excepted session'],
  },
  {
    what: 'forgets the details of sessions',
    broken: (good) => ({
      createSession: async ({ sessionToken, userId, expires }) =>
        good.createSession({ sessionToken, userId, expires }),
    }),
    noticedBy: [
      'devices: the details of a session come back',
      'devices: createdAt is a Date, to the millisecond, from 1970 to 9999',
      'devices: listed sessions are copies',
      'devices: deleteSessionsByProviderSession removes the sessions with both keys and no others',
      'factors: the time and the methods of an authentication are listed with the session',
      'factors: the beginning of time is a time of an authentication, and not none',
    ],
  },
  {
    what: 'ends the sessions of every provider with one session id',
    broken: (good) => {
      const providers = new Set<string>()
      return {
        createSession: async (session) => {
          if (session.provider) providers.add(session.provider)
          return good.createSession(session)
        },
        deleteSessionsByProviderSession: async ({ providerSessionId }) => {
          for (const provider of providers)
            await good.deleteSessionsByProviderSession({ provider, providerSessionId })
        },
      }
    },
    noticedBy: [
      'devices: deleteSessionsByProviderSession removes the sessions with both keys and no others',
    ],
  },
  {
    what: 'takes null for an id of a session at a provider',
    broken: (good) => ({
      createSession: async (session) =>
        good.createSession({ ...session, providerSessionId: session.providerSessionId ?? 'null' }),
      deleteSessionsByProviderSession: async ({ provider, providerSessionId }) =>
        good.deleteSessionsByProviderSession({
          provider,
          providerSessionId: providerSessionId ?? 'null',
        }),
    }),
    noticedBy: [
      'devices: a session without details has none',
      'devices: deleteSessionsByProviderSession takes no session for one with null',
    ],
  },
]

function isExpired({ expires }: AdapterSession): boolean {
  return expires.getTime() < Date.now()
}
