import { base, strict, type CaseRow } from './adapter-case.js'
import {
  expectEqual,
  expectFields,
  expectNothing,
  expectNull,
  expectRefusal,
} from './expectations.js'
import { newAccount, newAuthenticator, newUser, spoil, unique, without } from './rows.js'

/** Cases for passkeys: accounts by their keys, and authenticators. */
export const authenticatorCases: readonly CaseRow[] = [
  base(
    'getAccount finds an account',
    ['createUser', 'linkAccount', 'getAccount'],
    async (adapter) => {
      const account = newAccount((await adapter.createUser(newUser())).id, { type: 'webauthn' })
      const { provider, providerAccountId } = account
      await adapter.linkAccount(account)
      expectFields(await adapter.getAccount(providerAccountId, provider), account, 'the account')
    },
  ),

  base(
    'getAccount gives null unless both keys match',
    ['createUser', 'linkAccount', 'getAccount'],
    async (adapter) => {
      const account = newAccount((await adapter.createUser(newUser())).id)
      const { provider, providerAccountId } = account
      await adapter.linkAccount(account)
      expectNull(await adapter.getAccount(unique(), provider), 'another account')
      expectNull(await adapter.getAccount(providerAccountId, 'other'), 'the account elsewhere')
    },
  ),

  base(
    'createAuthenticator returns the row',
    ['createUser', 'createAuthenticator'],
    async (adapter) => {
      const authenticator = newAuthenticator((await adapter.createUser(newUser())).id)
      const created = await adapter.createAuthenticator(authenticator)
      expectFields(created, authenticator, 'the created authenticator')
    },
  ),

  base(
    'getAuthenticator finds an authenticator',
    ['createUser', 'createAuthenticator', 'getAuthenticator'],
    async (adapter) => {
      const authenticator = newAuthenticator((await adapter.createUser(newUser())).id)
      await adapter.createAuthenticator(authenticator)
      const found = await adapter.getAuthenticator(authenticator.credentialID)
      expectFields(found, authenticator, 'the authenticator')
    },
  ),

  base('getAuthenticator gives null for an unknown id', ['getAuthenticator'], async (adapter) => {
    expectNull(await adapter.getAuthenticator(btoa(unique())), 'the unknown authenticator')
  }),

  base(
    'listAuthenticatorsByUserId gives the authenticators of the user',
    ['createUser', 'createAuthenticator', 'listAuthenticatorsByUserId'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const other = await adapter.createUser(newUser())
      const authenticators = [newAuthenticator(user.id), newAuthenticator(user.id)]
      for (const authenticator of [...authenticators, newAuthenticator(other.id)])
        await adapter.createAuthenticator(authenticator)
      const found = await adapter.listAuthenticatorsByUserId(user.id)
      expectEqual(found.length, 2, 'the number of authenticators')
      for (const authenticator of authenticators) {
        const same = found.find((one) => one.credentialID === authenticator.credentialID)
        expectFields(same, authenticator, 'the authenticator')
      }
    },
  ),

  base(
    'listAuthenticatorsByUserId gives an empty list if there are none',
    ['listAuthenticatorsByUserId'],
    async (adapter, { unknownId }) => {
      const found = await adapter.listAuthenticatorsByUserId(unknownId())
      expectEqual(found, [], 'the authenticators of an unknown user')
    },
  ),

  base(
    'updateAuthenticatorCounter stores the counter and returns the row',
    ['createUser', 'createAuthenticator', 'updateAuthenticatorCounter', 'getAuthenticator'],
    async (adapter) => {
      const authenticator = newAuthenticator((await adapter.createUser(newUser())).id)
      const { credentialID } = authenticator
      await adapter.createAuthenticator(authenticator)
      const wanted = { ...authenticator, counter: 42 }
      const updated = await adapter.updateAuthenticatorCounter(credentialID, 42)
      expectFields(updated, wanted, 'the updated authenticator')
      expectFields(await adapter.getAuthenticator(credentialID), wanted, 'the authenticator')
    },
  ),

  base(
    'updateAuthenticatorCounter throws for an unknown id',
    ['updateAuthenticatorCounter'],
    async (adapter) => {
      const update = () => adapter.updateAuthenticatorCounter(btoa(unique()), 1)
      await expectRefusal(update, 'the update of an unknown authenticator')
    },
  ),

  strict(
    'createAuthenticator refuses a taken credential id and changes nothing',
    ['createUser', 'createAuthenticator', 'getAuthenticator'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const other = await adapter.createUser(newUser())
      const authenticator = newAuthenticator(user.id)
      const { credentialID } = authenticator
      await adapter.createAuthenticator(authenticator)
      for (const { id } of [user, other]) {
        const second = newAuthenticator(id, { credentialID, counter: 7 })
        await expectRefusal(() => adapter.createAuthenticator(second), 'the second one with one id')
      }
      const found = await adapter.getAuthenticator(credentialID)
      expectFields(found, authenticator, 'the authenticator')
    },
  ),

  strict(
    'credentialBackedUp is a boolean, and counter a number of 32 bits',
    ['createUser', 'createAuthenticator', 'updateAuthenticatorCounter', 'getAuthenticator'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      for (const [credentialBackedUp, counter] of [
        [true, 0],
        [false, 2 ** 32 - 1],
      ] as const) {
        const authenticator = newAuthenticator(id, { credentialBackedUp, counter })
        const { credentialID } = authenticator
        const created = await adapter.createAuthenticator(authenticator)
        expectFields(created, authenticator, 'the created authenticator')
        expectFields(
          await adapter.getAuthenticator(credentialID),
          authenticator,
          'the authenticator',
        )
        const updated = await adapter.updateAuthenticatorCounter(credentialID, 2 ** 32 - 1)
        expectFields(updated, { ...authenticator, counter: 2 ** 32 - 1 }, 'the updated one')
      }
    },
  ),

  strict(
    'updateAuthenticatorCounter changes that authenticator only',
    ['createUser', 'createAuthenticator', 'updateAuthenticatorCounter', 'getAuthenticator'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const [one, other] = [newAuthenticator(id), newAuthenticator(id)]
      await adapter.createAuthenticator(one)
      await adapter.createAuthenticator(other)
      await adapter.updateAuthenticatorCounter(one.credentialID, 9)
      const found = await adapter.getAuthenticator(other.credentialID)
      expectFields(found, other, 'the other authenticator')
    },
  ),

  strict(
    'an authenticator may name no transports',
    ['createUser', 'createAuthenticator', 'getAuthenticator'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const silent = [
        newAuthenticator(id, { transports: null }),
        without(newAuthenticator(id), 'transports'),
      ]
      for (const authenticator of silent) {
        await adapter.createAuthenticator(authenticator)
        const found = await adapter.getAuthenticator(authenticator.credentialID)
        expectFields(found, without(authenticator, 'transports'), 'the authenticator')
        expectNothing(found?.transports, 'transports')
      }
    },
  ),

  strict(
    'authenticators given and returned are copies',
    [
      'createUser',
      'createAuthenticator',
      'getAuthenticator',
      'listAuthenticatorsByUserId',
      'updateAuthenticatorCounter',
    ],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const authenticator = newAuthenticator(id)
      const { credentialID, counter } = authenticator
      const given = { ...authenticator }
      spoil(await adapter.createAuthenticator(given))
      spoil(given)
      spoil(await adapter.getAuthenticator(credentialID))
      spoil((await adapter.listAuthenticatorsByUserId(id))[0])
      spoil(await adapter.updateAuthenticatorCounter(credentialID, counter))
      expectFields(await adapter.getAuthenticator(credentialID), authenticator, 'the authenticator')
    },
  ),
]
