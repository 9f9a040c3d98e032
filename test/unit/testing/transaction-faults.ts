import { setTimeout as wait } from 'node:timers/promises'
import { without } from '../../support/adapters/watched-adapter.js'
import { asJson, type Fault } from './fault.js'

/** Stores whose transactions are none. */
export const transactionFaults: readonly Fault[] = [
  {
    what: 'has transactions that undo nothing',
    broken: ({ transaction: _none, ...good }) => ({ transaction: async (work) => work(good) }),
    noticedBy: [
      'factors: a transaction that fails changes no factor',
      'transactions: transactions that lock one user wait for each other',
      'transactions: a transaction that fails keeps no write, and throws the same error',
      'transactions: a transaction that fails undoes changes and deletions',
      'transactions: what a failed transaction wrote can be written again',
      'transactions: other readers do not see the writes of an open transaction',
      'transactions: of two transactions at once the failing one alone is undone',
    ],
  },
  {
    what: 'swallows the error of a transaction',
    broken: (good) => ({
      transaction: async (work) => good.transaction(work).catch(() => asJson(undefined)),
    }),
    noticedBy: [
      'factors: a transaction that fails changes no factor',
      'transactions: a transaction that fails keeps no write, and throws the same error',
      'transactions: of two transactions with one address one is kept',
    ],
  },
  {
    what: 'hands itself to the work of a transaction',
    broken: (good) => ({
      transaction: async (work) =>
        good.transaction(async (inner) => work({ ...inner, transaction: good.transaction })),
    }),
    noticedBy: ['transactions: the adapter of a transaction has every method but transaction'],
  },
  {
    what: 'locks a user as it was when the transaction was asked for',
    broken: (good) => {
      const ids: string[] = []
      return {
        createUser: async (user) => {
          const created = await good.createUser(user)
          ids.push(created.id)
          return created
        },
        transaction: async (work) => {
          const users = await Promise.all(ids.map(async (id) => good.getUser(id)))
          const before = (id: string) => users.find((user) => user?.id === id)
          return good.transaction(async (inner) =>
            work({ ...inner, lockUser: async (id) => before(id) ?? null }),
          )
        },
      }
    },
    noticedBy: ['transactions: transactions that lock one user wait for each other'],
  },
  {
    what: 'throws if there is no user to lock',
    broken: (good) => ({
      transaction: async (work) =>
        good.transaction(async (inner) =>
          work({
            ...inner,
            lockUser: async (id) => {
              const user = await inner.lockUser?.(id)
              if (!user) throw new Error('No user has this id.')
              return user
            },
          }),
        ),
    }),
    noticedBy: ['transactions: lockUser gives null for an unknown id'],
  },
  {
    what: 'cannot lock inside of a transaction',
    broken: (good) => ({
      transaction: async (work) =>
        good.transaction(async (inner) => work(without(inner, 'lockUser'))),
    }),
    noticedBy: [
      'transactions: the adapter of a transaction has every method but transaction',
      'transactions: a transaction reads the user that it locks',
      'transactions: lockUser gives null for an unknown id',
      'transactions: transactions that lock one user wait for each other',
    ],
  },
  {
    what: 'undoes what others wrote during a failed transaction',
    broken: (good) => {
      const open = new Set<unknown>()
      const beside: string[] = []
      return {
        createUser: async (user) => {
          if (open.size > 0) beside.push(user.id)
          return good.createUser(user)
        },
        transaction: async (work) => {
          open.add(work)
          try {
            return await good.transaction(work)
          } catch (thrown) {
            await wait(1)
            for (const id of beside) await good.deleteUser(id)
            throw thrown
          } finally {
            open.delete(work)
          }
        },
      }
    },
    noticedBy: ['transactions: a write beside a transaction that fails is kept'],
  },
]
