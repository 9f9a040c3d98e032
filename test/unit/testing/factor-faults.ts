import type { MemoryAdapter } from '../../../src/adapters/memory.js'
import type { AdapterFactor } from '../../../src/model/adapter.js'
import { asJson, type Fault } from './fault.js'
import { oneStepOver } from '../../support/adapters/one-step-memory.js'
import { racing } from './race-faults.js'

const created = 'factors: createFactor inserts a factor, and listFactorsByUserId finds it'
const takenId = 'factors: createFactor refuses an id that a user has'
const unknownUser = 'factors: createFactor refuses an unknown user'
const usesStep = 'factors: useFactorStep writes the step and the time of that factor only'
const newSecret = 'factors: useFactorStep replaces the secret if one is given'
const laterOnly =
  'factors: useFactorStep changes nothing unless the step is later than the last one'
const unknownStep = 'factors: useFactorStep gives false for an unknown id'
const deletes = 'factors: deleteFactor deletes that factor only, and gives false for an unknown one'
const deletedUser = 'factors: deleteUser removes the factors of the user'
const expired = 'factors: deleteExpired removes factors that expired before the time, and no others'
const dates = 'factors: the dates of a factor are Dates, to the millisecond'
const long = 'factors: long ids, names and secrets come back'
const copies = 'factors: factors given and returned are copies'
const beginningOfTime =
  'factors: the beginning of time is a time of an authentication, and not none'
const authentication =
  'factors: the time and the methods of an authentication are listed with the session'
const replaces = 'factors: replaceFactors replaces the factors of that user and type only'
const replacesAll = 'factors: replaceFactors with no factors deletes those of that user and type'
const wholeSet = 'factors: replaceFactors changes nothing if an id is taken'
const setOfUnknown = 'factors: replaceFactors refuses factors of an unknown user'
const oneId = 'factors: of 20 factors with one id created at once one is written'
const oneUse = 'factors: of 20 uses of one step at once one is written'
const oneDeletion = 'factors: of 20 deletions of one factor at once one returns true'
const oneSet = 'factors: of several sets that replace factors at once one remains'
const deletedMeanwhile =
  'factors: factors that are written while their user is deleted do not remain'
const rolledBack = 'factors: a transaction that fails changes no factor'
const takenOver = 'one step: takeOverUser deletes the factors and frees their ids'

const dueUsers =
  'factors: listDueDeletions gives the users with a deletion whose time has passed, and no others'
const dueUntilDeleted =
  'factors: listDueDeletions gives a deletion until its user is deleted, also after a use of it'

/** Stores that are careless with factors. */
export const factorFaults: readonly Fault[] = [
  {
    what: 'lists no user whose deletion is due',
    broken: () => ({ listDueDeletions: async () => [] }),
    noticedBy: [dueUsers, dueUntilDeleted],
  },
  {
    what: 'lists users whose deletion is due a moment later',
    broken: (good) => ({
      listDueDeletions: async (now) => good.listDueDeletions(new Date(now.getTime() + 1)),
    }),
    noticedBy: [dueUsers],
  },
  {
    what: 'asks whether the id of a factor is free, then inserts',
    broken: (good) => ({ createFactor: racing(good.createFactor, ({ id }) => id) }),
    noticedBy: [oneId],
  },
  {
    what: 'asks whether a step was used, then writes',
    broken: (good) => ({
      useFactorStep: racing(good.useFactorStep, (id, use) => `${id} ${use.step}`),
    }),
    noticedBy: [oneUse],
  },
  {
    what: 'asks whether a factor exists, then deletes it',
    broken: (good) => ({ deleteFactor: racing(good.deleteFactor, (id) => id) }),
    noticedBy: [oneDeletion],
  },
  {
    what: 'replaces factors in several steps',
    broken: (good) => ({
      replaceFactors: async (userId, type, factors) => {
        await replaceInSteps(good, userId, type, factors)
      },
    }),
    noticedBy: [wholeSet, oneSet],
  },
  {
    what: 'takes the step of a factor again',
    broken: (good) => ({
      useFactorStep: async (id, use) => good.useFactorStep(id, { ...use, step: use.step + 0.5 }),
    }),
    noticedBy: [usesStep, laterOnly, oneUse],
  },
  {
    what: 'says that it used a step when it did not',
    broken: (good) => ({
      useFactorStep: async (...args) => {
        await good.useFactorStep(...args)
        return true
      },
    }),
    noticedBy: [laterOnly, unknownStep, deletedUser, oneUse],
  },
  {
    what: 'does not renew the secret of a factor',
    broken: (good) => ({
      useFactorStep: async (id, { secret: _secret, ...use }) => good.useFactorStep(id, use),
    }),
    noticedBy: [newSecret, oneUse],
  },
  {
    what: 'forgets the secret of a factor when it is used',
    broken: (good) => ({
      useFactorStep: async (id, use) => good.useFactorStep(id, { secret: '', ...use }),
    }),
    noticedBy: [usesStep],
  },
  {
    what: 'says nothing about a factor that it deleted',
    broken: (good) => ({
      deleteFactor: async (id) => {
        await good.deleteFactor(id)
        return asJson(undefined)
      },
    }),
    noticedBy: [deletes, deletedUser, long, replaces, oneDeletion, oneSet],
  },
  {
    what: 'compares the ids of factors in any case',
    broken: (good) => ({
      useFactorStep: async (id, use) => good.useFactorStep(id.toLowerCase(), use),
      deleteFactor: async (id) => good.deleteFactor(id.toLowerCase()),
    }),
    noticedBy: [unknownStep, deletes, long],
  },
  {
    what: 'ignores spaces around the id of a factor',
    broken: (good) => ({
      useFactorStep: async (id, use) => good.useFactorStep(id.trim(), use),
      deleteFactor: async (id) => good.deleteFactor(id.trim()),
    }),
    noticedBy: [unknownStep, deletes],
  },
  {
    what: 'replaces the factors of every type',
    broken: (good) => ({
      replaceFactors: async (userId, type, factors) =>
        good.transaction(async (inside) => {
          const rows = (await inside.listFactorsByUserId?.(userId)) ?? []
          for (const { id } of rows) await inside.deleteFactor?.(id)
          await inside.replaceFactors?.(userId, type, factors)
        }),
    }),
    noticedBy: [copies, replaces, replacesAll],
  },
  {
    what: 'adds factors instead of replacing them',
    broken: (good) => ({
      replaceFactors: async (_userId, _type, factors) =>
        good.transaction(async (inside) => {
          for (const factor of factors) await inside.createFactor?.(factor)
        }),
    }),
    noticedBy: [replaces, replacesAll, oneSet],
  },
  {
    what: 'does not delete factors unless there are new ones',
    broken: (good) => ({
      replaceFactors: async (userId, type, factors) => {
        if (factors.length > 0) await good.replaceFactors(userId, type, factors)
      },
    }),
    noticedBy: [replacesAll],
  },
  {
    what: 'leaves the factors of a deleted user',
    broken: (good) => {
      const kept = new Map<string, AdapterFactor[]>()
      return {
        listFactorsByUserId: async (id) => [
          ...(await good.listFactorsByUserId(id)),
          ...(kept.get(id) ?? []),
        ],
        deleteUser: async (id) => {
          kept.set(id, await good.listFactorsByUserId(id))
          return good.deleteUser(id)
        },
      }
    },
    noticedBy: [deletedUser, deletedMeanwhile],
  },
  {
    what: 'leaves the factors to the user who is taken over',
    broken: (good) => ({
      takeOverUser: async (given) => {
        const factors = await good.listFactorsByUserId(given.id)
        const taken = await oneStepOver(good).takeOverUser(given)
        if (taken) for (const factor of factors) await good.createFactor(factor)
        return taken
      },
    }),
    noticedBy: [takenOver],
  },
  {
    what: 'keeps expired factors',
    broken: (good) => {
      const kept = new Map<string, AdapterFactor>()
      return {
        createFactor: async (factor) => {
          if (factor.expires && factor.expires < new Date('1990-01-01'))
            kept.set(factor.userId, factor)
          return good.createFactor(factor)
        },
        listFactorsByUserId: async (id) => {
          const found = await good.listFactorsByUserId(id)
          const row = kept.get(id)
          return row && !found.some((one) => one.id === row.id) ? [...found, row] : found
        },
      }
    },
    noticedBy: [expired],
  },
  {
    what: 'deletes factors that never expire',
    broken: (good) => ({
      createFactor: async (factor) =>
        good.createFactor({ ...factor, expires: factor.expires ?? new Date(0) }),
    }),
    noticedBy: [
      created,
      takenId,
      usesStep,
      laterOnly,
      unknownStep,
      deletedUser,
      expired,
      long,
      copies,
      wholeSet,
      oneId,
      rolledBack,
    ],
  },
  {
    what: 'gives the dates of factors as text',
    broken: (good) => ({
      listFactorsByUserId: async (id) => asJson(await good.listFactorsByUserId(id)),
    }),
    noticedBy: [
      created,
      takenId,
      usesStep,
      laterOnly,
      unknownStep,
      deletedUser,
      dates,
      long,
      copies,
      replaces,
      wholeSet,
      oneId,
      oneUse,
      rolledBack,
    ],
  },
  {
    what: 'cuts long names of factors',
    broken: (good) => ({
      createFactor: async (factor) =>
        good.createFactor({ ...factor, name: factor.name?.slice(0, 191) ?? null }),
    }),
    noticedBy: [long],
  },
  {
    what: 'has no columns for authentications',
    broken: (good) => ({
      createSession: async ({ authenticatedAt: _at, amr: _amr, ...session }) =>
        good.createSession(session),
    }),
    noticedBy: [authentication, beginningOfTime],
  },
  {
    what: 'takes the beginning of time for no time of an authentication',
    broken: (good) => ({
      createSession: async ({ authenticatedAt, ...session }) =>
        good.createSession({
          ...session,
          authenticatedAt: authenticatedAt?.getTime() ? authenticatedAt : null,
        }),
    }),
    noticedBy: [beginningOfTime],
  },
  {
    what: 'does not ask whether the user of a factor exists',
    broken: (good) => {
      const orphans = new Map<string, AdapterFactor[]>()
      return {
        createFactor: async (factor) => {
          if (await good.getUser(factor.userId)) return good.createFactor(factor)
          orphans.set(factor.userId, [factor])
          return factor
        },
        replaceFactors: async (userId, type, factors) => {
          if (await good.getUser(userId)) return good.replaceFactors(userId, type, factors)
          orphans.set(userId, [...factors])
        },
        listFactorsByUserId: async (id) => [
          ...(await good.listFactorsByUserId(id)),
          ...(orphans.get(id) ?? []),
        ],
      }
    },
    noticedBy: [unknownUser, setOfUnknown],
  },
]

async function replaceInSteps(
  good: MemoryAdapter,
  userId: string,
  type: AdapterFactor['type'],
  factors: readonly AdapterFactor[],
): Promise<void> {
  await good.replaceFactors(userId, type, [])
  for (const factor of factors) await good.createFactor(factor)
}
