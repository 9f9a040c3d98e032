import type { Awaitable } from '../../../src/model/awaitable.js'
import { textOf, type Fault } from './fault.js'

/** Stores that let two win, or the second. */
export const raceFaults: readonly Fault[] = [
  {
    what: 'checks, then deletes a used token',
    broken: (good) => ({ useVerificationToken: racing(good.useVerificationToken, textOf) }),
    noticedBy: ['races: of 20 uses of one verification token one gets it'],
  },
  {
    what: 'checks, then deletes a consumed token',
    broken: (good) => ({ consumeVerificationToken: racing(good.consumeVerificationToken, textOf) }),
    noticedBy: ['races: of 20 uses by consumeVerificationToken one gets the token, and none fails'],
  },
  {
    what: 'asks whether an address is free, then inserts',
    broken: (good) => ({ createUser: racing(good.createUser, (user) => user.email) }),
    noticedBy: ['races: of 20 users with one address one is created'],
  },
  {
    what: 'asks whether an address is free, then updates',
    broken: (good) => ({ updateUser: racing(good.updateUser, ({ id, email }) => email ?? id) }),
    noticedBy: ['races: of 20 users who change to one address one gets it'],
  },
  {
    what: 'asks whether an account is linked, then inserts',
    broken: (good) => ({ linkAccount: racing(good.linkAccount, (row) => row.providerAccountId) }),
    noticedBy: [
      'user names: of 20 users who take one user name at once one gets it',
      'races: of 20 links of one account one is made',
    ],
  },
  {
    what: 'asks whether a session exists, then inserts',
    broken: (good) => ({ createSession: racing(good.createSession, (row) => row.sessionToken) }),
    noticedBy: ['races: of 20 sessions with one token one is created'],
  },
  {
    what: 'asks whether a token exists, then inserts',
    broken: (good) => ({ createVerificationToken: racing(good.createVerificationToken, textOf) }),
    noticedBy: ['races: of 20 equal verification tokens one is created'],
  },
  {
    what: 'asks whether an authenticator exists, then inserts',
    broken: (good) => ({
      createAuthenticator: racing(good.createAuthenticator, (row) => row.credentialID),
    }),
    noticedBy: ['races: of 20 authenticators with one credential id one is created'],
  },
  {
    what: 'gives the user who has the address instead of refusing a second one',
    broken: (good) => ({
      createUser: async (user) => (await good.getUserByEmail(user.email)) ?? good.createUser(user),
    }),
    noticedBy: ['users: createUser refuses a taken address and changes nothing'],
  },
  {
    what: 'moves a linked account to the next user',
    broken: (good) => ({
      linkAccount: async (account) => {
        await good.unlinkAccount(account)
        return good.linkAccount(account)
      },
    }),
    noticedBy: ['accounts: linkAccount refuses an account that is linked, and changes nothing'],
  },
  {
    what: 'overwrites a session with the same token',
    broken: (good) => ({
      createSession: async (session) => {
        await good.deleteSession(session.sessionToken)
        return good.createSession(session)
      },
    }),
    noticedBy: ['sessions: createSession refuses a taken token and changes nothing'],
  },
  {
    what: 'overwrites an equal verification token',
    broken: (good) => ({
      createVerificationToken: async (token) => {
        await good.useVerificationToken(token)
        return good.createVerificationToken(token)
      },
    }),
    noticedBy: [
      'verification tokens: createVerificationToken refuses a taken pair and changes nothing',
    ],
  },
  {
    what: 'swallows the refusal of a second authenticator',
    broken: (good) => ({
      createAuthenticator: async (row) =>
        Promise.resolve(good.createAuthenticator(row)).catch(() => row),
    }),
    noticedBy: [
      'authenticators: createAuthenticator refuses a taken credential id and changes nothing',
      'races: of 20 authenticators with one credential id one is created',
    ],
  },
]

/** Calls with one key that come at the same time all get what the first one gets. */
export function racing<Args extends readonly unknown[], R>(
  method: (...args: Args) => Awaitable<R>,
  keyOf: (...args: Args) => string,
): (...args: Args) => Promise<R> {
  const underWay = new Map<string, Promise<R>>()
  return async (...args) => {
    const key = keyOf(...args) ?? crypto.randomUUID()
    const running = underWay.get(key) ?? Promise.resolve(method(...args))
    underWay.set(key, running)
    return running.finally(() => underWay.delete(key))
  }
}
