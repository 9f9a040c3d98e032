import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { withPasswords, type PasswordStore } from '../../../src/adapters/with-passwords.js'
import type { Adapter, AdapterPassword } from '../../../src/model/adapter.js'
import { adapterContract } from '../../../src/testing.js'
import { oneStepOver } from '../../support/adapters/one-step-memory.js'

const password = { hash: 'hash', stamp: 'stamp', changedAt: new Date(0), mustChange: false }
const person = { id: 'user-1', email: 'ada@example.test', emailVerified: null }

/** A published adapter has no methods for passwords, and may be a class. */
class Published {
  readonly #inner = memoryAdapter()

  async createUser(user: Parameters<NonNullable<Adapter['createUser']>>[0]) {
    return this.#inner.createUser(user)
  }
}

/** A store that knows no users. */
function openPasswordStore(): PasswordStore & { readonly rows: Map<string, AdapterPassword> } {
  const rows = new Map<string, AdapterPassword>()
  return {
    rows,
    getPassword: async (userId) => structuredClone(rows.get(userId) ?? null),
    setPassword: async (userId, row, expectedHash) => {
      if ((rows.get(userId)?.hash ?? null) !== expectedHash) return false
      rows.set(userId, structuredClone({ ...row, userId }))
      return true
    },
    deletePassword: async (userId) => void rows.delete(userId),
  }
}

function withoutPasswords(): Adapter {
  const {
    getPassword: _get,
    setPassword: _set,
    deletePassword: _delete,
    transaction,
    ...adapter
  } = memoryAdapter()
  return { ...adapter, transaction, ...oneStepOver({ transaction }) }
}

describe('an adapter with passwords in another store', () => {
  // The other store cannot know which users exist.
  const knowsUsers = [
    'passwords: setPassword writes nothing for an unknown user',
    'passwords: a change of a password and the deletion of its user leave no password',
  ]
  const cases = adapterContract(() => withPasswords(withoutPasswords(), openPasswordStore()))
  for (const { name, run } of cases.filter((one) => !knowsUsers.includes(one.name))) it(name, run)

  it('deletes the password with its user', async () => {
    const store = openPasswordStore()
    const adapter = withPasswords(withoutPasswords(), store)
    await adapter.createUser?.(person)
    await adapter.setPassword?.(person.id, password, null)
    await adapter.deleteUser?.(person.id)
    expect(store.rows.size).toBe(0)
  })

  it('deletes the password before its user, so that a crash never keeps it', async () => {
    const store = openPasswordStore()
    const inner = withoutPasswords()
    const deleteUser = async (): Promise<never> => {
      throw new Error('The connection was lost.')
    }
    const adapter = withPasswords({ ...inner, deleteUser }, store)
    await adapter.createUser?.(person)
    await adapter.setPassword?.(person.id, password, null)
    await expect(adapter.deleteUser?.(person.id)).rejects.toThrow('The connection was lost.')
    expect(store.rows.size).toBe(0)
  })

  it('deletes a password that was set while its user was deleted', async () => {
    const store = openPasswordStore()
    const inner = withoutPasswords()
    const adapter = withPasswords(
      {
        ...inner,
        deleteUser: async (userId) => {
          await store.setPassword(userId, password, null)
          return inner.deleteUser?.(userId)
        },
      },
      store,
    )
    await adapter.createUser?.(person)
    await adapter.deleteUser?.(person.id)
    expect(store.rows.size).toBe(0)
  })

  it('deletes a planted password before the take-over of its user, so that a crash never keeps it', async () => {
    const store = openPasswordStore()
    const inner = withoutPasswords()
    const adapter = withPasswords(
      {
        ...inner,
        takeOverUser: async () => {
          expect(store.rows.size).toBe(0)
          throw new Error('The process ends.')
        },
      },
      store,
    )
    await adapter.createUser?.(person)
    await adapter.setPassword?.(person.id, password, null)
    const taking = adapter.takeOverUser?.({ ...person, emailVerified: new Date() })
    await expect(taking).rejects.toThrow('The process ends.')
    expect(store.rows.size).toBe(0)
  })

  it('deletes a password that was set during the take-over', async () => {
    const store = openPasswordStore()
    const inner = withoutPasswords()
    const takeOver = inner.takeOverUser?.bind(inner)
    const adapter = withPasswords(
      {
        ...inner,
        takeOverUser: async (user) => {
          await store.setPassword(person.id, password, null)
          return (await takeOver?.(user)) ?? null
        },
      },
      store,
    )
    await adapter.createUser?.(person)
    const taken = await adapter.takeOverUser?.({ ...person, emailVerified: new Date() })
    expect(taken).toMatchObject({ id: person.id })
    expect(store.rows.size).toBe(0)
  })

  it('keeps the password of a user who has proven the address', async () => {
    const store = openPasswordStore()
    const adapter = withPasswords(withoutPasswords(), store)
    await adapter.createUser?.({ ...person, emailVerified: new Date() })
    await adapter.setPassword?.(person.id, password, null)
    const taken = await adapter.takeOverUser?.({ ...person, emailVerified: new Date() })
    expect(taken).toBeNull()
    expect(store.rows.size).toBe(1)
  })

  it('gives a new user no password that a former user with the same id had', async () => {
    const store = openPasswordStore()
    const adapter = withPasswords(withoutPasswords(), store)
    await store.setPassword(person.id, password, null)
    await adapter.createUser?.(person)
    expect(store.rows.size).toBe(0)
    await store.setPassword('user-2', password, null)
    const account = { type: 'oidc', provider: 'op', providerAccountId: '2' } as const
    const user = { id: 'user-2', email: 'bob@example.test', emailVerified: null }
    await adapter.createUserWithAccount?.({ user, account })
    expect(store.rows.size).toBe(0)
  })

  it('creates no user if a password that a former user may have had cannot be removed', async () => {
    const store = openPasswordStore()
    const deletePassword = async (): Promise<never> => {
      throw new Error('The store is away.')
    }
    const inner = withoutPasswords()
    const adapter = withPasswords(inner, { ...store, deletePassword })
    await expect(adapter.createUser?.(person)).rejects.toThrow('The store is away.')
    expect(await inner.getUser?.(person.id)).toBeNull()
  })

  it('has its passwords inside a transaction', async () => {
    const store = openPasswordStore()
    const adapter = withPasswords(withoutPasswords(), store)
    await adapter.transaction?.(async (inside) => inside.setPassword?.(person.id, password, null))
    expect(store.rows.has(person.id)).toBe(true)
  })

  it('keeps the methods of a class, with their `this`', async () => {
    const adapter = withPasswords(new Published(), openPasswordStore())
    expect(await adapter.createUser?.(person)).toMatchObject({ id: person.id })
    for (const name of ['transaction', 'deleteUser', 'takeOverUser'])
      expect(adapter).not.toHaveProperty(name)
  })

  it('belongs to the same database for every object that wraps it', () => {
    const [inner, store] = [withoutPasswords(), openPasswordStore()]
    const identity = Symbol.for('latchkey.database')
    const identities = [withPasswords(inner, store), withPasswords(inner, store)].map(
      (adapter) => Reflect.get(adapter, identity) as { driver: object; name: string },
    )
    expect(identities[0]?.driver).toBe(identities[1]?.driver)
  })
})
