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
  keysOf,
  newAccount,
  newAuthenticator,
  newSession,
  newUser,
  notableTimes,
  spoil,
  strangeFields,
  unique,
  without,
} from './rows.js'

/** Cases for users: creating, finding, updating and deleting. */
export const userCases: readonly CaseRow[] = [
  base('createUser returns the row, with an id', ['createUser'], async (adapter) => {
    const user = newUser()
    const created = await adapter.createUser(user)
    expectFields(created, without(user, 'id'), 'the created user')
    expectEqual(Boolean(created.id), true, 'the presence of an id')
  }),

  base('getUser finds a user by id', ['createUser', 'getUser'], async (adapter) => {
    const user = await adapter.createUser(newUser())
    expectFields(await adapter.getUser(user.id), user, 'the user')
  }),

  base('getUser gives null for an unknown id', ['getUser'], async (adapter, { unknownId }) => {
    expectNull(await adapter.getUser(unknownId()), 'the unknown user')
  }),

  base('getUserByEmail finds a user', ['createUser', 'getUserByEmail'], async (adapter) => {
    const user = await adapter.createUser(newUser())
    expectFields(await adapter.getUserByEmail(user.email), user, 'the user')
  }),

  base('getUserByEmail gives null for an unknown address', ['getUserByEmail'], async (adapter) => {
    expectNull(await adapter.getUserByEmail(`${unique()}@example.com`), 'the unknown user')
  }),

  base(
    'updateUser changes the given fields and returns the whole row',
    ['createUser', 'updateUser', 'getUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const wanted = { ...user, name: 'Countess Lovelace' }
      const updated = await adapter.updateUser({ id: user.id, name: wanted.name })
      expectFields(updated, wanted, 'the updated user')
      expectFields(await adapter.getUser(user.id), wanted, 'the user read again')
    },
  ),

  base(
    'deleteUser removes a user with the session and the account',
    [
      'createUser',
      'createSession',
      'linkAccount',
      'deleteUser',
      'getUser',
      'getSessionAndUser',
      'getUserByAccount',
    ],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const [session, account] = [newSession(id), newAccount(id)]
      await adapter.createSession(session)
      await adapter.linkAccount(account)
      await adapter.deleteUser(id)
      expectNothing(await adapter.getUser(id), 'the deleted user')
      const found = await adapter.getSessionAndUser(session.sessionToken)
      expectNothing(found, 'the session of the deleted user')
      const owner = await adapter.getUserByAccount(keysOf(account))
      expectNothing(owner, 'the user of the deleted account')
    },
  ),

  strict(
    'deleteUser removes a user without session or account',
    ['createUser', 'deleteUser', 'getUser', 'getUserByEmail'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      await adapter.deleteUser(user.id)
      expectNothing(await adapter.getUser(user.id), 'the deleted user')
      expectNothing(await adapter.getUserByEmail(user.email), 'the deleted user by address')
    },
  ),

  strict(
    'deleteUser removes every session and every account',
    [
      'createUser',
      'createSession',
      'linkAccount',
      'deleteUser',
      'getSessionAndUser',
      'getUserByAccount',
    ],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const sessions = [newSession(id), newSession(id)]
      const accounts = [newAccount(id), newAccount(id, { provider: 'other' })]
      for (const session of sessions) await adapter.createSession(session)
      for (const account of accounts) await adapter.linkAccount(account)
      await adapter.deleteUser(id)
      for (const { sessionToken } of sessions)
        expectNothing(
          await adapter.getSessionAndUser(sessionToken),
          'a session of the deleted user',
        )
      for (const account of accounts)
        expectNothing(await adapter.getUserByAccount(keysOf(account)), 'the user of an account')
    },
  ),

  strict(
    'deleteUser frees the keys of its sessions and accounts',
    ['createUser', 'linkAccount', 'createSession', 'deleteUser', 'getUserByAccount'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [account, session] = [newAccount(user.id), newSession(user.id)]
      await adapter.linkAccount(account)
      await adapter.createSession(session)
      await adapter.deleteUser(user.id)
      const next = await adapter.createUser(newUser())
      await adapter.linkAccount({ ...account, userId: next.id })
      await adapter.createSession({ ...session, userId: next.id })
      expectFields(
        await adapter.getUserByAccount(keysOf(account)),
        { id: next.id },
        'the new owner',
      )
    },
  ),

  strict(
    'deleteUser removes the authenticators of the user',
    ['createUser', 'createAuthenticator', 'deleteUser', 'getAuthenticator'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const authenticator = newAuthenticator(user.id)
      await adapter.createAuthenticator(authenticator)
      await adapter.deleteUser(user.id)
      const found = await adapter.getAuthenticator(authenticator.credentialID)
      expectNothing(found, 'the authenticator of the deleted user')
    },
  ),

  strict(
    'deleteUser leaves other users alone',
    [
      'createUser',
      'linkAccount',
      'createSession',
      'deleteUser',
      'getUserByAccount',
      'getSessionAndUser',
    ],
    async (adapter) => {
      const [gone, other] = [
        await adapter.createUser(newUser()),
        await adapter.createUser(newUser()),
      ]
      const [account, session] = [newAccount(other.id), newSession(other.id)]
      await adapter.linkAccount(account)
      await adapter.createSession(session)
      await adapter.deleteUser(gone.id)
      expectFields(await adapter.getUserByAccount(keysOf(account)), other, 'the other user')
      const found = await adapter.getSessionAndUser(session.sessionToken)
      expectFields(found?.user, other, 'the other user by session')
    },
  ),

  strict(
    'deleteUser does nothing if the user is unknown',
    ['deleteUser'],
    async (adapter, { unknownId }) => {
      await adapter.deleteUser(unknownId())
    },
  ),

  strict(
    'deleteUser frees the address',
    ['createUser', 'deleteUser', 'getUserByEmail'],
    async (adapter) => {
      const gone = await adapter.createUser(newUser())
      await adapter.deleteUser(gone.id)
      const next = await adapter.createUser(newUser({ email: gone.email }))
      expectFields(await adapter.getUserByEmail(gone.email), { id: next.id }, 'the new owner')
    },
  ),

  strict('the id of a user is text', ['createUser', 'getUser'], async (adapter) => {
    const { id } = await adapter.createUser(newUser())
    expectEqual(typeof id, 'string', 'the type of the id')
    expectEqual((await adapter.getUser(id))?.id, id, 'the id read again')
  }),

  strict('createUser makes an id if none is given', ['createUser', 'getUser'], async (adapter) => {
    const user = await adapter.createUser(without(newUser(), 'id'))
    const other = await adapter.createUser(without(newUser(), 'id'))
    expectEqual(user.id === other.id, false, 'the equality of two made ids')
    expectFields(await adapter.getUser(user.id), user, 'the user')
  }),

  strict(
    'createUser refuses a taken address and changes nothing',
    ['createUser', 'getUser', 'getUserByEmail'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const thief = newUser({ email: user.email, name: 'Eve' })
      await expectRefusal(() => adapter.createUser(thief), 'the second user with one address')
      expectFields(await adapter.getUserByEmail(user.email), user, 'the first user by address')
      expectFields(await adapter.getUser(user.id), user, 'the first user')
    },
  ),

  strict(
    'createUser takes any number of users without address',
    ['createUser', 'getUser'],
    async (adapter) => {
      for (const user of [without(newUser(), 'email'), without(newUser(), 'email')]) {
        const { id } = await adapter.createUser(user)
        const found = await adapter.getUser(id)
        expectFields(found, { name: user.name }, 'the user without address')
        expectNothing(found?.email, 'the missing address')
      }
    },
  ),

  strict('createUser keeps emailVerified null', ['createUser', 'getUser'], async (adapter) => {
    const user = await adapter.createUser(newUser({ emailVerified: null }))
    expectNull(user.emailVerified, 'emailVerified of the created user')
    expectNull((await adapter.getUser(user.id))?.emailVerified, 'emailVerified of the user')
  }),

  strict(
    'createUser ignores or keeps fields that it does not know',
    ['createUser', 'getUser'],
    async (adapter) => {
      const user = { ...newUser(), ...strangeFields() }
      const { id } = await adapter.createUser(user)
      const { name, email } = user
      expectFields(await adapter.getUser(id), { id, name, email }, 'the user')
      expectEqual('isAdmin' in {}, false, 'the presence of isAdmin in every object')
    },
  ),

  strict(
    'emailVerified is a Date, to the millisecond, from 1970 to 9999',
    ['createUser', 'getUser', 'updateUser'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      for (const time of notableTimes) {
        const updated = await adapter.updateUser({ id, emailVerified: time })
        expectDate(updated.emailVerified, time, 'emailVerified of the updated user')
        expectDate((await adapter.getUser(id))?.emailVerified, time, 'emailVerified read again')
      }
    },
  ),

  strict(
    'updateUser leaves a field that is undefined and clears one that is null',
    ['createUser', 'updateUser', 'getUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const kept = without(user, 'image')
      await adapter.updateUser({ id: user.id, name: undefined, image: null })
      const found = await adapter.getUser(user.id)
      expectFields(found, kept, 'the updated user')
      expectNothing(found?.image, 'the cleared image')
    },
  ),

  strict(
    'updateUser without a change returns the row',
    ['createUser', 'updateUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      expectFields(await adapter.updateUser({ id: user.id }), user, 'the user')
    },
  ),

  strict(
    'updateUser ignores or keeps fields that it does not know',
    ['createUser', 'updateUser', 'getUser'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      await adapter.updateUser({ ...strangeFields(), id, name: 'Countess' })
      expectFields(await adapter.getUser(id), { id, name: 'Countess' }, 'the user')
    },
  ),

  strict(
    'updateUser throws if the user is unknown',
    ['updateUser', 'getUser'],
    async (adapter, { unknownId }) => {
      const id = unknownId()
      await expectRefusal(
        () => adapter.updateUser({ id, name: 'Missing' }),
        'the update of an unknown user',
      )
      expectNothing(await adapter.getUser(id), 'the unknown user')
    },
  ),

  strict(
    'updateUser moves a user to a new address and frees the old one',
    ['createUser', 'updateUser', 'getUserByEmail'],
    async (adapter) => {
      const { id, email: old } = await adapter.createUser(newUser())
      const { email } = newUser()
      await adapter.updateUser({ id, email })
      expectFields(
        await adapter.getUserByEmail(email),
        { id, email },
        'the user by the new address',
      )
      expectNothing(await adapter.getUserByEmail(old), 'the user by the old address')
      await adapter.createUser(newUser({ email: old }))
    },
  ),

  strict(
    'updateUser refuses an address of another user and changes nothing',
    ['createUser', 'updateUser', 'getUser', 'getUserByEmail'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const other = await adapter.createUser(newUser())
      const { id } = user
      await expectRefusal(
        () => adapter.updateUser({ id, email: other.email }),
        'the update to a taken address',
      )
      expectFields(await adapter.getUser(id), user, 'the user')
      expectFields(await adapter.getUserByEmail(other.email), other, 'the owner of the address')
      expectFields(await adapter.getUserByEmail(user.email), user, 'the user by address')
    },
  ),

  strict(
    'users given and returned are copies',
    ['createUser', 'getUser', 'getUserByEmail', 'updateUser'],
    async (adapter) => {
      const given = newUser()
      const created = await adapter.createUser(given)
      const user = structuredClone(created)
      spoil(given)
      spoil(created)
      spoil(await adapter.getUser(user.id))
      spoil(await adapter.getUserByEmail(user.email))
      spoil(await adapter.updateUser({ id: user.id }))
      expectFields(await adapter.getUser(user.id), user, 'the user')
    },
  ),
]
