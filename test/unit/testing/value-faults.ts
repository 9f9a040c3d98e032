import { asJson, type Fault } from './fault.js'

/** Stores that give back something else than they were given. */
export const valueFaults: readonly Fault[] = [
  {
    what: 'gives dates as text',
    broken: (good) => ({
      getSessionAndUser: async (token) => asJson(await good.getSessionAndUser(token)),
    }),
    noticedBy: [
      'users: deleteUser leaves other users alone',
      'sessions: getSessionAndUser reads a session with its user',
      'sessions: updateSession changes when a session expires',
      'sessions: createSession refuses a taken token and changes nothing',
      'sessions: getSessionAndUser returns an expired session too',
      'sessions: expires is a Date, to the millisecond, as far as 9999',
      'sessions: updateSession leaves a field that is undefined',
      'sessions: updateSession changes that session only',
      'sessions: deleteExpired removes what expired before the time, and nothing else',
      'sessions: sessions given and returned are copies',
      'text: sessions keep special text',
      'text: session tokens are compared exactly',
      'text: keys may be as long as their standards allow',
      'transactions: a transaction keeps all writes',
      'transactions: a transaction that fails undoes changes and deletions',
      'transactions: two transactions at once are both kept',
      'transactions: of two transactions at once the failing one alone is undone',
    ],
  },
  {
    what: 'cuts the milliseconds off sessions',
    broken: (good) => ({
      createSession: async (session) =>
        good.createSession({ ...session, expires: inSeconds(session.expires) }),
    }),
    noticedBy: ['sessions: expires is a Date, to the millisecond, as far as 9999'],
  },
  {
    what: 'cannot tell the year 9999',
    broken: (good) => ({
      createVerificationToken: (token) => {
        if (token.expires.getFullYear() > 2038) throw new RangeError('Out of range.')
        return good.createVerificationToken(token)
      },
    }),
    noticedBy: ['verification tokens: expires is a Date, to the millisecond, as far as 9999'],
  },
  {
    what: 'takes 1970 for no date',
    broken: (good) => ({
      updateUser: async ({ emailVerified, ...user }) =>
        good.updateUser({ ...user, ...(emailVerified?.getTime() ? { emailVerified } : {}) }),
    }),
    noticedBy: ['users: emailVerified is a Date, to the millisecond, from 1970 to 9999'],
  },
  {
    what: 'cuts text at a NUL',
    broken: (good) => ({
      createUser: async (user) =>
        good.createUser(user.email ? { ...user, email: user.email.split('\0')[0] ?? '' } : user),
    }),
    noticedBy: ['text: text with a NUL is refused or kept, never cut'],
  },
  {
    what: 'cuts tokens of accounts at 4 kB',
    broken: (good) => ({
      linkAccount: async (account) =>
        good.linkAccount({ ...account, id_token: account.id_token?.slice(0, 4096) }),
    }),
    noticedBy: ['accounts: tokens of 8 kB come back whole, and expires_at as a number'],
  },
  {
    what: 'gives big numbers as text',
    broken: (good) => ({
      getAccount: async (id, provider) => {
        const found = await good.getAccount(id, provider)
        return found && asJson({ ...found, expires_at: found.expires_at?.toString() })
      },
    }),
    noticedBy: [
      'accounts: tokens of 8 kB come back whole, and expires_at as a number',
      'tokens: leaseAccount records the holder, and leaves the tokens as they are',
      'tokens: swapTokens changes nothing unless the tokens are the expected ones',
      'tokens: swapTokens changes that account only',
      'authenticators: getAccount finds an account',
      'text: accounts keep special text',
    ],
  },
  {
    what: 'gives booleans as numbers',
    broken: (good) => ({
      getAuthenticator: async (id) => {
        const found = await good.getAuthenticator(id)
        return found && asJson({ ...found, credentialBackedUp: Number(found.credentialBackedUp) })
      },
    }),
    noticedBy: [
      'authenticators: getAuthenticator finds an authenticator',
      'authenticators: updateAuthenticatorCounter stores the counter and returns the row',
      'authenticators: createAuthenticator refuses a taken credential id and changes nothing',
      'authenticators: credentialBackedUp is a boolean, and counter a number of 32 bits',
      'authenticators: updateAuthenticatorCounter changes that authenticator only',
      'authenticators: an authenticator may name no transports',
      'authenticators: authenticators given and returned are copies',
      'authenticators: the details of an authenticator come back',
      'authenticators: createdAt and lastUsedAt are Dates, to the millisecond, from 1970 to 9999',
      'authenticators: updateAuthenticator changes the given fields, leaves undefined and clears null',
      'authenticators: updateAuthenticator does nothing if there is nothing to change',
      'authenticators: updateAuthenticator changes that authenticator only',
      'authenticators: what updateAuthenticator is given and returns are copies',
      'authenticators: deleteAuthenticator frees the credential id',
      'text: a credential id may have 1023 bytes',
    ],
  },
  {
    what: 'has 31 bits for a counter',
    broken: (good) => ({
      updateAuthenticatorCounter: async (id, counter) => {
        if (counter > 0x7fff_ffff) throw new RangeError('Out of range.')
        return good.updateAuthenticatorCounter(id, counter)
      },
    }),
    noticedBy: ['authenticators: credentialBackedUp is a boolean, and counter a number of 32 bits'],
  },
  {
    what: 'gives undefined for nothing',
    broken: (good) => ({
      getUser: async (id) => (await good.getUser(id)) ?? asJson(undefined),
      getUserByAccount: async (keys) => (await good.getUserByAccount(keys)) ?? asJson(undefined),
    }),
    noticedBy: [
      'users: getUser gives null for an unknown id',
      'accounts: getUserByAccount gives null for an unknown account',
    ],
  },
  {
    what: 'returns a column of its own with a token',
    broken: (good) => ({
      useVerificationToken: async (pair) => {
        const used = await good.useVerificationToken(pair)
        return used && { id: 1, ...used }
      },
    }),
    noticedBy: ['verification tokens: useVerificationToken returns the token, nothing added'],
  },
  {
    what: 'has one user without address at most',
    broken: (good) => ({
      createUser: async (user) => good.createUser({ ...user, email: user.email ?? 'null' }),
    }),
    noticedBy: ['users: createUser takes any number of users without address'],
  },
]

function inSeconds(date: Date): Date {
  return new Date(Math.floor(date.getTime() / 1000) * 1000)
}
