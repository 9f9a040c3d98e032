import type { Awaitable } from '../model/awaitable.js'
import type { AttemptCount } from '../model/limits.js'
import { strict, type CaseRow } from './adapter-case.js'
import { expectEqual, expectFields, captureResult } from './expectations.js'
import {
  hour,
  keysOf,
  newAccount,
  newAttempt,
  newAuthenticator,
  newSession,
  newToken,
  newUser,
  pairOf,
  unique,
  rivals,
} from './rows.js'

const numbers = Array.from({ length: rivals }, (_, position) => position + 1)

/** Cases for parallel calls: for a unique or one-time value, exactly one call succeeds. */
export const raceCases: readonly CaseRow[] = [
  strict(
    'of 20 uses of one verification token one gets it',
    ['createVerificationToken', 'useVerificationToken'],
    async (adapter) => {
      const token = newToken()
      await adapter.createVerificationToken(token)
      const won = await winners(() => adapter.useVerificationToken(pairOf(token)))
      expectEqual(won.length, 1, 'the number of uses that got the token')
      expectFields(won[0], token, 'the token')
    },
  ),

  strict(
    'of 20 uses by consumeVerificationToken one gets the token, and none fails',
    ['createVerificationToken', 'consumeVerificationToken'],
    async (adapter) => {
      const token = newToken()
      await adapter.createVerificationToken(token)
      const consume = async () => adapter.consumeVerificationToken(pairOf(token))
      const got = await Promise.all(Array.from({ length: rivals }, consume))
      const won = got.filter(Boolean)
      expectEqual(won.length, 1, 'the number of uses that got the token')
      expectFields(won[0], token, 'the token')
    },
  ),

  strict(
    'of 20 verification tokens used at once each is got',
    ['createVerificationToken', 'useVerificationToken'],
    async (adapter) => {
      const { identifier } = newToken()
      const tokens = Array.from({ length: rivals }, () => newToken({ identifier }))
      await Promise.all(tokens.map(async (token) => adapter.createVerificationToken(token)))
      const used = await Promise.all(
        tokens.map(async (token) => adapter.useVerificationToken(pairOf(token))),
      )
      for (const [position, token] of tokens.entries())
        expectFields(used[position], token, 'the token')
    },
  ),

  strict(
    'of 20 users with one address one is created',
    ['createUser', 'getUserByEmail'],
    async (adapter) => {
      const { email } = newUser()
      const won = await winners(() => adapter.createUser(newUser({ email })))
      expectEqual(won.length, 1, 'the number of users created')
      expectFields(await adapter.getUserByEmail(email), won[0] ?? {}, 'the user')
    },
  ),

  strict(
    'of 20 users who change to one address one gets it',
    ['createUser', 'updateUser', 'getUserByEmail'],
    async (adapter) => {
      const { email } = newUser()
      const users = await Promise.all(
        Array.from({ length: rivals }, async () => adapter.createUser(newUser())),
      )
      const queue = [...users]
      const won = await winners(() => adapter.updateUser({ id: queue.pop()?.id ?? '', email }))
      expectEqual(won.length, 1, 'the number of users with the address')
      expectFields(await adapter.getUserByEmail(email), won[0] ?? {}, 'the user')
    },
  ),

  strict(
    'of 20 links of one account one is made',
    ['createUser', 'linkAccount', 'getUserByAccount'],
    async (adapter) => {
      const users = await Promise.all(
        Array.from({ length: rivals }, async () => adapter.createUser(newUser())),
      )
      const queue = [...users]
      const account = newAccount('')
      const won = await winners(async () => {
        const userId = queue.pop()?.id ?? ''
        await adapter.linkAccount({ ...account, userId })
        return userId
      })
      expectEqual(won.length, 1, 'the number of links')
      expectFields(await adapter.getUserByAccount(keysOf(account)), { id: won[0] }, 'the user')
    },
  ),

  strict(
    'of 20 sessions with one token one is created',
    ['createUser', 'createSession', 'getSessionAndUser'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const sessionToken = unique()
      const won = await winners(() => adapter.createSession(newSession(id, { sessionToken })))
      expectEqual(won.length, 1, 'the number of sessions created')
    },
  ),

  strict(
    'of 20 authenticators with one credential id one is created',
    ['createUser', 'createAuthenticator'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const { credentialID } = newAuthenticator(id)
      const won = await winners(() =>
        adapter.createAuthenticator(newAuthenticator(id, { credentialID })),
      )
      expectEqual(won.length, 1, 'the number of authenticators created')
    },
  ),

  strict(
    'of 20 equal verification tokens one is created',
    ['createVerificationToken', 'useVerificationToken'],
    async (adapter) => {
      const token = newToken()
      const won = await winners(async () => {
        await adapter.createVerificationToken(token)
        return token
      })
      expectEqual(won.length, 1, 'the number of tokens created')
    },
  ),

  strict('of 20 attempts at once each gets its own number', ['countAttempt'], async (adapter) => {
    const attempt = newAttempt()
    const counted = await Promise.all(numbers.map(async () => adapter.countAttempt(attempt)))
    expectEqual(inOrder(counted), numbers, 'the numbers')
  }),

  strict(
    'of 20 attempts at once after the end of a count each gets its own number, from one',
    ['countAttempt'],
    async (adapter) => {
      const old = newAttempt()
      for (let count = 0; count < 3; count++) await adapter.countAttempt(old)
      const attempt = { ...old, now: old.expires, expires: new Date(+old.expires + hour) }
      const counted = await Promise.all(numbers.map(async () => adapter.countAttempt(attempt)))
      expectEqual(inOrder(counted), numbers, 'the numbers')
      for (const { expires } of counted) expectEqual(expires, attempt.expires, 'expires')
    },
  ),

  strict(
    '20 sessions of one user created at once are all there',
    ['createUser', 'createSession', 'getSessionAndUser'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const sessions = Array.from({ length: rivals }, () => newSession(id))
      await Promise.all(sessions.map(async (session) => adapter.createSession(session)))
      const found = await Promise.all(
        sessions.map(async ({ sessionToken }) => adapter.getSessionAndUser(sessionToken)),
      )
      const wanted = sessions.map(({ sessionToken }) => sessionToken)
      expectEqual(
        found.map((one) => one?.session.sessionToken),
        wanted,
        'the sessions',
      )
    },
  ),
]

/** Runs a call many times in parallel. Returns the results that are not errors or null. */
async function winners<T>(call: () => Awaitable<T>): Promise<NonNullable<T>[]> {
  const settled = await Promise.all(Array.from({ length: rivals }, async () => captureResult(call)))
  return settled.flatMap((one) => (one.status === 'fulfilled' ? (one.value ?? []) : []))
}

function inOrder(counted: readonly AttemptCount[]): number[] {
  return counted.map(({ count }) => count).sort((one, other) => one - other)
}
