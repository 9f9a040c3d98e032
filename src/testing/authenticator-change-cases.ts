import type { AdapterAuthenticator, AuthenticatorDetails } from '../model/adapter.js'
import { strict, type CaseRow } from './adapter-case.js'
import { expectDate, expectEqual, expectFields, expectNothing } from './expectations.js'
import { newAuthenticator, newUser, notableTimes, spoil, unique, without } from './rows.js'

/** Cases for the details of authenticators, and for changing and deleting them. */
export const authenticatorChangeCases: readonly CaseRow[] = [
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
