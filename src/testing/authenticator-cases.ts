import type { AdapterAuthenticator, AuthenticatorDetails } from '../model/adapter.js'
import { base, strict, type CaseRow } from './adapter-case.js'
import {
  expectDate,
  expectEqual,
  expectFields,
  expectNothing,
  expectNull,
  expectRefusal,
} from './expectations.js'
import {
  newAccount,
  newAuthenticator,
  newUser,
  notableTimes,
  spoil,
  unique,
  without,
} from './rows.js'

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

  strict(
    'the details of an authenticator come back',
    [
      'createUser',
      'createAuthenticator',
      'getAuthenticator',
      'listAuthenticatorsByUserId',
      'updateAuthenticatorCounter',
      'updateAuthenticator',
    ],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const authenticator = newAuthenticator(id, newDetails())
      const { credentialID } = authenticator
      expectFields(
        await adapter.createAuthenticator(structuredClone(authenticator)),
        authenticator,
        'the created authenticator',
      )
      const found = await adapter.getAuthenticator(credentialID)
      expectFields(found, authenticator, 'the authenticator')
      const [listed] = await adapter.listAuthenticatorsByUserId(id)
      expectFields(listed, authenticator, 'the listed authenticator')
      const counted = await adapter.updateAuthenticatorCounter(credentialID, 9)
      expectFields(counted, { ...authenticator, counter: 9 }, 'the counted authenticator')
    },
  ),

  strict(
    'an authenticator without details has none',
    ['createUser', 'createAuthenticator', 'getAuthenticator', 'updateAuthenticator'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const none = { name: null, createdAt: null, lastUsedAt: null, userHandle: null }
      for (const authenticator of [newAuthenticator(id), newAuthenticator(id, none)]) {
        await adapter.createAuthenticator(authenticator)
        const found = await adapter.getAuthenticator(authenticator.credentialID)
        expectEqual(found?.credentialID, authenticator.credentialID, 'the authenticator')
        expectNothing(found?.name, 'name')
        expectNothing(found?.createdAt, 'createdAt')
        expectNothing(found?.lastUsedAt, 'lastUsedAt')
        expectNothing(found?.userHandle, 'userHandle')
      }
    },
  ),

  strict(
    'createdAt and lastUsedAt are Dates, to the millisecond, from 1970 to 9999',
    ['createUser', 'createAuthenticator', 'getAuthenticator', 'updateAuthenticator'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      for (const time of notableTimes) {
        const { credentialID, ...row } = newAuthenticator(id, { createdAt: time })
        await adapter.createAuthenticator({ credentialID, ...row })
        await adapter.updateAuthenticator({ credentialID, lastUsedAt: time })
        const found = await adapter.getAuthenticator(credentialID)
        expectDate(found?.createdAt, time, 'createdAt')
        expectDate(found?.lastUsedAt, time, 'lastUsedAt')
      }
    },
  ),

  strict(
    'updateAuthenticator changes the given fields, leaves undefined and clears null',
    ['createUser', 'createAuthenticator', 'getAuthenticator', 'updateAuthenticator'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const authenticator = newAuthenticator(id, newDetails())
      const { credentialID } = authenticator
      await adapter.createAuthenticator(authenticator)
      const changes = {
        counter: 7,
        credentialBackedUp: false,
        name: 'The new one',
        createdAt: undefined,
        lastUsedAt: new Date('2002-10-10T02:47:41.002Z'),
        userHandle: undefined,
      }
      await adapter.updateAuthenticator({ credentialID, ...changes, transports: null })
      const { createdAt, userHandle } = authenticator
      const wanted = { ...authenticator, ...changes, createdAt, userHandle }
      const changed = await adapter.getAuthenticator(credentialID)
      expectFields(changed, without(wanted, 'transports'), 'the changed authenticator')
      expectNothing(changed?.transports, 'transports')
      await adapter.updateAuthenticator({ credentialID, name: null, lastUsedAt: null })
      const cleared = await adapter.getAuthenticator(credentialID)
      expectFields(cleared, { createdAt, userHandle, counter: 7 }, 'the cleared authenticator')
      expectNothing(cleared?.name, 'name')
      expectNothing(cleared?.lastUsedAt, 'lastUsedAt')
    },
  ),

  strict(
    'updateAuthenticator does nothing if there is nothing to change',
    ['createUser', 'createAuthenticator', 'getAuthenticator', 'updateAuthenticator'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const authenticator = newAuthenticator(id, newDetails())
      const { credentialID } = authenticator
      await adapter.createAuthenticator(authenticator)
      await adapter.updateAuthenticator({ credentialID })
      await adapter.updateAuthenticator({ credentialID, name: undefined })
      expectFields(await adapter.getAuthenticator(credentialID), authenticator, 'the authenticator')
    },
  ),

  strict(
    'updateAuthenticator does nothing if the authenticator is unknown',
    ['createUser', 'getAuthenticator', 'listAuthenticatorsByUserId', 'updateAuthenticator'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const unknown = newAuthenticator(id, newDetails())
      await adapter.updateAuthenticator(unknown)
      const found = await adapter.getAuthenticator(unknown.credentialID)
      expectNothing(found, 'the unknown authenticator')
      expectEqual(await adapter.listAuthenticatorsByUserId(id), [], 'the authenticators')
    },
  ),

  strict(
    'updateAuthenticator changes that authenticator only',
    ['createUser', 'createAuthenticator', 'getAuthenticator', 'updateAuthenticator'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const [one, ...others] = newAlike(id)
      for (const authenticator of [one, ...others]) await adapter.createAuthenticator(authenticator)
      await adapter.updateAuthenticator({ credentialID: one.credentialID, name: 'The new one' })
      for (const other of others) {
        const found = await adapter.getAuthenticator(other.credentialID)
        expectFields(found, other, 'the other authenticator')
      }
    },
  ),

  strict(
    'what updateAuthenticator is given and returns are copies',
    ['createUser', 'createAuthenticator', 'getAuthenticator', 'updateAuthenticator'],
    async (adapter) => {
      const authenticator = newAuthenticator((await adapter.createUser(newUser())).id)
      const { credentialID } = authenticator
      await adapter.createAuthenticator(authenticator)
      const changes = { credentialID, ...newDetails() }
      const given = structuredClone(changes)
      spoil(await adapter.updateAuthenticator(given))
      spoil(given)
      expectFields(await adapter.getAuthenticator(credentialID), changes, 'the authenticator')
    },
  ),

  strict(
    'deleteAuthenticator removes that authenticator only',
    [
      'createUser',
      'createAuthenticator',
      'getAuthenticator',
      'listAuthenticatorsByUserId',
      'deleteAuthenticator',
    ],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const [one, ...others] = newAlike(id)
      for (const authenticator of [one, ...others]) await adapter.createAuthenticator(authenticator)
      await adapter.deleteAuthenticator(one.credentialID)
      expectNothing(await adapter.getAuthenticator(one.credentialID), 'the deleted authenticator')
      const left = (await adapter.listAuthenticatorsByUserId(id)).map((row) => row.credentialID)
      const wanted = others.map((row) => row.credentialID)
      expectEqual(left.sort(), wanted.sort(), 'the authenticators that are left')
    },
  ),

  strict(
    'deleteAuthenticator does nothing if the authenticator is unknown',
    ['createUser', 'createAuthenticator', 'listAuthenticatorsByUserId', 'deleteAuthenticator'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      await adapter.createAuthenticator(newAuthenticator(id))
      await adapter.deleteAuthenticator(btoa(unique()))
      const { length } = await adapter.listAuthenticatorsByUserId(id)
      expectEqual(length, 1, 'the number of authenticators')
    },
  ),

  strict(
    'deleteAuthenticator frees the credential id',
    ['createUser', 'createAuthenticator', 'getAuthenticator', 'deleteAuthenticator'],
    async (adapter) => {
      const old = newAuthenticator((await adapter.createUser(newUser())).id, newDetails())
      const { credentialID } = old
      await adapter.createAuthenticator(old)
      await adapter.deleteAuthenticator(credentialID)
      const other = newAuthenticator((await adapter.createUser(newUser())).id, { credentialID })
      await adapter.createAuthenticator(other)
      const found = await adapter.getAuthenticator(credentialID)
      expectFields(found, other, 'the new authenticator')
      expectNothing(found?.name, 'name')
    },
  ),
]

function newDetails(): AuthenticatorDetails {
  return {
    name: 'Ada’s phone 📱',
    createdAt: new Date('2001-09-09T01:46:40.001Z'),
    lastUsedAt: new Date('2001-09-10T01:46:40.001Z'),
    userHandle: 'b-_'.repeat(28),
  }
}

/** Creates authenticators of one user whose ids differ only slightly. */
function newAlike(userId: string): [AdapterAuthenticator, ...AdapterAuthenticator[]] {
  const start = unique()
  const one = newAuthenticator(userId, { credentialID: `${start}abc+/w==`, ...newDetails() })
  const others = ['ABC+/w==', 'abc-_w==', 'abc+/w', '%', '']
  const fields = (end: string) => ({ credentialID: start + end, ...newDetails() })
  return [one, ...others.map((end) => newAuthenticator(userId, fields(end)))]
}
