import type { AdapterUser } from '../model/adapter.js'
import { strict, type CaseRow } from './adapter-case.js'
import { expectDate, expectEqual, expectFields, expectNothing, expectNull } from './expectations.js'
import {
  newAuthenticator,
  newFactor,
  newPassword,
  newSession,
  newUser,
  rivals,
  timeFromNow,
} from './rows.js'
import {
  expectOwners,
  expectSessions,
  expectUntouched,
  makePlanted,
  reader,
} from './planted-user.js'

const provenAt = (): Date => timeFromNow(0)

/** Cases for `takeOverUser`. */
export const takeOverUserCases: readonly CaseRow[] = [
  strict(
    'takeOverUser deletes the accounts and sessions, and sets emailVerified',
    ['takeOverUser', 'createUser', 'linkAccount', 'createSession'],
    async (adapter) => {
      const { user, accounts, sessions } = await makePlanted(adapter)
      const emailVerified = provenAt()
      const { id, email } = user
      const taken = await adapter.takeOverUser({ id, email, emailVerified })
      expectFields(taken, { ...user, emailVerified }, 'the user')
      const store = reader(adapter)
      const row = await store.getUser(id)
      expectDate(row?.emailVerified, emailVerified, 'emailVerified')
      await expectOwners(adapter, accounts, null)
      await expectSessions(adapter, sessions, [])
    },
  ),

  strict(
    'takeOverUser frees the keys of what it deletes',
    ['takeOverUser', 'createUser', 'linkAccount', 'createSession'],
    async (adapter) => {
      const { user, accounts, sessions } = await makePlanted(adapter)
      const { id, email } = user
      await adapter.takeOverUser({ id, email, emailVerified: provenAt() })
      const other = await adapter.createUser(newUser())
      for (const account of accounts) await adapter.linkAccount({ ...account, userId: other.id })
      await expectOwners(adapter, accounts, other.id)
      for (const sessionToken of sessions) {
        await adapter.createSession(newSession(other.id, { sessionToken }))
      }
      await expectSessions(adapter, sessions, sessions)
    },
  ),

  strict(
    'takeOverUser deletes the authenticators',
    ['takeOverUser', 'createUser', 'createAuthenticator', 'listAuthenticatorsByUserId'],
    async (adapter) => {
      const user = await adapter.createUser(newUser({ emailVerified: null }))
      for (let count = 0; count < 2; count += 1) {
        await adapter.createAuthenticator(newAuthenticator(user.id))
      }
      await adapter.takeOverUser({ ...keysOfUser(user), emailVerified: provenAt() })
      const left = await adapter.listAuthenticatorsByUserId(user.id)
      expectEqual(left, [], 'the authenticators')
    },
  ),

  strict(
    'takeOverUser deletes the password',
    ['takeOverUser', 'createUser', 'getPassword', 'setPassword'],
    async (adapter) => {
      const user = await adapter.createUser(newUser({ emailVerified: null }))
      const planted = newPassword()
      await adapter.setPassword(user.id, planted, null)
      await adapter.takeOverUser({ ...keysOfUser(user), emailVerified: provenAt() })
      expectNull(await adapter.getPassword(user.id), 'the password')
      const late = await adapter.setPassword(user.id, newPassword(), planted.hash)
      expectEqual(late, false, 'the result of a late change')
    },
  ),

  strict(
    'takeOverUser deletes the factors and frees their ids',
    ['takeOverUser', 'createUser', 'createFactor', 'deleteFactor', 'listFactorsByUserId'],
    async (adapter) => {
      const user = await adapter.createUser(newUser({ emailVerified: null }))
      const types = ['totp', 'email', 'recovery-code', 'device', 'deletion'] as const
      const planted = types.map((type) => newFactor(user.id, { type }))
      for (const factor of planted) await adapter.createFactor(factor)
      await adapter.takeOverUser({ ...keysOfUser(user), emailVerified: provenAt() })
      expectEqual(await adapter.listFactorsByUserId(user.id), [], 'the factors')
      for (const { id } of planted)
        expectEqual(await adapter.deleteFactor(id), false, 'the result of a late use')
      const other = await adapter.createUser(newUser())
      for (const factor of planted) await adapter.createFactor({ ...factor, userId: other.id })
    },
  ),

  strict(
    'takeOverUser gives null and changes nothing if the user has a factor of `unlessFactors`',
    ['takeOverUser', 'createUser', 'createFactor', 'listFactorsByUserId'],
    async (adapter) => {
      const user = await adapter.createUser(newUser({ emailVerified: null }))
      await adapter.createFactor(newFactor(user.id, { type: 'totp' }))
      const given = { ...keysOfUser(user), emailVerified: provenAt() }
      const refused = await adapter.takeOverUser({ ...given, unlessFactors: ['totp'] })
      expectNull(refused, 'the user with a factor')
      const factors = await adapter.listFactorsByUserId(user.id)
      expectEqual(factors.length, 1, 'the number of factors')
      const taken = await adapter.takeOverUser({ ...given, unlessFactors: ['passkey'] })
      expectEqual(taken?.id, user.id, 'the user without authenticators')
    },
  ),

  strict(
    'takeOverUser gives null and changes nothing if the user has an authenticator and `unlessFactors` names passkeys',
    ['takeOverUser', 'createUser', 'createAuthenticator', 'listAuthenticatorsByUserId'],
    async (adapter) => {
      const user = await adapter.createUser(newUser({ emailVerified: null }))
      await adapter.createAuthenticator(newAuthenticator(user.id))
      const given = { ...keysOfUser(user), emailVerified: provenAt() }
      const refused = await adapter.takeOverUser({ ...given, unlessFactors: ['passkey'] })
      expectNull(refused, 'the user with an authenticator')
      const left = await adapter.listAuthenticatorsByUserId(user.id)
      expectEqual(left.length, 1, 'the number of authenticators')
      const taken = await adapter.takeOverUser({ ...given, unlessFactors: ['totp'] })
      expectEqual(taken?.id, user.id, 'the user without factors')
    },
  ),

  strict(
    'takeOverUser gives null and changes nothing if the address is proven',
    ['takeOverUser', 'createUser', 'linkAccount', 'createSession'],
    async (adapter) => {
      const planted = await makePlanted(adapter, { emailVerified: timeFromNow(-1000) })
      const given = { ...keysOfUser(planted.user), emailVerified: provenAt() }
      expectNull(await adapter.takeOverUser(given), 'the proven user')
      await expectUntouched(adapter, planted)
    },
  ),

  strict(
    'takeOverUser gives null and changes nothing if the user has another address',
    ['takeOverUser', 'createUser', 'linkAccount', 'createSession'],
    async (adapter) => {
      const planted = await makePlanted(adapter)
      const given = { id: planted.user.id, email: newUser().email, emailVerified: provenAt() }
      expectNull(await adapter.takeOverUser(given), 'the user with another address')
      await expectUntouched(adapter, planted)
    },
  ),

  strict(
    'takeOverUser gives null for an unknown user and creates nothing',
    ['takeOverUser', 'getUserByEmail'],
    async (adapter, { unknownId }) => {
      const { email } = newUser()
      const given = { id: unknownId(), email, emailVerified: provenAt() }
      expectNull(await adapter.takeOverUser(given), 'the unknown user')
      expectNothing(await adapter.getUserByEmail(email), 'the user by address')
    },
  ),

  strict(
    'takeOverUser leaves other users alone',
    ['takeOverUser', 'createUser', 'linkAccount', 'createSession'],
    async (adapter) => {
      const { user } = await makePlanted(adapter)
      const other = await makePlanted(adapter)
      await adapter.takeOverUser({ ...keysOfUser(user), emailVerified: provenAt() })
      await expectUntouched(adapter, other)
    },
  ),

  strict(
    'of 20 calls of takeOverUser one gets the user',
    ['takeOverUser', 'createUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser({ emailVerified: null }))
      const given = { ...keysOfUser(user), emailVerified: provenAt() }
      const take = async (): Promise<AdapterUser | null> => adapter.takeOverUser(given)
      const taken = await Promise.all(Array.from({ length: rivals }, take))
      expectEqual(taken.filter(Boolean).length, 1, 'the number of calls that got the user')
    },
  ),
]

function keysOfUser({ id, email }: AdapterUser): Pick<AdapterUser, 'id' | 'email'> {
  return { id, email }
}
