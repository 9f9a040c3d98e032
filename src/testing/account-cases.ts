import { base, strict, type CaseRow } from './adapter-case.js'
import {
  expectEqual,
  expectFields,
  expectNothing,
  expectNull,
  expectRefusal,
} from './expectations.js'
import { keysOf, newAccount, newUser, spoil, strangeFields, unique, without } from './rows.js'

/** Cases for accounts: linking, finding, updating and unlinking. */
export const accountCases: readonly CaseRow[] = [
  base(
    'getUserByAccount finds the user of a linked account',
    ['createUser', 'linkAccount', 'getUserByAccount'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const account = newAccount(user.id)
      await adapter.linkAccount(account)
      expectFields(await adapter.getUserByAccount(keysOf(account)), user, 'the user')
    },
  ),

  base(
    'getUserByAccount gives null for an unknown account',
    ['getUserByAccount'],
    async (adapter) => {
      const keys = { provider: 'example', providerAccountId: unique() }
      expectNull(await adapter.getUserByAccount(keys), 'the user of an unknown account')
    },
  ),

  base(
    'unlinkAccount removes an account and leaves the user',
    ['createUser', 'linkAccount', 'unlinkAccount', 'getUserByAccount', 'getUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const account = newAccount(user.id)
      await adapter.linkAccount(account)
      await adapter.unlinkAccount(keysOf(account))
      expectNothing(
        await adapter.getUserByAccount(keysOf(account)),
        'the user of the unlinked account',
      )
      expectFields(await adapter.getUser(user.id), user, 'the user')
    },
  ),

  strict(
    'getUserByAccount gives null unless both keys match',
    ['createUser', 'linkAccount', 'getUserByAccount'],
    async (adapter) => {
      const account = newAccount((await adapter.createUser(newUser())).id)
      await adapter.linkAccount(account)
      const otherProvider = { ...keysOf(account), provider: 'other' }
      const otherId = { ...keysOf(account), providerAccountId: unique() }
      expectNothing(await adapter.getUserByAccount(otherProvider), 'the user at another provider')
      expectNothing(await adapter.getUserByAccount(otherId), 'the user of another account')
    },
  ),

  strict(
    'one id at two providers is two accounts',
    ['createUser', 'linkAccount', 'unlinkAccount', 'getUserByAccount'],
    async (adapter) => {
      const ada = await adapter.createUser(newUser())
      const bob = await adapter.createUser(newUser())
      const one = newAccount(ada.id)
      const two = { ...one, userId: bob.id, provider: 'other' }
      await adapter.linkAccount(one)
      await adapter.linkAccount(two)
      expectFields(await adapter.getUserByAccount(keysOf(one)), ada, 'the first user')
      expectFields(await adapter.getUserByAccount(keysOf(two)), bob, 'the second user')
      await adapter.unlinkAccount(keysOf(one))
      expectNothing(await adapter.getUserByAccount(keysOf(one)), 'the user of the unlinked account')
      expectFields(
        await adapter.getUserByAccount(keysOf(two)),
        bob,
        'the user of the other account',
      )
    },
  ),

  strict(
    'the two keys are not run together',
    ['createUser', 'linkAccount', 'getUserByAccount'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      for (const mark of [':', ',', '/', '|', '","', '_', '\\']) {
        const [left, right] = [unique(), unique()]
        const account = newAccount(id, { provider: left, providerAccountId: `${mark}${right}` })
        await adapter.linkAccount(account)
        const shifted = { provider: `${left}${mark}`, providerAccountId: right }
        const moved = { provider: `${left}${mark}${right}`, providerAccountId: '' }
        expectNothing(
          await adapter.getUserByAccount(shifted),
          `the user with ${mark} in the other key`,
        )
        expectNothing(await adapter.getUserByAccount(moved), 'the user with both keys in one')
      }
    },
  ),

  strict(
    'linkAccount refuses an account that is linked, and changes nothing',
    ['createUser', 'linkAccount', 'getUserByAccount'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const other = await adapter.createUser(newUser())
      const account = newAccount(user.id)
      await adapter.linkAccount(account)
      const stolen = { ...account, userId: other.id }
      await expectRefusal(() => adapter.linkAccount(stolen), 'the link to a second user')
      await expectRefusal(() => adapter.linkAccount(account), 'the second link to one user')
      expectFields(await adapter.getUserByAccount(keysOf(account)), user, 'the user')
    },
  ),

  strict(
    'unlinkAccount frees the account for another user',
    ['createUser', 'linkAccount', 'unlinkAccount', 'getUserByAccount'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const next = await adapter.createUser(newUser())
      const account = newAccount(user.id)
      await adapter.linkAccount(account)
      await adapter.unlinkAccount(keysOf(account))
      await adapter.linkAccount({ ...account, userId: next.id })
      expectFields(await adapter.getUserByAccount(keysOf(account)), next, 'the new owner')
    },
  ),

  strict(
    'unlinkAccount does nothing if the account is unknown',
    ['unlinkAccount'],
    async (adapter) => {
      await adapter.unlinkAccount({ provider: 'example', providerAccountId: unique() })
    },
  ),

  strict(
    'linkAccount ignores or keeps fields that it does not know',
    ['createUser', 'linkAccount', 'getUserByAccount'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const account = newAccount(user.id)
      const details = [{ type: 'payment', amount: '1' }]
      const answer = { expires_in: 3600, authorization_details: details, ...strangeFields() }
      await adapter.linkAccount({ ...answer, ...account })
      expectFields(await adapter.getUserByAccount(keysOf(account)), user, 'the user')
    },
  ),

  strict(
    'tokens of 8 kB come back whole, and expires_at as a number',
    ['createUser', 'linkAccount', 'getAccount'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const account = newAccount(id, {
        access_token: longText('a'),
        refresh_token: longText('r'),
        id_token: longText('i'),
        // After 2038 and after 2106, so that the value exceeds 31 and 32 bits.
        expires_at: 4_400_000_000,
      })
      await adapter.linkAccount(account)
      const { provider, providerAccountId } = account
      expectFields(await adapter.getAccount(providerAccountId, provider), account, 'the account')
    },
  ),

  strict(
    'an account without tokens has none',
    ['createUser', 'linkAccount', 'getAccount'],
    async (adapter) => {
      const { id: userId } = await adapter.createUser(newUser())
      const keys = { provider: 'example', providerAccountId: unique() }
      await adapter.linkAccount({ ...keys, userId, type: 'oidc' })
      const found = await adapter.getAccount(keys.providerAccountId, keys.provider)
      expectFields(found, { ...keys, userId, type: 'oidc' }, 'the account')
      for (const name of ['access_token', 'refresh_token', 'expires_at', 'scope'])
        expectNothing(found?.[name], name)
    },
  ),

  strict(
    'listAccountsByUserId gives the accounts of the user and no others',
    ['createUser', 'linkAccount', 'unlinkAccount', 'listAccountsByUserId'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const other = await adapter.createUser(newUser())
      const accounts = [newAccount(user.id), newAccount(user.id, { provider: 'other' })]
      const unlinked = newAccount(user.id)
      for (const account of [...accounts, unlinked, newAccount(other.id)])
        await adapter.linkAccount(account)
      await adapter.unlinkAccount(keysOf(unlinked))
      const found = await adapter.listAccountsByUserId(user.id)
      expectEqual(found.length, 2, 'the number of accounts')
      for (const account of accounts) {
        const same = found.find((one) => one.providerAccountId === account.providerAccountId)
        expectFields(same, account, 'the account')
      }
    },
  ),

  strict(
    'listAccountsByUserId gives an empty list if there are none',
    ['createUser', 'listAccountsByUserId'],
    async (adapter, { unknownId }) => {
      const user = await adapter.createUser(newUser())
      expectEqual(await adapter.listAccountsByUserId(user.id), [], 'the accounts')
      expectEqual(
        await adapter.listAccountsByUserId(unknownId()),
        [],
        'the accounts of an unknown user',
      )
    },
  ),

  strict(
    'updateAccount changes the given fields, leaves undefined and clears null',
    ['createUser', 'linkAccount', 'updateAccount', 'listAccountsByUserId'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const account = newAccount(user.id)
      const neighbour = newAccount(user.id)
      await adapter.linkAccount(account)
      await adapter.linkAccount(neighbour)
      // The token type does not allow null, but null is what clears a column.
      const cleared: object = { refresh_token: null }
      await adapter.updateAccount({
        ...keysOf(account),
        access_token: 'fresh',
        expires_at: 2_000_000_000,
        scope: undefined,
        ...cleared,
      })
      const found = await adapter.listAccountsByUserId(user.id)
      const updated = found.find((one) => one.providerAccountId === account.providerAccountId)
      const untouched = found.find((one) => one.providerAccountId === neighbour.providerAccountId)
      const wanted = {
        ...without(account, 'refresh_token'),
        access_token: 'fresh',
        expires_at: 2_000_000_000,
      }
      expectFields(updated, wanted, 'the updated account')
      expectNothing(updated?.refresh_token, 'the cleared refresh_token')
      expectFields(untouched, neighbour, 'the account beside it')
    },
  ),

  strict(
    'updateAccount does nothing if there is nothing to change',
    ['createUser', 'linkAccount', 'updateAccount', 'listAccountsByUserId'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const account = newAccount(user.id)
      await adapter.linkAccount(account)
      await adapter.updateAccount(keysOf(account))
      const [found] = await adapter.listAccountsByUserId(user.id)
      expectFields(found, account, 'the account')
    },
  ),

  strict(
    'updateAccount ignores or keeps fields that it does not know',
    ['createUser', 'linkAccount', 'updateAccount', 'listAccountsByUserId'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const account = newAccount(user.id)
      await adapter.linkAccount(account)
      await adapter.updateAccount({ ...strangeFields(), ...keysOf(account), scope: 'openid' })
      const [found] = await adapter.listAccountsByUserId(user.id)
      expectFields(found, { ...account, scope: 'openid' }, 'the account')
    },
  ),

  strict(
    'updateAccount does nothing if the account is unknown',
    ['createUser', 'updateAccount', 'listAccountsByUserId', 'getUserByAccount'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const account = newAccount(id)
      await adapter.updateAccount(account)
      expectNothing(
        await adapter.getUserByAccount(keysOf(account)),
        'the user of an unknown account',
      )
      expectEqual(await adapter.listAccountsByUserId(id), [], 'the accounts')
    },
  ),

  strict(
    'accounts given and returned are copies',
    ['createUser', 'linkAccount', 'listAccountsByUserId'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const account = newAccount(id)
      const given = { ...account }
      spoil(await adapter.linkAccount(given))
      spoil(given)
      spoil((await adapter.listAccountsByUserId(id))[0])
      const [found] = await adapter.listAccountsByUserId(id)
      expectFields(found, account, 'the account')
    },
  ),
]

function longText(start: string): string {
  return start.padEnd(8192, '0123456789abcdef')
}
