import type { AdapterAccount, AdapterLease, AdapterStoredTokens } from '../model/adapter.js'
import { strict, type CaseRow } from './adapter-case.js'
import { expectEqual, expectFields, expectNothing } from './expectations.js'
import { hour, keysOf, newAccount, newUser, unique } from './rows.js'

const rivals = 20

/** Cases for refreshing the tokens of accounts. */
export const tokenCases: readonly CaseRow[] = [
  strict(
    'leaseAccount records the holder, and leaves the tokens as they are',
    ['createUser', 'linkAccount', 'getAccount', 'leaseAccount'],
    async (adapter) => {
      const account = newTokens((await adapter.createUser(newUser())).id)
      await adapter.linkAccount(account)
      expectEqual(await adapter.leaseAccount(leaseOf(account)), true, 'the result')
      const { provider, providerAccountId } = account
      const found = await adapter.getAccount(providerAccountId, provider)
      expectFields(found, { ...account, refreshLease: 'first' }, 'the account')
      expectEqual(typeof found?.refreshLeaseEnds, 'number', 'the type of refreshLeaseEnds')
    },
  ),

  strict(
    'leaseAccount gives a lease that is held to its holder only',
    ['createUser', 'linkAccount', 'leaseAccount'],
    async (adapter) => {
      const account = newTokens((await adapter.createUser(newUser())).id)
      await adapter.linkAccount(account)
      const lease = leaseOf(account)
      expectEqual(await adapter.leaseAccount(lease), true, 'the first result')
      const second = { ...lease, holder: 'second' }
      for (const replaces of [undefined, '', 'second', 'FIRST', 'first '])
        expectEqual(await adapter.leaseAccount({ ...second, replaces }), false, 'the second result')
      const own = await adapter.leaseAccount({ ...second, replaces: 'first' })
      expectEqual(own, true, 'the result of the holder')
    },
  ),

  strict(
    'leaseAccount gives a lease that has ended to anyone',
    ['createUser', 'linkAccount', 'leaseAccount'],
    async (adapter) => {
      const account = newTokens((await adapter.createUser(newUser())).id)
      await adapter.linkAccount(account)
      const lease = leaseOf(account)
      await adapter.leaseAccount({ ...lease, milliseconds: 0 })
      const next = await adapter.leaseAccount({ ...lease, holder: 'second' })
      expectEqual(next, true, 'the result after the end')
    },
  ),

  strict(
    'leaseAccount gives no lease unless the tokens are the expected ones',
    ['createUser', 'linkAccount', 'leaseAccount'],
    async (adapter) => {
      const account = newTokens((await adapter.createUser(newUser())).id)
      await adapter.linkAccount(account)
      for (const expected of otherTokens(tokensOf(account))) {
        const lease = { ...leaseOf(account), expected }
        expectEqual(await adapter.leaseAccount(lease), false, 'the result')
      }
      const unknown = { ...leaseOf(account), providerAccountId: unique() }
      expectEqual(await adapter.leaseAccount(unknown), false, 'the result for an unknown account')
    },
  ),

  strict(
    'leaseAccount takes null for a token that is missing',
    ['createUser', 'linkAccount', 'leaseAccount'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const { access_token: _none, ...account } = newTokens(id)
      await adapter.linkAccount(account)
      expectEqual(await adapter.leaseAccount(leaseOf(account)), true, 'the result')
    },
  ),

  strict(
    'of 20 leases asked for at once one is given',
    ['createUser', 'linkAccount', 'leaseAccount'],
    async (adapter) => {
      const account = newTokens((await adapter.createUser(newUser())).id)
      await adapter.linkAccount(account)
      const results = await Promise.all(
        Array.from({ length: rivals }, async (_one, position) =>
          adapter.leaseAccount({ ...leaseOf(account), holder: `holder ${position}` }),
        ),
      )
      expectEqual(results.filter(Boolean).length, 1, 'the number of leases')
    },
  ),

  strict(
    'swapTokens writes the changes, and null empties a field',
    ['createUser', 'linkAccount', 'getAccount', 'swapTokens'],
    async (adapter) => {
      const account = newTokens((await adapter.createUser(newUser())).id)
      await adapter.linkAccount(account)
      const changes = {
        access_token: unique(),
        refresh_token: unique(),
        expires_at: null,
        refreshFailed: 'invalid_grant',
      }
      const swap = { ...keysOf(account), expected: tokensOf(account), changes }
      expectEqual(await adapter.swapTokens(swap), true, 'the result')
      const { provider, providerAccountId } = account
      const found = await adapter.getAccount(providerAccountId, provider)
      const { expires_at: _expiry, ...kept } = account
      expectFields(found, { ...kept, ...withoutNull(changes) }, 'the account')
      expectNothing(found?.expires_at, 'the emptied field')
    },
  ),

  strict(
    'swapTokens changes nothing unless the tokens are the expected ones',
    ['createUser', 'linkAccount', 'getAccount', 'swapTokens'],
    async (adapter) => {
      const account = newTokens((await adapter.createUser(newUser())).id)
      await adapter.linkAccount(account)
      for (const expected of otherTokens(tokensOf(account))) {
        const swap = { ...keysOf(account), expected, changes: { access_token: 'other' } }
        expectEqual(await adapter.swapTokens(swap), false, 'the result')
      }
      const { provider, providerAccountId } = account
      const found = await adapter.getAccount(providerAccountId, provider)
      expectFields(found, account, 'the account')
    },
  ),

  strict(
    'swapTokens creates no account',
    ['createUser', 'getUserByAccount', 'swapTokens'],
    async (adapter) => {
      const account = newTokens((await adapter.createUser(newUser())).id)
      const changes = { access_token: 'other' }
      for (const expected of [tokensOf(account), { access_token: null, refresh_token: null }]) {
        const swap = { ...keysOf(account), expected, changes }
        expectEqual(await adapter.swapTokens(swap), false, 'the result')
      }
      expectNothing(await adapter.getUserByAccount(keysOf(account)), 'the user of the account')
    },
  ),

  strict(
    'swapTokens changes that account only',
    ['createUser', 'linkAccount', 'getAccount', 'swapTokens'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const account = newTokens(id)
      const others = [
        { ...account, providerAccountId: unique() },
        { ...account, provider: 'other' },
      ]
      for (const row of [account, ...others]) await adapter.linkAccount(row)
      const swap = { ...keysOf(account), expected: tokensOf(account) }
      await adapter.swapTokens({ ...swap, changes: { access_token: unique() } })
      for (const other of others) {
        const found = await adapter.getAccount(other.providerAccountId, other.provider)
        expectFields(found, other, 'the other account')
      }
    },
  ),

  strict(
    'of 20 swaps of the same tokens at once one is written',
    ['createUser', 'linkAccount', 'getAccount', 'swapTokens'],
    async (adapter) => {
      const account = newTokens((await adapter.createUser(newUser())).id)
      await adapter.linkAccount(account)
      const tokens = Array.from({ length: rivals }, () => unique())
      const swap = { ...keysOf(account), expected: tokensOf(account) }
      const results = await Promise.all(
        tokens.map(async (token) =>
          adapter.swapTokens({ ...swap, changes: { access_token: token, refresh_token: token } }),
        ),
      )
      const won = tokens.filter((_token, position) => results[position])
      expectEqual(won.length, 1, 'the number of swaps')
      const { provider, providerAccountId } = account
      const found = await adapter.getAccount(providerAccountId, provider)
      expectEqual(found?.refresh_token, won[0], 'the refresh token')
    },
  ),

  strict(
    'a swap of tokens and the unlinking of their account leave no account',
    ['createUser', 'linkAccount', 'unlinkAccount', 'getUserByAccount', 'swapTokens'],
    async (adapter) => {
      for (let round = 0; round < 5; round += 1) {
        const account = newTokens((await adapter.createUser(newUser())).id)
        await adapter.linkAccount(account)
        const swap = { ...keysOf(account), expected: tokensOf(account) }
        const [written] = await Promise.all([
          adapter.swapTokens({ ...swap, changes: { access_token: unique() } }),
          adapter.unlinkAccount(keysOf(account)),
        ])
        expectEqual(typeof written, 'boolean', 'the type of the result')
        expectNothing(await adapter.getUserByAccount(keysOf(account)), 'the user of the account')
      }
    },
  ),
]

function newTokens(userId: string): AdapterAccount {
  const tokens = { access_token: `aT ${unique()}`, refresh_token: `rT ${unique()}` }
  return newAccount(userId, { ...tokens, expires_at: 1_900_000_000 })
}

function tokensOf({ access_token, refresh_token }: AdapterAccount): AdapterStoredTokens {
  return { access_token: access_token ?? null, refresh_token: refresh_token ?? null }
}

function leaseOf(account: AdapterAccount): AdapterLease {
  return {
    ...keysOf(account),
    expected: tokensOf(account),
    holder: 'first',
    milliseconds: hour,
  }
}

/** Tokens that differ from the given ones in one of the two, sometimes by little. */
function otherTokens(tokens: AdapterStoredTokens): AdapterStoredTokens[] {
  const { access_token, refresh_token } = tokens
  return [
    { ...tokens, access_token: null },
    { ...tokens, refresh_token: null },
    { ...tokens, access_token: unique() },
    { ...tokens, refresh_token: unique() },
    { ...tokens, access_token: String(access_token).toLowerCase() },
    { ...tokens, refresh_token: `${refresh_token} ` },
  ]
}

function withoutNull(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}
