import { setTimeout as wait } from 'node:timers/promises'
import type { MemoryAdapter } from '../../../src/adapters/memory.js'
import type {
  Adapter,
  AdapterNewcomer,
  AdapterUser,
  OneStepMethod,
} from '../../../src/model/adapter.js'
import type { Fault } from './fault.js'
import { oneStepOver } from '../../support/adapters/one-step-memory.js'

const deletesAll =
  'one step: takeOverUser deletes the accounts and sessions, and sets emailVerified'
const freesKeys = 'one step: takeOverUser frees the keys of what it deletes'
const isProven = 'one step: takeOverUser gives null and changes nothing if the address is proven'
const isAnother =
  'one step: takeOverUser gives null and changes nothing if the user has another address'
const hasFactor =
  'one step: takeOverUser gives null and changes nothing if the user has a factor of `unlessFactors`'
const hasPasskey =
  'one step: takeOverUser gives null and changes nothing if the user has an authenticator and `unlessFactors` names passkeys'
const endsOthers =
  'one step: unlinkUnlessLast deletes the account, and all sessions but the kept one'
const endsAll = 'one step: unlinkUnlessLast deletes all sessions if none is to be kept'
const isLast =
  'one step: unlinkUnlessLast gives last and changes nothing if no account of the providers would be left'
const isForeign =
  "one step: unlinkUnlessLast gives unknown and changes nothing for another user's account"
const oneOfAccount =
  'one step: of 20 calls of createUserWithAccount with one account one creates a user'
const oneOfAddress =
  'one step: of 20 calls of createUserWithAccount with one address one creates a user'
const oneAccountLeft =
  'one step: of 20 accounts that unlinkUnlessLast is asked to delete at once one is left'

/** Stores that take several steps where one was asked for, or touch other rows. */
export const oneStepFaults: readonly Fault[] = [
  {
    what: 'creates a user, and then an account',
    broken: (good) => ({
      createUserWithAccount: async (newcomer) => createInTurn(good, newcomer),
    }),
    noticedBy: [
      'one step: createUserWithAccount refuses a linked account and creates nothing',
      'one step: createUserWithAccount refuses a taken credential id and creates nothing',
      oneOfAccount,
    ],
  },
  {
    what: 'links the account of a sign-up to the user who has the address',
    broken: (good) => {
      const { createUserWithAccount } = oneStepOver(good)
      return {
        createUserWithAccount: async (newcomer) => {
          const user = await good.getUserByEmail(newcomer.user.email)
          if (!user) return createUserWithAccount(newcomer)
          await good.linkAccount({ ...newcomer.account, userId: user.id })
          return user
        },
      }
    },
    noticedBy: ['one step: createUserWithAccount refuses a taken address and creates nothing'],
  },
  {
    what: 'gives the account of a sign-up to the next user',
    broken: (good) => {
      const { createUserWithAccount } = oneStepOver(good)
      return {
        createUserWithAccount: async (newcomer) => {
          await good.unlinkAccount(newcomer.account)
          return createUserWithAccount(newcomer)
        },
      }
    },
    noticedBy: ['one step: createUserWithAccount refuses a linked account and creates nothing'],
  },
  {
    what: 'returns the same user to all sign-ups at once',
    broken: (good) => {
      const { createUserWithAccount } = oneStepOver(good)
      const underWay = new Map<string, ReturnType<typeof createUserWithAccount>>()
      return {
        createUserWithAccount: async (newcomer) => {
          const { email } = newcomer.user
          const running = underWay.get(email) ?? createUserWithAccount(newcomer)
          underWay.set(email, running)
          return running
        },
      }
    },
    noticedBy: [oneOfAddress],
  },
  {
    what: 'forgets the passkey of a sign-up',
    broken: (good) => ({
      createUserWithAccount: async ({ user, account }) =>
        oneStepOver(good).createUserWithAccount({ user, account }),
    }),
    noticedBy: [
      'one step: createUserWithAccount creates the authenticator of a passkey',
      'one step: createUserWithAccount refuses a taken credential id and creates nothing',
    ],
  },
  {
    what: 'forgets the tokens of a sign-up',
    broken: (good) => ({
      createUserWithAccount: async ({ account, ...rest }) => {
        const { type, provider, providerAccountId } = account
        const keys = { type, provider, providerAccountId }
        return oneStepOver(good).createUserWithAccount({ ...rest, account: keys })
      },
    }),
    noticedBy: ['one step: createUserWithAccount keeps the tokens of the account'],
  },
  {
    what: 'returns a user whom it does not keep',
    broken: () => ({ createUserWithAccount: async ({ user }) => user }),
    noticedBy: [
      'one step: createUserWithAccount creates a user with an account',
      'one step: createUserWithAccount keeps the tokens of the account',
      'one step: createUserWithAccount creates the authenticator of a passkey',
      'one step: createUserWithAccount refuses a taken address and creates nothing',
      'one step: createUserWithAccount refuses a linked account and creates nothing',
      'one step: createUserWithAccount refuses a taken credential id and creates nothing',
      oneOfAccount,
      oneOfAddress,
    ],
  },
  {
    what: 'keeps the sessions of a user who is taken over',
    broken: (good) => takingOver(good, { deleteSessionsByUserId: async () => undefined }),
    noticedBy: [deletesAll, freesKeys],
  },
  {
    what: 'keeps the accounts of a user who is taken over',
    broken: (good) => takingOver(good, { listAccountsByUserId: async () => [] }),
    noticedBy: [deletesAll, freesKeys],
  },
  {
    what: 'keeps the passkeys of a user who is taken over',
    broken: (good) => takingOver(good, { listAuthenticatorsByUserId: async () => [] }),
    noticedBy: ['one step: takeOverUser deletes the authenticators', hasPasskey],
  },
  {
    what: 'leaves the password to the user who is taken over',
    broken: (good) => ({
      takeOverUser: async (given) => {
        const password = await good.getPassword(given.id)
        const taken = await oneStepOver(good).takeOverUser(given)
        if (taken && password) await good.setPassword(given.id, password, null)
        return taken
      },
    }),
    noticedBy: ['one step: takeOverUser deletes the password'],
  },
  {
    what: 'returns the proof of an address and does not keep it',
    broken: (good) => ({
      takeOverUser: async (given) => {
        const taken = await oneStepOver(good).takeOverUser(given)
        if (taken) await good.updateUser({ id: given.id, emailVerified: null })
        return taken
      },
    }),
    noticedBy: [deletesAll],
  },
  {
    what: 'takes over a user who has proven the address',
    broken: (good) => ({
      takeOverUser: async (given) => {
        if (await good.getUser(given.id))
          await good.updateUser({ id: given.id, emailVerified: null })
        return oneStepOver(good).takeOverUser(given)
      },
    }),
    noticedBy: [isProven],
  },
  {
    what: 'takes over a user who has another address',
    broken: (good) => ({
      takeOverUser: async ({ id, emailVerified }) => {
        const user = await good.getUser(id)
        return user && oneStepOver(good).takeOverUser({ id, email: user.email, emailVerified })
      },
    }),
    noticedBy: [hasFactor, hasPasskey, isAnother],
  },
  {
    what: 'creates the user who is to be taken over',
    broken: (good) => ({
      takeOverUser: async (given) =>
        (await good.getUser(given.id))
          ? oneStepOver(good).takeOverUser(given)
          : good.createUser(given),
    }),
    noticedBy: ['one step: takeOverUser gives null for an unknown user and creates nothing'],
  },
  {
    what: 'ends the sessions of everyone when one user is taken over',
    broken: (good) => endingAllSessions(good, 'takeOverUser'),
    noticedBy: [isProven, isAnother, 'one step: takeOverUser leaves other users alone'],
  },
  {
    what: 'reads the user first and takes over later',
    broken: (good) => ({
      takeOverUser: async ({ id, email, emailVerified }) => {
        const user = await good.getUser(id)
        if (user?.email !== email || user.emailVerified) return null
        await wait(1)
        return good.transaction(async () => ({ ...user, emailVerified }))
      },
    }),
    noticedBy: [
      deletesAll,
      freesKeys,
      'one step: takeOverUser deletes the authenticators',
      'one step: takeOverUser deletes the password',
      'one step: takeOverUser deletes the factors and frees their ids',
      hasFactor,
      hasPasskey,
      'one step: of 20 calls of takeOverUser one gets the user',
    ],
  },
  {
    what: 'unlinks the last account',
    broken: (good) => ({
      unlinkUnlessLast: async ({ otherProviders: _others, ...rest }) =>
        oneStepOver(good).unlinkUnlessLast(rest),
    }),
    noticedBy: [isLast, oneAccountLeft],
  },
  {
    what: 'takes an account of any provider for a way that is left',
    broken: (good) => ({
      unlinkUnlessLast: async ({ otherProviders, ...rest }) => {
        const accounts = await good.listAccountsByUserId(rest.userId)
        const any = otherProviders && accounts.map(({ provider }) => provider)
        return oneStepOver(good).unlinkUnlessLast({ ...rest, otherProviders: any })
      },
    }),
    noticedBy: [isLast],
  },
  {
    what: 'keeps the last account of a user with another way',
    broken: (good) => ({
      unlinkUnlessLast: async ({ otherProviders = [], ...rest }) =>
        oneStepOver(good).unlinkUnlessLast({ ...rest, otherProviders }),
    }),
    noticedBy: ['one step: unlinkUnlessLast deletes the last account if no providers are given'],
  },
  {
    what: 'unlinks the account of another user',
    broken: (good) => ({
      unlinkUnlessLast: async (given) => {
        const { provider, providerAccountId } = given.account
        const row = await good.getAccount(providerAccountId, provider)
        const userId = row?.userId ?? given.userId
        return oneStepOver(good).unlinkUnlessLast({ ...given, userId })
      },
    }),
    noticedBy: [isForeign],
  },
  {
    what: 'ends the session that is to be kept',
    broken: (good) => ({
      unlinkUnlessLast: async ({ keptSession: _kept, ...rest }) =>
        oneStepOver(good).unlinkUnlessLast(rest),
    }),
    noticedBy: [endsOthers],
  },
  {
    what: 'ends no session when it unlinks',
    broken: (good) => unlinking(good, { deleteSessionsByUserId: async () => undefined }),
    noticedBy: [endsOthers, endsAll],
  },
  {
    what: 'ends sessions before it knows whether it unlinks',
    broken: (good) => ({
      unlinkUnlessLast: async (given) => {
        await good.deleteSessionsByUserId(given.userId, given.keptSession)
        return oneStepOver(good).unlinkUnlessLast(given)
      },
    }),
    noticedBy: [isLast, isForeign],
  },
  {
    what: 'ends the sessions of everyone when one account is unlinked',
    broken: (good) => endingAllSessions(good, 'unlinkUnlessLast'),
    noticedBy: [
      endsOthers,
      isLast,
      isForeign,
      'one step: unlinkUnlessLast leaves other users alone',
    ],
  },
  {
    what: 'keeps the passkey of an unlinked account',
    broken: (good) => unlinking(good, { deleteAuthenticator: async () => undefined }),
    noticedBy: ['one step: unlinkUnlessLast deletes the authenticator of the account and no other'],
  },
  {
    what: 'returns an unlinked account without its tokens',
    broken: (good) => ({
      unlinkUnlessLast: async (given) => {
        const row = await oneStepOver(good).unlinkUnlessLast(given)
        if (typeof row === 'string') return row
        const { access_token: _access, refresh_token: _refresh, ...rest } = row
        return rest
      },
    }),
    noticedBy: [
      'one step: unlinkUnlessLast returns the account with the tokens that it had when it was deleted',
    ],
  },
  {
    what: 'counts the accounts first and unlinks later',
    broken: (good) => ({
      unlinkUnlessLast: async ({ otherProviders, ...rest }) => {
        const accounts = await good.listAccountsByUserId(rest.userId)
        const { provider, providerAccountId } = rest.account
        const others = accounts.filter(
          (row) => row.provider !== provider || row.providerAccountId !== providerAccountId,
        )
        await wait(1)
        const isLeft = others.some((row) => otherProviders?.includes(row.provider))
        return otherProviders && !isLeft ? 'last' : oneStepOver(good).unlinkUnlessLast(rest)
      },
    }),
    noticedBy: [oneAccountLeft],
  },
]

async function createInTurn(
  store: MemoryAdapter,
  { user, account, authenticator }: AdapterNewcomer,
): Promise<AdapterUser> {
  const created = await store.createUser(user)
  await store.linkAccount({ ...account, userId: created.id })
  if (authenticator) await store.createAuthenticator({ ...authenticator, userId: created.id })
  return created
}

/** A store whose transactions work on rows with this difference. */
function differing(good: MemoryAdapter, difference: Adapter): Pick<MemoryAdapter, 'transaction'> {
  return {
    transaction: (work) => good.transaction((inner) => work({ ...inner, ...difference })),
  }
}

function takingOver(good: MemoryAdapter, difference: Adapter): Adapter {
  return { takeOverUser: oneStepOver(differing(good, difference)).takeOverUser }
}

function unlinking(good: MemoryAdapter, difference: Adapter): Adapter {
  return { unlinkUnlessLast: oneStepOver(differing(good, difference)).unlinkUnlessLast }
}

function endingAllSessions(good: MemoryAdapter, name: OneStepMethod): Adapter {
  const users = new Set<string>()
  const method = oneStepOver(good)[name] as (given: unknown) => Promise<unknown>
  return {
    createUser: async (user) => {
      const created = await good.createUser(user)
      users.add(created.id)
      return created
    },
    [name]: async (given: unknown) => {
      const result = await method(given)
      for (const id of users) await good.deleteSessionsByUserId(id)
      return result
    },
  }
}
