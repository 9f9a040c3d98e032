import type { AdapterAccount, AdapterSession } from '../../../src/model/adapter.js'
import type { Awaitable } from '../../../src/model/awaitable.js'
import { textOf, type Fault } from './fault.js'

/** Stores that treat rows wrongly: when they change, go, or are handed out. */
export const rowFaults: readonly Fault[] = [
  {
    what: 'does not cascade',
    broken: (good) => {
      const deleted = new Set<string>()
      return {
        deleteUser: (id) => void deleted.add(id),
        getUser: (id) => (deleted.has(id) ? null : good.getUser(id)),
        getUserByEmail: async (email) => {
          const user = await good.getUserByEmail(email)
          return user && deleted.has(user.id) ? null : user
        },
      }
    },
    noticedBy: [
      'users: deleteUser removes a user with the session and the account',
      'users: deleteUser removes every session and every account',
      'users: deleteUser frees the keys of its sessions and accounts',
      'users: deleteUser removes the authenticators of the user',
      'users: deleteUser frees the address',
      'passwords: deleteUser removes the password of the user',
      'passwords: a change of a password and the deletion of its user leave no password',
      'factors: deleteUser removes the factors of the user',
      'factors: listDueDeletions gives a deletion until its user is deleted, also after a use of it',
      'factors: factors that are written while their user is deleted do not remain',
    ],
  },
  {
    what: 'empties the house when one user is deleted',
    broken: (good) => {
      const users = new Set<string>()
      return {
        createUser: async (user) => {
          const created = await good.createUser(user)
          users.add(created.id)
          return created
        },
        deleteUser: async () => {
          for (const id of users) await good.deleteUser(id)
        },
      }
    },
    noticedBy: [
      'users: deleteUser leaves other users alone',
      'factors: deleteUser removes the factors of the user',
    ],
  },
  {
    what: 'gives away the users it keeps',
    broken: (good) => ({ getUser: aliasing(good.getUser) }),
    noticedBy: ['users: users given and returned are copies'],
  },
  {
    what: 'gives away the sessions it keeps',
    broken: (good) => ({
      getSessionAndUser: aliasing(good.getSessionAndUser),
      listSessionsByUserId: aliasing(good.listSessionsByUserId),
    }),
    noticedBy: [
      'sessions: sessions given and returned are copies',
      'devices: listed sessions are copies',
    ],
  },
  {
    what: 'gives away the accounts and authenticators it keeps',
    broken: (good) => ({
      listAccountsByUserId: aliasing(good.listAccountsByUserId),
      getAuthenticator: aliasing(good.getAuthenticator),
    }),
    noticedBy: [
      'accounts: accounts given and returned are copies',
      'authenticators: authenticators given and returned are copies',
    ],
  },
  {
    what: 'keeps the very token that it is given',
    broken: (good) => {
      const given = new Map<string, { expires: Date }>()
      return {
        createVerificationToken: async (row) => {
          const created = await good.createVerificationToken(row)
          given.set(textOf(runTogether(row)), row)
          return created
        },
        useVerificationToken: async (pair) => {
          const used = await good.useVerificationToken(pair)
          return (
            used && {
              ...used,
              expires: given.get(textOf(runTogether(pair)))?.expires ?? used.expires,
            }
          )
        },
      }
    },
    noticedBy: ['verification tokens: a token given is copied'],
  },
  {
    what: 'writes undefined as null',
    broken: (good) => ({
      updateUser: async (user) => good.updateUser(withNulls(user)),
      updateSession: async (session) => good.updateSession(withNulls(session)),
      updateAccount: async (account) => good.updateAccount(withNulls(account)),
    }),
    noticedBy: [
      'users: updateUser leaves a field that is undefined and clears one that is null',
      'accounts: updateAccount changes the given fields, leaves undefined and clears null',
      'sessions: updateSession leaves a field that is undefined',
    ],
  },
  {
    what: 'does not write null',
    broken: (good) => ({
      updateUser: async (user) => good.updateUser(withoutNulls(user)),
      updateAccount: async (account) => good.updateAccount(withoutNulls(account)),
    }),
    noticedBy: [
      'users: updateUser leaves a field that is undefined and clears one that is null',
      'accounts: updateAccount changes the given fields, leaves undefined and clears null',
    ],
  },
  {
    what: 'refuses an update without a change',
    broken: (good) => ({
      updateUser: async (user) => good.updateUser(refuseEmpty(user, 1)),
      updateAccount: async (account) => good.updateAccount(refuseEmpty(account, 2)),
    }),
    noticedBy: [
      'users: updateUser without a change returns the row',
      'users: users given and returned are copies',
      'accounts: updateAccount does nothing if there is nothing to change',
    ],
  },
  {
    what: 'creates what it cannot update',
    broken: (good) => ({
      updateUser: async (user) =>
        Promise.resolve(good.updateUser(user)).catch(async () =>
          good.createUser({ email: '', emailVerified: null, ...user }),
        ),
      updateSession: async (session) =>
        (await good.updateSession(session)) ?? good.createSession(session as AdapterSession),
      updateAccount: async (account) =>
        (await good.updateAccount(account)) ?? good.linkAccount(account as AdapterAccount),
    }),
    noticedBy: [
      'users: updateUser throws if the user is unknown',
      'accounts: updateAccount does nothing if the account is unknown',
      'sessions: updateSession gives null for an unknown token and creates nothing',
    ],
  },
  {
    what: 'throws if there is nothing to delete',
    broken: (good) => ({
      deleteUser: async (id) => refuseNothing(await good.deleteUser(id)),
      deleteSession: async (token) => refuseNothing(await good.deleteSession(token)),
      unlinkAccount: async (keys) => refuseNothing(await good.unlinkAccount(keys)),
    }),
    noticedBy: [
      'users: deleteUser does nothing if the user is unknown',
      'accounts: unlinkAccount does nothing if the account is unknown',
      'sessions: deleteSession gives null the second time',
    ],
  },
  {
    what: 'returns nothing from its writes',
    broken: (good) => ({
      deleteSession: async (token) => void (await good.deleteSession(token)),
      updateSession: async (session) => {
        await good.updateSession(session)
        return null
      },
    }),
    noticedBy: [
      'sessions: updateSession returns the whole row',
      'sessions: deleteSession returns the row that it deleted',
    ],
  },
  {
    what: 'refuses columns that it does not have',
    broken: (good) => ({
      createUser: async (user) => good.createUser(refuseStrange(user)),
      linkAccount: async (account) => good.linkAccount(refuseStrange(account)),
    }),
    noticedBy: [
      'users: createUser ignores or keeps fields that it does not know',
      'accounts: linkAccount ignores or keeps fields that it does not know',
    ],
  },
]

/** Returns once more what was returned before if it was changed since. */
function aliasing<R>(method: (key: string) => Awaitable<R>): (key: string) => Promise<R> {
  const given = new Map<string, { value: R; text: string }>()
  return async (key) => {
    const known = given.get(key)
    if (known && textOf(known.value) !== known.text) return known.value
    const value = await method(key)
    given.set(key, { value, text: textOf(value) })
    return value
  }
}

function runTogether({ identifier, token }: { identifier: string; token: string }): {
  identifier: string
  token: string
} {
  return { identifier: `${identifier}:${token}`.replace('::', ':'), token: '' }
}

function withNulls<T extends object>(row: T): T {
  const fields = Object.entries(row).map(([name, value]) => [
    name,
    value === undefined ? null : value,
  ])
  return Object.fromEntries(fields) as T
}

function withoutNulls<T extends object>(row: T): T {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as T
}

function refuseEmpty<T extends object>(row: T, keys: number): T {
  if (Object.keys(row).length <= keys) throw new SyntaxError('Expected a column.')
  return row
}

function refuseNothing<T>(row: T): T {
  if (row === null || row === undefined) throw new Error('Nothing to delete.')
  return row
}

function refuseStrange<T extends object>(row: T): T {
  if (Object.hasOwn(row, 'nested')) throw new Error('No such column: nested.')
  return row
}
