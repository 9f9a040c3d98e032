import type { Adapter, AdapterAccount, AdapterNewcomer, AdapterUser } from '../model/adapter.js'
import { requireMethods, strict, type CaseRow } from './adapter-case.js'
import {
  expectDate,
  expectEqual,
  expectFields,
  expectNothing,
  expectNull,
  expectRefusal,
  captureResult,
} from './expectations.js'
import {
  keysOf,
  newAccount,
  newAuthenticator,
  newFactor,
  newPassword,
  newSession,
  newUser,
  timeFromNow,
  unique,
} from './rows.js'

const rivals = 20
const provenAt = (): Date => timeFromNow(0)

/**
 * Cases for the methods that replace a transaction: they do everything or nothing, and change no
 * other rows.
 */
export const oneStepCases: readonly CaseRow[] = [
  strict(
    'createUserWithAccount creates a user with an account',
    ['createUserWithAccount', 'getUser', 'getUserByEmail', 'getUserByAccount'],
    async (adapter) => {
      const newcomer = newNewcomer()
      const { user, account } = newcomer
      const created = await adapter.createUserWithAccount(newcomer)
      const { id: _id, ...fields } = user
      expectFields(created, fields, 'the created user')
      expectFields(await adapter.getUser(created.id), created, 'the user')
      expectFields(await adapter.getUserByEmail(user.email), created, 'the user by address')
      const owner = await adapter.getUserByAccount(keysOf({ ...account, userId: created.id }))
      expectFields(owner, created, 'the user of the account')
    },
  ),

  strict(
    'createUserWithAccount keeps the tokens of the account',
    ['createUserWithAccount', 'listAccountsByUserId'],
    async (adapter) => {
      const newcomer = newNewcomer()
      const { id } = await adapter.createUserWithAccount(newcomer)
      const listed = await adapter.listAccountsByUserId(id)
      expectEqual(listed.length, 1, 'the number of accounts')
      expectFields(listed[0], { ...newcomer.account, userId: id }, 'the account')
    },
  ),

  strict(
    'createUserWithAccount creates the authenticator of a passkey',
    ['createUserWithAccount', 'getAuthenticator', 'listAuthenticatorsByUserId'],
    async (adapter) => {
      const newcomer = newPasskeyOwner()
      const { id } = await adapter.createUserWithAccount(newcomer)
      const { authenticator } = newcomer
      const found = await adapter.getAuthenticator(authenticator.credentialID)
      expectFields(found, { ...authenticator, userId: id }, 'the authenticator')
      const listed = await adapter.listAuthenticatorsByUserId(id)
      expectEqual(listed.length, 1, 'the number of authenticators')
    },
  ),

  strict(
    'createUserWithAccount refuses a taken address and creates nothing',
    ['createUserWithAccount', 'createUser', 'getUserByEmail', 'getUserByAccount'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const newcomer = newNewcomer({ email: user.email })
      await expectRefusal(() => adapter.createUserWithAccount(newcomer), 'the second user')
      expectFields(await adapter.getUserByEmail(user.email), user, 'the first user')
      expectNothing(await ownerOf(adapter, newcomer), 'the user of the refused account')
    },
  ),

  strict(
    'createUserWithAccount refuses a linked account and creates nothing',
    ['createUserWithAccount', 'createUser', 'linkAccount', 'getUserByEmail', 'getUserByAccount'],
    async (adapter) => {
      const { user, account } = await makeOwner(adapter)
      const newcomer = { ...newNewcomer(), account: withoutUser(account) }
      await expectRefusal(() => adapter.createUserWithAccount(newcomer), 'the second sign-up')
      expectFields(await ownerOf(adapter, newcomer), { id: user.id }, 'the user of the account')
      expectNothing(await adapter.getUserByEmail(newcomer.user.email), 'the refused user')
    },
  ),

  strict(
    'createUserWithAccount refuses a taken credential id and creates nothing',
    [
      'createUserWithAccount',
      'createUser',
      'createAuthenticator',
      'getAuthenticator',
      'getUserByEmail',
      'getUserByAccount',
    ],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const newcomer = newPasskeyOwner()
      const { credentialID } = newcomer.authenticator
      await adapter.createAuthenticator(newAuthenticator(id, { credentialID }))
      await expectRefusal(() => adapter.createUserWithAccount(newcomer), 'the second passkey')
      const kept = await adapter.getAuthenticator(credentialID)
      expectFields(kept, { userId: id }, 'the first authenticator')
      expectNothing(await ownerOf(adapter, newcomer), 'the user of the refused account')
      expectNothing(await adapter.getUserByEmail(newcomer.user.email), 'the refused user')
    },
  ),

  strict(
    'of 20 calls of createUserWithAccount with one account one creates a user',
    ['createUserWithAccount', 'getUserByEmail', 'getUserByAccount'],
    async (adapter) => {
      const { account } = newNewcomer()
      const newcomers = Array.from({ length: rivals }, () => ({ ...newNewcomer(), account }))
      await expectOneSignUp(adapter, newcomers)
    },
  ),

  strict(
    'of 20 calls of createUserWithAccount with one address one creates a user',
    ['createUserWithAccount', 'getUserByEmail', 'getUserByAccount'],
    async (adapter) => {
      const { email } = newUser()
      const newcomers = Array.from({ length: rivals }, () => newNewcomer({ email }))
      await expectOneSignUp(adapter, newcomers)
    },
  ),

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
      const types = ['totp', 'email', 'recovery-code', 'device'] as const
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

  strict(
    'unlinkUnlessLast deletes the account, and all sessions but the kept one',
    ['unlinkUnlessLast', 'createUser', 'linkAccount', 'createSession'],
    async (adapter) => {
      const { user, accounts, sessions } = await makePlanted(adapter)
      const [account, other] = accounts
      const keptSession = sessions[0]
      const unlinking = { userId: user.id, account: keysOf(account), keptSession }
      const otherProviders = [other.provider]
      const outcome = await adapter.unlinkUnlessLast({ ...unlinking, otherProviders })
      expectEqual(outcome === 'unknown' || outcome === 'last', false, 'whether it was refused')
      await expectOwners(adapter, [account], null)
      await expectOwners(adapter, [other], user.id)
      await expectSessions(adapter, sessions, [keptSession])
    },
  ),

  strict(
    'unlinkUnlessLast deletes all sessions if none is to be kept',
    ['unlinkUnlessLast', 'createUser', 'linkAccount', 'createSession'],
    async (adapter) => {
      const { user, accounts, sessions } = await makePlanted(adapter)
      const [account, other] = accounts
      const unlinking = { userId: user.id, account: keysOf(account) }
      await adapter.unlinkUnlessLast({ ...unlinking, otherProviders: [other.provider] })
      await expectSessions(adapter, sessions, [])
    },
  ),

  strict(
    'unlinkUnlessLast deletes the authenticator of the account and no other',
    [
      'unlinkUnlessLast',
      'createUser',
      'linkAccount',
      'createAuthenticator',
      'listAuthenticatorsByUserId',
    ],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const passkeys = [newAuthenticator(id), newAuthenticator(id)] as const
      for (const { credentialID, ...rest } of passkeys) {
        await adapter.createAuthenticator({ credentialID, ...rest })
        await adapter.linkAccount(newPasskeyAccount(id, credentialID))
      }
      const [gone, kept] = passkeys
      const account = keysOf(newPasskeyAccount(id, gone.credentialID))
      await adapter.unlinkUnlessLast({ userId: id, account, otherProviders: [account.provider] })
      const left = await adapter.listAuthenticatorsByUserId(id)
      const ids = left.map(({ credentialID }) => credentialID)
      expectEqual(ids, [kept.credentialID], 'the credential ids that are left')
    },
  ),

  strict(
    'unlinkUnlessLast gives last and changes nothing if no account of the providers would be left',
    ['unlinkUnlessLast', 'createUser', 'linkAccount', 'createSession'],
    async (adapter) => {
      const planted = await makePlanted(adapter)
      const { user, accounts } = planted
      const [account] = accounts
      // The other account belongs to a provider that is no longer configured.
      const otherProviders = [account.provider]
      const unlinking = { userId: user.id, account: keysOf(account), otherProviders }
      expectEqual(await adapter.unlinkUnlessLast(unlinking), 'last', 'the outcome')
      await expectUntouched(adapter, planted)
    },
  ),

  strict(
    'unlinkUnlessLast deletes the last account if no providers are given',
    ['unlinkUnlessLast', 'createUser', 'linkAccount', 'getUserByAccount'],
    async (adapter) => {
      const { user, account } = await makeOwner(adapter)
      const unlinking = { userId: user.id, account: keysOf(account) }
      await adapter.unlinkUnlessLast(unlinking)
      await expectOwners(adapter, [account], null)
    },
  ),

  strict(
    'unlinkUnlessLast returns the account with the tokens that it had when it was deleted',
    ['unlinkUnlessLast', 'createUser', 'linkAccount', 'updateAccount'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const [account, other] = [newAccount(id), newAccount(id)]
      for (const one of [account, other]) await adapter.linkAccount(one)
      const newest = { access_token: unique(), refresh_token: unique() }
      await adapter.updateAccount({ ...keysOf(account), ...newest })
      const otherProviders = [other.provider]
      const unlinking = { userId: id, account: keysOf(account), otherProviders }
      const row = await adapter.unlinkUnlessLast(unlinking)
      const { access_token, refresh_token, provider, providerAccountId } =
        typeof row === 'string' ? ({} as Partial<AdapterAccount>) : row
      expectEqual(
        { provider, providerAccountId },
        keysOf(account),
        'the keys of the returned account',
      )
      expectEqual({ access_token, refresh_token }, newest, 'its tokens')
    },
  ),

  strict(
    "unlinkUnlessLast gives unknown and changes nothing for another user's account",
    ['unlinkUnlessLast', 'createUser', 'linkAccount', 'createSession'],
    async (adapter) => {
      const asker = await makePlanted(adapter)
      const other = await makePlanted(adapter)
      const [account] = other.accounts
      const unlinking = { userId: asker.user.id, account: keysOf(account) }
      expectEqual(await adapter.unlinkUnlessLast(unlinking), 'unknown', 'the outcome')
      await expectUntouched(adapter, asker)
      await expectUntouched(adapter, other)
    },
  ),

  strict(
    'unlinkUnlessLast leaves other users alone',
    ['unlinkUnlessLast', 'createUser', 'linkAccount', 'createSession'],
    async (adapter) => {
      const { user, accounts } = await makePlanted(adapter)
      const other = await makePlanted(adapter)
      await adapter.unlinkUnlessLast({ userId: user.id, account: keysOf(accounts[0]) })
      await expectUntouched(adapter, other)
    },
  ),

  strict(
    'of 20 accounts that unlinkUnlessLast is asked to delete at once one is left',
    ['unlinkUnlessLast', 'createUser', 'linkAccount', 'getUserByAccount'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const accounts = Array.from({ length: rivals }, () => newAccount(id))
      for (const account of accounts) await adapter.linkAccount(account)
      const unlink = async (account: AdapterAccount): Promise<unknown> =>
        adapter.unlinkUnlessLast({
          userId: id,
          account: keysOf(account),
          otherProviders: [account.provider],
        })
      const outcomes = await Promise.all(accounts.map(unlink))
      const refused = outcomes.filter((outcome) => outcome === 'last')
      expectEqual(refused.length, 1, 'the number of accounts that were the last')
      const owners = await Promise.all(
        accounts.map(async (account) => adapter.getUserByAccount(keysOf(account))),
      )
      expectEqual(owners.filter(Boolean).length, 1, 'the number of accounts that are left')
    },
  ),
]

/** A user with an unverified address, two accounts and two sessions. */
interface Planted {
  readonly user: AdapterUser
  readonly accounts: readonly [AdapterAccount, AdapterAccount]
  /** The tokens of the sessions. */
  readonly sessions: readonly [string, string]
}

async function makePlanted(
  adapter: Adapter,
  fields: Partial<AdapterUser> = { emailVerified: null },
): Promise<Planted> {
  const store = requireMethods(adapter, ['createUser', 'linkAccount', 'createSession'])
  const user = await store.createUser(newUser(fields))
  const other = newAccount(user.id, { provider: 'another' })
  const accounts = [newAccount(user.id), other] as const
  for (const account of accounts) await store.linkAccount(account)
  const sessions = [unique(), unique()] as const
  for (const sessionToken of sessions) {
    await store.createSession(newSession(user.id, { sessionToken }))
  }
  return { user, accounts, sessions }
}

async function makeOwner(
  adapter: Required<Pick<Adapter, 'createUser' | 'linkAccount'>>,
): Promise<{ readonly user: AdapterUser; readonly account: AdapterAccount }> {
  const user = await adapter.createUser(newUser())
  const account = newAccount(user.id)
  await adapter.linkAccount(account)
  return { user, account }
}

async function expectUntouched(
  adapter: Adapter,
  { user, accounts, sessions }: Planted,
): Promise<void> {
  expectFields(await reader(adapter).getUser(user.id), user, 'the user')
  await expectOwners(adapter, accounts, user.id)
  await expectSessions(adapter, sessions, sessions)
}

async function expectOwners(
  adapter: Adapter,
  accounts: readonly AdapterAccount[],
  id: string | null,
): Promise<void> {
  for (const account of accounts) {
    const owner = await reader(adapter).getUserByAccount(keysOf(account))
    expectEqual(owner?.id ?? null, id, 'the id of the user of the account')
  }
}

async function expectSessions(
  adapter: Adapter,
  sessions: readonly string[],
  left: readonly string[],
): Promise<void> {
  const { getSessionAndUser } = reader(adapter)
  const found = await Promise.all(
    sessions.map(async (token) => getSessionAndUser.call(adapter, token)),
  )
  const tokens = found.flatMap((one) => one?.session.sessionToken ?? [])
  expectEqual(tokens, [...left], 'the sessions')
}

/** Expects that exactly one user is created with its account, and that the others leave no rows. */
async function expectOneSignUp(
  adapter: Required<Pick<Adapter, 'createUserWithAccount' | 'getUserByEmail' | 'getUserByAccount'>>,
  newcomers: readonly AdapterNewcomer[],
): Promise<void> {
  const settled = await Promise.all(
    newcomers.map(async (newcomer) => captureResult(() => adapter.createUserWithAccount(newcomer))),
  )
  const created = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value.id : []))
  expectEqual(created.length, 1, 'the number of users created')
  const users = await Promise.all(
    newcomers.map(async ({ user }) => adapter.getUserByEmail(user.email)),
  )
  const owners = await Promise.all(newcomers.map(async (newcomer) => ownerOf(adapter, newcomer)))
  expectEqual(idsOf(users), created, 'the ids of the users found by address')
  expectEqual(idsOf(owners), created, 'the ids of the users found by account')
}

function idsOf(users: readonly (AdapterUser | null)[]): string[] {
  return [...new Set(users.flatMap((user) => user?.id ?? []))]
}

async function ownerOf(
  adapter: Required<Pick<Adapter, 'getUserByAccount'>>,
  { account: { provider, providerAccountId } }: AdapterNewcomer,
): Promise<AdapterUser | null> {
  return adapter.getUserByAccount({ provider, providerAccountId })
}

function reader(
  adapter: Adapter,
): Required<Pick<Adapter, 'getUser' | 'getUserByAccount' | 'getSessionAndUser'>> {
  return requireMethods(adapter, ['getUser', 'getUserByAccount', 'getSessionAndUser'])
}

function newNewcomer(fields: Partial<AdapterUser> = {}): AdapterNewcomer {
  return { user: newUser(fields), account: withoutUser(newAccount('')) }
}

function newPasskeyOwner(): AdapterNewcomer & {
  authenticator: NonNullable<AdapterNewcomer['authenticator']>
} {
  const { userId: _userId, ...authenticator } = newAuthenticator('')
  const account = withoutUser(newPasskeyAccount('', authenticator.credentialID))
  return { user: newUser(), account, authenticator }
}

function newPasskeyAccount(userId: string, credentialID: string): AdapterAccount {
  const account = {
    type: 'webauthn',
    provider: 'passkey',
    providerAccountId: credentialID,
  } as const
  return { userId, ...account }
}

function withoutUser({ userId: _userId, ...account }: AdapterAccount): AdapterNewcomer['account'] {
  return account
}

function keysOfUser({ id, email }: AdapterUser): Pick<AdapterUser, 'id' | 'email'> {
  return { id, email }
}
