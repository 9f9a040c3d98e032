import { strict, type CaseRow } from './adapter-case.js'
import { expectDate, expectEqual, expectFields, expectNothing, expectNull } from './expectations.js'
import { newPassword, newUser, notableTimes, rivals, spoil } from './rows.js'

/** Cases for passwords. */
export const passwordCases: readonly CaseRow[] = [
  strict(
    'setPassword writes a first password, and getPassword finds it',
    ['createUser', 'getPassword', 'setPassword'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      expectNull(await adapter.getPassword(id), 'the password before')
      const password = newPassword()
      expectEqual(await adapter.setPassword(id, password, null), true, 'the result')
      const found = await adapter.getPassword(id)
      expectFields(found, { ...password, userId: id }, 'the password')
    },
  ),

  strict(
    'getPassword gives null for an unknown user',
    ['getPassword'],
    async (adapter, { unknownId }) => {
      expectNull(await adapter.getPassword(unknownId()), 'the password of an unknown user')
    },
  ),

  strict(
    'setPassword replaces a password whose hash is the expected one',
    ['createUser', 'getPassword', 'setPassword'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const [old, next] = [newPassword(), newPassword({ mustChange: true })]
      await adapter.setPassword(id, old, null)
      expectEqual(await adapter.setPassword(id, next, old.hash), true, 'the result')
      expectFields(await adapter.getPassword(id), { ...next, userId: id }, 'the password')
    },
  ),

  strict(
    'setPassword changes nothing unless the hash is the expected one',
    ['createUser', 'getPassword', 'setPassword'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const stranger = newPassword()
      const early = await adapter.setPassword(id, stranger, stranger.hash)
      expectEqual(early, false, 'the result without a password')
      expectNull(await adapter.getPassword(id), 'the password without a password')
      const old = newPassword({ hash: `${newPassword().hash}aA` })
      await adapter.setPassword(id, old, null)
      for (const expected of [null, newPassword().hash, '', old.hash.toLowerCase(), `${old.hash} `])
        expectEqual(await adapter.setPassword(id, newPassword(), expected), false, 'the result')
      expectFields(await adapter.getPassword(id), { ...old, userId: id }, 'the password')
    },
  ),

  strict(
    'setPassword writes nothing for an unknown user',
    ['getPassword', 'setPassword'],
    async (adapter, { unknownId }) => {
      const id = unknownId()
      const password = newPassword()
      expectEqual(await adapter.setPassword(id, password, null), false, 'the result')
      expectEqual(await adapter.setPassword(id, password, password.hash), false, 'the result')
      expectNull(await adapter.getPassword(id), 'the password of an unknown user')
    },
  ),

  strict(
    'setPassword changes the password of that user only',
    ['createUser', 'getPassword', 'setPassword'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const other = await adapter.createUser(newUser())
      const password = newPassword()
      await adapter.setPassword(id, password, null)
      await adapter.setPassword(other.id, password, null)
      await adapter.setPassword(id, newPassword(), password.hash)
      const found = await adapter.getPassword(other.id)
      expectFields(found, { ...password, userId: other.id }, 'the password of the other user')
    },
  ),

  strict(
    'deletePassword removes the password of that user only, and a new one can be set',
    ['createUser', 'getPassword', 'setPassword', 'deletePassword'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const other = await adapter.createUser(newUser())
      await adapter.setPassword(id, newPassword(), null)
      await adapter.setPassword(other.id, newPassword(), null)
      await adapter.deletePassword(id)
      expectNull(await adapter.getPassword(id), 'the deleted password')
      expectEqual(
        (await adapter.getPassword(other.id))?.userId,
        other.id,
        'the user of the other one',
      )
      expectEqual(await adapter.setPassword(id, newPassword(), null), true, 'the result')
    },
  ),

  strict(
    'deletePassword does nothing if the user has no password',
    ['createUser', 'deletePassword', 'getUser'],
    async (adapter, { unknownId }) => {
      const user = await adapter.createUser(newUser())
      await adapter.deletePassword(user.id)
      await adapter.deletePassword(unknownId())
      expectFields(await adapter.getUser(user.id), user, 'the user')
    },
  ),

  strict(
    'deleteUser removes the password of the user',
    ['createUser', 'deleteUser', 'getPassword', 'setPassword'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const password = newPassword()
      await adapter.setPassword(id, password, null)
      await adapter.deleteUser(id)
      expectNothing(await adapter.getPassword(id), 'the password of the deleted user')
      const late = await adapter.setPassword(id, newPassword(), password.hash)
      expectEqual(late, false, 'the result of a late change')
      expectNothing(await adapter.getPassword(id), 'the password after a late change')
    },
  ),

  strict(
    'a user has no field of the password',
    ['createUser', 'getUser', 'getUserByEmail', 'setPassword'],
    async (adapter) => {
      const { id, email } = await adapter.createUser(newUser())
      const password = newPassword()
      await adapter.setPassword(id, password, null)
      const users = [await adapter.getUser(id), await adapter.getUserByEmail(email)]
      const text = JSON.stringify(users)
      expectEqual(text.includes(password.hash), false, 'the presence of the hash')
      expectEqual(text.includes(password.stamp), false, 'the presence of the stamp')
    },
  ),

  strict(
    'changedAt is a Date, to the millisecond, and mustChange a boolean',
    ['createUser', 'getPassword', 'setPassword'],
    async (adapter) => {
      for (const [position, changedAt] of notableTimes.entries()) {
        const { id } = await adapter.createUser(newUser())
        const mustChange = position % 2 === 0
        await adapter.setPassword(id, newPassword({ changedAt, mustChange }), null)
        const found = await adapter.getPassword(id)
        expectDate(found?.changedAt, changedAt, 'changedAt')
        expectEqual(found?.mustChange, mustChange, 'mustChange')
      }
    },
  ),

  strict(
    'a hash of 512 characters comes back',
    ['createUser', 'getPassword', 'setPassword'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const [hash, next] = ['$aB/+.:'.repeat(80).slice(0, 512), newPassword()]
      await adapter.setPassword(id, newPassword({ hash }), null)
      expectEqual((await adapter.getPassword(id))?.hash, hash, 'the hash')
      expectEqual(await adapter.setPassword(id, next, hash), true, 'the result')
    },
  ),

  strict(
    'passwords given and returned are copies',
    ['createUser', 'getPassword', 'setPassword'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const password = newPassword()
      const given = structuredClone(password)
      await adapter.setPassword(id, given, null)
      spoil(given)
      spoil(await adapter.getPassword(id))
      expectFields(await adapter.getPassword(id), { ...password, userId: id }, 'the password')
    },
  ),

  strict(
    'of 20 first passwords set at once one is written',
    ['createUser', 'getPassword', 'setPassword'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const passwords = Array.from({ length: rivals }, () => newPassword())
      const results = await Promise.all(
        passwords.map(async (password) => adapter.setPassword(id, password, null)),
      )
      const won = passwords.filter((_password, position) => results[position])
      expectEqual(won.length, 1, 'the number of passwords written')
      expectFields(await adapter.getPassword(id), { ...won[0], userId: id }, 'the password')
    },
  ),

  strict(
    'of 20 changes of one password at once one is written',
    ['createUser', 'getPassword', 'setPassword'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const old = newPassword()
      await adapter.setPassword(id, old, null)
      const passwords = Array.from({ length: rivals }, () => newPassword())
      const results = await Promise.all(
        passwords.map(async (password) => adapter.setPassword(id, password, old.hash)),
      )
      const won = passwords.filter((_password, position) => results[position])
      expectEqual(won.length, 1, 'the number of passwords written')
      expectFields(await adapter.getPassword(id), { ...won[0], userId: id }, 'the password')
    },
  ),

  strict(
    'a change of a password and the deletion of its user leave no password',
    ['createUser', 'deleteUser', 'getPassword', 'setPassword'],
    async (adapter) => {
      for (let round = 0; round < 5; round += 1) {
        const { id } = await adapter.createUser(newUser())
        const old = newPassword()
        await adapter.setPassword(id, old, null)
        await Promise.all([
          adapter.setPassword(id, newPassword(), old.hash),
          adapter.deleteUser(id),
        ])
        expectNothing(await adapter.getPassword(id), 'the password of the deleted user')
      }
    },
  ),
]
