import type { AdapterPassword } from '../../../src/model/adapter.js'
import { asJson, type Fault } from './fault.js'

const replaces = 'passwords: setPassword replaces a password whose hash is the expected one'
const first = 'passwords: setPassword writes a first password, and getPassword finds it'
const unlessExpected = 'passwords: setPassword changes nothing unless the hash is the expected one'
const unknownUser = 'passwords: setPassword writes nothing for an unknown user'
const oneFirst = 'passwords: of 20 first passwords set at once one is written'
const oneChange = 'passwords: of 20 changes of one password at once one is written'
const deleted = 'passwords: deleteUser removes the password of the user'
const deletedMeanwhile =
  'passwords: a change of a password and the deletion of its user leave no password'
const dates = 'passwords: changedAt is a Date, to the millisecond, and mustChange a boolean'
const copies = 'passwords: passwords given and returned are copies'

/** Stores that are careless with passwords. */
export const passwordFaults: readonly Fault[] = [
  {
    what: 'reads the hash of a password, then writes',
    broken: (good) => {
      const rows = new Map<string, AdapterPassword>()
      return {
        getPassword: async (id) => structuredClone(rows.get(id) ?? null),
        setPassword: async (id, password, expected) => {
          const current = rows.get(id)
          const isMeant = (current?.hash ?? null) === expected
          if (!(await good.getUser(id)) || !isMeant) return false
          rows.set(id, structuredClone({ ...password, userId: id }))
          return true
        },
        deletePassword: async (id) => void rows.delete(id),
        deleteUser: async (id) => {
          rows.delete(id)
          return good.deleteUser(id)
        },
      }
    },
    noticedBy: [oneFirst, oneChange, deletedMeanwhile],
  },
  {
    what: 'does not compare the hash of a password',
    broken: (good) => ({
      setPassword: async (id, password) =>
        good.transaction(async (inside) => {
          await inside.deletePassword?.(id)
          return (await inside.setPassword?.(id, password, null)) === true
        }),
    }),
    noticedBy: [unlessExpected, oneFirst, oneChange],
  },
  {
    what: 'compares the hash of a password in any case',
    broken: (good) => ({
      setPassword: async (id, password, expected) => {
        const current = await good.getPassword(id)
        const isSame = current?.hash.toLowerCase() === expected?.toLowerCase()
        return good.setPassword(id, password, isSame ? (current?.hash ?? null) : expected)
      },
    }),
    noticedBy: [unlessExpected],
  },
  {
    what: 'says that it wrote a password when it did not',
    broken: (good) => ({
      setPassword: async (...args) => {
        await good.setPassword(...args)
        return true
      },
    }),
    noticedBy: [unlessExpected, unknownUser, deleted, oneFirst, oneChange],
  },
  {
    what: 'says nothing about a password that it wrote',
    broken: (good) => ({
      setPassword: async (...args) => {
        await good.setPassword(...args)
        return asJson(undefined)
      },
    }),
    noticedBy: [
      first,
      replaces,
      unlessExpected,
      unknownUser,
      'passwords: deletePassword removes the password of that user only, and a new one can be set',
      deleted,
      'passwords: a hash of 512 characters comes back',
      oneFirst,
      oneChange,
    ],
  },
  {
    what: 'cuts long hashes',
    broken: (good) => ({
      setPassword: async (id, password, expected) =>
        good.setPassword(id, { ...password, hash: password.hash.slice(0, 255) }, expected),
    }),
    noticedBy: ['passwords: a hash of 512 characters comes back'],
  },
  {
    what: 'gives the time of a password as text',
    broken: (good) => ({ getPassword: async (id) => asJson(await good.getPassword(id)) }),
    noticedBy: [
      first,
      replaces,
      unlessExpected,
      'passwords: setPassword changes the password of that user only',
      dates,
      copies,
      oneFirst,
      oneChange,
    ],
  },
  {
    what: 'gives mustChange as a number',
    broken: (good) => ({
      getPassword: async (id) => {
        const found = await good.getPassword(id)
        return found && { ...found, mustChange: asJson(Number(found.mustChange)) }
      },
    }),
    noticedBy: [
      first,
      replaces,
      unlessExpected,
      'passwords: setPassword changes the password of that user only',
      dates,
      copies,
      oneFirst,
      oneChange,
    ],
  },
  {
    what: 'cuts the milliseconds off the time of a password',
    broken: (good) => ({
      setPassword: async (id, password, expected) => {
        const changedAt = new Date(Math.floor(+password.changedAt / 1000) * 1000)
        return good.setPassword(id, { ...password, changedAt }, expected)
      },
    }),
    noticedBy: [dates],
  },
  {
    what: 'leaves the password of a deleted user',
    broken: (good) => {
      const kept = new Map<string, Awaited<ReturnType<typeof good.getPassword>>>()
      return {
        getPassword: async (id) => (await good.getPassword(id)) ?? kept.get(id) ?? null,
        deleteUser: async (id) => {
          kept.set(id, await good.getPassword(id))
          return good.deleteUser(id)
        },
      }
    },
    noticedBy: [deleted, deletedMeanwhile],
  },
  {
    what: 'deletes no password',
    broken: () => ({ deletePassword: async () => undefined }),
    noticedBy: [
      'passwords: deletePassword removes the password of that user only, and a new one can be set',
    ],
  },
  {
    what: 'puts the hash on the row of the user',
    broken: (good) => ({
      setPassword: async (id, password, expected) => {
        const written = await good.setPassword(id, password, expected)
        // The user may be deleted in the meantime.
        const change = { id, hash: password.hash }
        if (written) await Promise.resolve(good.updateUser(change)).catch(() => undefined)
        return written
      },
    }),
    noticedBy: ['passwords: a user has no field of the password'],
  },
  {
    what: 'gives away the password that it keeps',
    broken: (good) => {
      const kept = new Map<string, Awaited<ReturnType<typeof good.getPassword>>>()
      return {
        getPassword: async (id) => {
          const found = await good.getPassword(id)
          const known = kept.get(id)
          const row = known && found ? known : found
          kept.set(id, row)
          return row
        },
        setPassword: async (id, password, expected) => {
          kept.delete(id)
          return good.setPassword(id, password, expected)
        },
      }
    },
    noticedBy: [copies],
  },
]
