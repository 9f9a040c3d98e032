import type { AdapterAuthenticator } from '../../../src/model/adapter.js'
import { asJson, type Fault } from './fault.js'

/** Stores that are wrong about the details of authenticators, and about changing and deleting them. */
export const authenticatorFaults: readonly Fault[] = [
  {
    what: 'has no columns for the details of authenticators',
    broken: (good) => ({
      createAuthenticator: async (row) => good.createAuthenticator(withoutDetails(row)),
    }),
    noticedBy: [
      'authenticators: the details of an authenticator come back',
      'authenticators: createdAt and lastUsedAt are Dates, to the millisecond, from 1970 to 9999',
      'authenticators: updateAuthenticator changes the given fields, leaves undefined and clears null',
      'authenticators: updateAuthenticator does nothing if there is nothing to change',
      'authenticators: updateAuthenticator changes that authenticator only',
    ],
  },
  {
    what: 'makes up details of authenticators',
    broken: (good) => ({
      createAuthenticator: async (row) => {
        const created = await good.createAuthenticator({ ...row, name: row.name ?? 'Passkey' })
        return { ...created, name: row.name }
      },
    }),
    noticedBy: [
      'authenticators: an authenticator without details has none',
      'authenticators: deleteAuthenticator frees the credential id',
    ],
  },
  {
    what: 'cuts the milliseconds off the use of an authenticator',
    broken: (good) => ({
      updateAuthenticator: async ({ lastUsedAt, ...row }) =>
        good.updateAuthenticator({
          ...row,
          lastUsedAt: lastUsedAt && new Date(Math.floor(+lastUsedAt / 1000) * 1000),
        }),
    }),
    noticedBy: [
      'authenticators: createdAt and lastUsedAt are Dates, to the millisecond, from 1970 to 9999',
      'authenticators: updateAuthenticator changes the given fields, leaves undefined and clears null',
      'authenticators: what updateAuthenticator is given and returns are copies',
    ],
  },
  {
    what: 'writes undefined as null into authenticators',
    broken: (good) => ({
      updateAuthenticator: async (row) =>
        good.updateAuthenticator({ ...row, createdAt: row.createdAt ?? null }),
    }),
    noticedBy: [
      'authenticators: createdAt and lastUsedAt are Dates, to the millisecond, from 1970 to 9999',
      'authenticators: updateAuthenticator changes the given fields, leaves undefined and clears null',
      'authenticators: updateAuthenticator does nothing if there is nothing to change',
    ],
  },
  {
    what: 'does not write null into authenticators',
    broken: (good) => ({
      updateAuthenticator: async ({ name, ...row }) =>
        good.updateAuthenticator({ ...row, name: name ?? undefined }),
    }),
    noticedBy: [
      'authenticators: updateAuthenticator changes the given fields, leaves undefined and clears null',
    ],
  },
  {
    what: 'refuses an update of an authenticator without a change',
    broken: (good) => ({
      updateAuthenticator: async (row) => {
        if (Object.keys(row).length < 2) throw new SyntaxError('Expected a column.')
        return good.updateAuthenticator(row)
      },
    }),
    noticedBy: ['authenticators: updateAuthenticator does nothing if there is nothing to change'],
  },
  {
    what: 'creates the authenticator that it cannot update',
    broken: (good) => ({
      updateAuthenticator: async (row) =>
        (await good.updateAuthenticator(row)) ??
        good.createAuthenticator(row as AdapterAuthenticator),
    }),
    noticedBy: ['authenticators: updateAuthenticator does nothing if the authenticator is unknown'],
  },
  {
    what: 'throws if the authenticator to change or delete is unknown',
    broken: (good) => ({
      updateAuthenticator: async (row) =>
        (await good.updateAuthenticator(row)) ?? refuse('Nothing to update.'),
      deleteAuthenticator: async (credentialID) => {
        if (!(await good.getAuthenticator(credentialID))) refuse('Nothing to delete.')
        return good.deleteAuthenticator(credentialID)
      },
    }),
    noticedBy: [
      'authenticators: updateAuthenticator does nothing if the authenticator is unknown',
      'authenticators: deleteAuthenticator does nothing if the authenticator is unknown',
    ],
  },
  {
    what: 'changes and deletes authenticators in any case',
    broken: (good) => {
      const ids = new Set<string>()
      const alike = (id: string): string[] =>
        [...ids].filter((other) => other.toLowerCase() === id.toLowerCase())
      return {
        createAuthenticator: async (row) => {
          const created = await good.createAuthenticator(row)
          ids.add(row.credentialID)
          return created
        },
        updateAuthenticator: async (row) => {
          for (const credentialID of alike(row.credentialID))
            await good.updateAuthenticator({ ...row, credentialID })
        },
        deleteAuthenticator: async (credentialID) => {
          for (const id of alike(credentialID)) await good.deleteAuthenticator(id)
        },
      }
    },
    noticedBy: [
      'authenticators: updateAuthenticator changes that authenticator only',
      'authenticators: deleteAuthenticator removes that authenticator only',
    ],
  },
  {
    what: 'keeps the very dates that it updates an authenticator with',
    broken: (good) => {
      const given = new Map<string, Partial<AdapterAuthenticator>>()
      return {
        updateAuthenticator: async (row) => {
          given.set(row.credentialID, row)
          return good.updateAuthenticator(row)
        },
        getAuthenticator: async (credentialID) => {
          const found = await good.getAuthenticator(credentialID)
          const { createdAt } = given.get(credentialID) ?? {}
          return found && { ...found, createdAt: createdAt ?? found.createdAt }
        },
      }
    },
    noticedBy: ['authenticators: what updateAuthenticator is given and returns are copies'],
  },
  {
    what: 'deletes no authenticator',
    broken: () => ({ deleteAuthenticator: () => undefined }),
    noticedBy: [
      'authenticators: deleteAuthenticator removes that authenticator only',
      'authenticators: deleteAuthenticator frees the credential id',
    ],
  },
  {
    what: 'lists deleted authenticators',
    broken: (good) => {
      const deleted: AdapterAuthenticator[] = []
      return {
        deleteAuthenticator: async (credentialID) => {
          const row = await good.getAuthenticator(credentialID)
          if (row) deleted.push(row)
          return good.deleteAuthenticator(credentialID)
        },
        listAuthenticatorsByUserId: async (id) => {
          const rows = await good.listAuthenticatorsByUserId(id)
          return [...rows, ...deleted.filter(({ userId }) => userId === id)]
        },
      }
    },
    noticedBy: ['authenticators: deleteAuthenticator removes that authenticator only'],
  },
  {
    what: 'keeps the ids of deleted authenticators for good',
    broken: (good) => {
      const deleted = new Set<string>()
      return {
        deleteAuthenticator: async (credentialID) => {
          deleted.add(credentialID)
          return good.deleteAuthenticator(credentialID)
        },
        createAuthenticator: async (row) =>
          deleted.has(row.credentialID) ? refuse('Taken.') : good.createAuthenticator(row),
      }
    },
    noticedBy: ['authenticators: deleteAuthenticator frees the credential id'],
  },
  {
    what: 'lists authenticators with dates as text',
    broken: (good) => ({
      listAuthenticatorsByUserId: async (id) => asJson(await good.listAuthenticatorsByUserId(id)),
    }),
    noticedBy: ['authenticators: the details of an authenticator come back'],
  },
]

function withoutDetails({
  name: _name,
  createdAt: _createdAt,
  lastUsedAt: _lastUsedAt,
  userHandle: _userHandle,
  ...row
}: AdapterAuthenticator): AdapterAuthenticator {
  return row
}

function refuse(why: string): never {
  throw new Error(why)
}
