import { asJson, type Fault } from './fault.js'

/** Stores that find what was not asked for. */
export const keyFaults: readonly Fault[] = [
  {
    what: 'finds addresses in any case',
    broken: (good) => ({
      createUser: async (user) => good.createUser(lowerCase(user, 'email')),
      getUserByEmail: async (email) => good.getUserByEmail(email.toLowerCase()),
    }),
    noticedBy: ['text: users keep special text', 'text: addresses are compared exactly'],
  },
  {
    what: 'finds session tokens in any case',
    broken: (good) => ({
      createSession: async (row) => ({
        ...(await good.createSession(lowerCase(row, 'sessionToken'))),
        sessionToken: row.sessionToken,
      }),
      getSessionAndUser: async (sessionToken) => {
        const found = await good.getSessionAndUser(sessionToken.toLowerCase())
        return found && { ...found, session: { ...found.session, sessionToken } }
      },
      updateSession: async (row) => good.updateSession(lowerCase(row, 'sessionToken')),
      deleteSession: async (token) => good.deleteSession(token.toLowerCase()),
    }),
    noticedBy: ['text: session tokens are compared exactly'],
  },
  {
    what: 'pads verification tokens with spaces',
    broken: (good) => ({
      createVerificationToken: async ({ token, ...row }) =>
        good.createVerificationToken({ ...row, token: token.trimEnd() }),
      useVerificationToken: async ({ token, identifier }) => {
        const used = await good.useVerificationToken({ identifier, token: token.trimEnd() })
        return used && { ...used, token }
      },
    }),
    noticedBy: ['text: verification tokens are compared exactly'],
  },
  {
    what: 'normalises the ids of accounts',
    broken: (good) => ({
      linkAccount: async (account) => good.linkAccount(normal(account)),
      getUserByAccount: async (keys) => good.getUserByAccount(normal(keys)),
      unlinkAccount: async (keys) => good.unlinkAccount(normal(keys)),
      getAccount: async (providerAccountId, provider) => {
        const found = await good.getAccount(providerAccountId.normalize(), provider)
        return found && { ...found, providerAccountId }
      },
    }),
    noticedBy: ['text: keys of accounts are compared exactly'],
  },
  {
    what: 'finds the ids of accounts in any case',
    broken: (good) => ({
      linkAccount: async (account) => good.linkAccount(lowerCase(account, 'providerAccountId')),
      getUserByAccount: async (keys) => good.getUserByAccount(lowerCase(keys, 'providerAccountId')),
      unlinkAccount: async (keys) => good.unlinkAccount(lowerCase(keys, 'providerAccountId')),
      getAccount: async (providerAccountId, provider) => {
        const found = await good.getAccount(providerAccountId.toLowerCase(), provider)
        return found && { ...found, providerAccountId }
      },
    }),
    noticedBy: [
      'user names: a user name is found in the spelling that was stored, and in no other',
      'text: keys of accounts are compared exactly',
    ],
  },
  {
    what: 'looks credential ids up in base64url',
    broken: (good) => ({
      createAuthenticator: async ({ credentialID, ...row }) => ({
        ...(await good.createAuthenticator({ ...row, credentialID: urlSafe(credentialID) })),
        credentialID,
      }),
      getAuthenticator: async (credentialID) => {
        const found = await good.getAuthenticator(urlSafe(credentialID))
        return found && { ...found, credentialID }
      },
      updateAuthenticatorCounter: async (credentialID, counter) => ({
        ...(await good.updateAuthenticatorCounter(urlSafe(credentialID), counter)),
        credentialID,
      }),
      updateAuthenticator: async ({ credentialID, ...changes }) => {
        const changed = { ...changes, credentialID: urlSafe(credentialID) }
        await good.updateAuthenticator(changed)
      },
      deleteAuthenticator: async (credentialID) => good.deleteAuthenticator(urlSafe(credentialID)),
      listAuthenticatorsByUserId: async (id) => {
        const found = await good.listAuthenticatorsByUserId(id)
        return found.map((row) => Object.assign(row, { credentialID: row.providerAccountId }))
      },
    }),
    noticedBy: [
      'authenticators: updateAuthenticator changes that authenticator only',
      'authenticators: deleteAuthenticator removes that authenticator only',
      'text: credential ids are compared exactly',
    ],
  },
  {
    what: 'looks sessions up in a plain object',
    broken: (good) => ({
      getSessionAndUser: async (token) =>
        token in {} ? asJson({ session: {}, user: {} }) : good.getSessionAndUser(token),
    }),
    noticedBy: ['text: nothing is found under a name that every object has, or by a wildcard'],
  },
  {
    what: 'runs the keys of tokens together',
    broken: (good) => ({
      createVerificationToken: async (row) =>
        good.createVerificationToken({ ...row, ...runTogether(row) }),
      useVerificationToken: async (pair) => {
        const used = await good.useVerificationToken(runTogether(pair))
        return used ? { ...used, ...pair } : good.useVerificationToken(pair)
      },
      consumeVerificationToken: async (pair) => {
        const used = await good.consumeVerificationToken(runTogether(pair))
        return used && { ...used, ...pair }
      },
    }),
    noticedBy: ['verification tokens: the two keys are not run together'],
  },
  {
    what: 'finds users by the id of the account alone',
    broken: (good) => {
      const providers = new Map<string, string>()
      return {
        linkAccount: async (account) => {
          providers.set(account.providerAccountId, account.provider)
          return good.linkAccount(account)
        },
        getUserByAccount: async ({ provider, providerAccountId }) =>
          (await good.getUserByAccount({ provider, providerAccountId })) ??
          good.getUserByAccount({
            provider: providers.get(providerAccountId) ?? provider,
            providerAccountId,
          }),
      }
    },
    noticedBy: [
      'accounts: getUserByAccount gives null unless both keys match',
      'accounts: one id at two providers is two accounts',
      'text: keys of accounts are compared exactly',
    ],
  },
  {
    what: 'deletes all tokens of an identifier at once',
    broken: (good) => {
      const tokens = new Map<string, string[]>()
      return {
        createVerificationToken: async (row) => {
          tokens.set(row.identifier, [...(tokens.get(row.identifier) ?? []), row.token])
          return good.createVerificationToken(row)
        },
        useVerificationToken: async ({ identifier, token }) => {
          const used = await good.useVerificationToken({ identifier, token })
          for (const other of tokens.get(identifier) ?? [])
            await good.useVerificationToken({ identifier, token: other })
          return used
        },
      }
    },
    noticedBy: [
      'verification tokens: a failed use leaves the token',
      'verification tokens: several tokens of one identifier coexist',
      'text: verification tokens are compared exactly',
    ],
  },
]

function lowerCase<T extends object>(row: T, name: keyof T): T {
  const value = row[name]
  return typeof value === 'string' ? { ...row, [name]: value.toLowerCase() } : row
}

function normal<T extends { providerAccountId: string }>(row: T): T {
  return { ...row, providerAccountId: row.providerAccountId.normalize() }
}

function urlSafe(text: string): string {
  return text.replaceAll('+', '-').replaceAll('/', '_')
}

function runTogether({ identifier, token }: { identifier: string; token: string }): {
  identifier: string
  token: string
} {
  return { identifier: `${identifier}:${token}`.replace('::', ':'), token: '' }
}
