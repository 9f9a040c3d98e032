import type { Fault } from './fault.js'

const ofHolder = 'tokens: leaseAccount gives a lease that is held to its holder only'
const ended = 'tokens: leaseAccount gives a lease that has ended to anyone'
const leaseUnlessExpected =
  'tokens: leaseAccount gives no lease unless the tokens are the expected ones'
const oneLease = 'tokens: of 20 leases asked for at once one is given'
const swapUnlessExpected =
  'tokens: swapTokens changes nothing unless the tokens are the expected ones'
const creates = 'tokens: swapTokens creates no account'
const oneSwap = 'tokens: of 20 swaps of the same tokens at once one is written'

/** Stores that are careless with tokens. */
export const tokenFaults: readonly Fault[] = [
  {
    what: 'gives a lease to everyone',
    broken: (good) => ({
      leaseAccount: (lease) =>
        good.transaction(async (inside) => {
          const row = await inside.getAccount?.(lease.providerAccountId, lease.provider)
          const replaces = row?.refreshLease ?? undefined
          return (await inside.leaseAccount?.({ ...lease, replaces })) === true
        }),
    }),
    noticedBy: [ofHolder, oneLease],
  },
  {
    what: 'never ends a lease',
    broken: (good) => ({
      leaseAccount: (lease) => good.leaseAccount({ ...lease, milliseconds: 60_000 }),
    }),
    noticedBy: [ended],
  },
  {
    what: 'does not compare the tokens of a lease',
    broken: (good) => ({
      leaseAccount: async (lease) => {
        const row = await good.getAccount(lease.providerAccountId, lease.provider)
        const { access_token = null, refresh_token = null } = row ?? {}
        return good.leaseAccount({ ...lease, expected: { access_token, refresh_token } })
      },
    }),
    noticedBy: [leaseUnlessExpected],
  },
  {
    what: 'reads the tokens, then swaps them',
    broken: (good) => ({
      swapTokens: async ({ expected, changes, ...keys }) => {
        const row = await good.getAccount(keys.providerAccountId, keys.provider)
        const isExpected =
          row?.access_token === expected.access_token &&
          row.refresh_token === expected.refresh_token
        return isExpected && Boolean(await good.updateAccount({ ...keys, ...changes }))
      },
    }),
    noticedBy: [oneSwap],
  },
  {
    what: 'compares the refresh token only',
    broken: (good) => ({
      swapTokens: async (swap) => {
        const row = await good.getAccount(swap.providerAccountId, swap.provider)
        const { access_token = null } = row ?? {}
        return good.swapTokens({ ...swap, expected: { ...swap.expected, access_token } })
      },
    }),
    noticedBy: [swapUnlessExpected],
  },
  {
    what: 'says that it swapped tokens when it did not',
    broken: (good) => ({
      swapTokens: async (swap) => {
        await good.swapTokens(swap)
        return true
      },
    }),
    noticedBy: [swapUnlessExpected, creates, oneSwap],
  },
]
