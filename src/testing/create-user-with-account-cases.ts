import type { Adapter, AdapterAccount, AdapterNewcomer, AdapterUser } from '../model/adapter.js'
import { strict, type CaseRow } from './adapter-case.js'
import {
  expectEqual,
  expectFields,
  expectNothing,
  expectRefusal,
  captureResult,
} from './expectations.js'
import { keysOf, newAccount, newAuthenticator, newPasskeyAccount, newUser, rivals } from './rows.js'
import { makeOwner } from './planted-user.js'

/** Cases for `createUserWithAccount`. */
export const createUserWithAccountCases: readonly CaseRow[] = [
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
]

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

function withoutUser({ userId: _userId, ...account }: AdapterAccount): AdapterNewcomer['account'] {
  return account
}
