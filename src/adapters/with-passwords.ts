import type { Adapter, AdapterUser } from '../model/adapter.js'
import { withDatabaseOf } from '../model/database.js'

/** The methods of a store for passwords. Every adapter of this library has them. */
export type PasswordStore = Required<
  Pick<Adapter, 'getPassword' | 'setPassword' | 'deletePassword'>
>

/**
 * Returns an adapter that keeps passwords in another store, for adapters that cannot store them,
 * such as those of Auth.js.
 *
 * Users and passwords are in two stores, so a transaction does not include passwords. The password
 * is deleted before its user, and no user can sign in with a password whose user is gone. The store
 * must not require that the user exists, unless both are in one database.
 *
 * @example
 * ```ts
 * import { withPasswords, type PasswordStore } from 'latchkey/adapters/with-passwords'
 * import type { Adapter, AdapterUser } from 'latchkey'
 *
 * declare const authJsAdapter: Adapter
 * declare const passwordStore: PasswordStore
 *
 * export const adapter = withPasswords(authJsAdapter, passwordStore)
 * ```
 */
export function withPasswords(adapter: Adapter, store: PasswordStore): Adapter {
  // The adapter may return numbers as the ids of users, despite the type. This store has texts.
  const deletePassword = async (userId: string | number): Promise<void> =>
    store.deletePassword(String(userId))
  const combined: Adapter = {
    ...methodsOf(adapter),
    getPassword: (userId) => store.getPassword(userId),
    setPassword: (userId, password, expectedHash) =>
      store.setPassword(userId, password, expectedHash),
    deletePassword,
  }
  /**
   * A database may use the id of a deleted user, or of one whose creation was rolled back, again. The new
   * user must not have the password of the former one.
   */
  const withoutPassword = async (created: AdapterUser): Promise<AdapterUser> => {
    try {
      await deletePassword(created.id)
    } catch (thrown) {
      await Promise.resolve(adapter.deleteUser?.(created.id)).catch(() => undefined)
      throw thrown
    }
    return created
  }
  const createUser = adapter.createUser?.bind(adapter)
  if (createUser) combined.createUser = async (user) => withoutPassword(await createUser(user))
  const createBoth = adapter.createUserWithAccount?.bind(adapter)
  if (createBoth) {
    combined.createUserWithAccount = async (newcomer) => withoutPassword(await createBoth(newcomer))
  }
  if (adapter.deleteUser) {
    combined.deleteUser = async (userId) => {
      await deletePassword(userId)
      const deleted = await adapter.deleteUser?.(userId)
      // It may have been set in between.
      await deletePassword(userId)
      return deleted
    }
  }
  if (adapter.takeOverUser) {
    combined.takeOverUser = async (user) => {
      const current = await adapter.getUser?.(user.id)
      // Before, so that a crash never leaves a planted password on a proven address. After, because
      // it may have been set in between.
      if (current && !current.emailVerified) await deletePassword(user.id)
      const taken = await adapter.takeOverUser?.(user)
      if (taken) await deletePassword(user.id)
      return taken ?? null
    }
  }
  const transaction = adapter.transaction?.bind(adapter)
  if (transaction) {
    combined.transaction = (work) => transaction((inside) => work(withPasswords(inside, store)))
  }
  return withDatabaseOf(adapter, combined)
}

/** Returns the adapter's methods, also if it is an instance of a class that uses `this`. */
function methodsOf(adapter: Adapter): Adapter {
  const methods: Record<string, unknown> = {}
  for (let owner: object = adapter; owner !== Object.prototype; owner = parentOf(owner)) {
    for (const name of Object.getOwnPropertyNames(owner)) {
      const value: unknown = Reflect.get(adapter, name)
      if (name === 'constructor' || Object.hasOwn(methods, name)) continue
      methods[name] = typeof value === 'function' ? value.bind(adapter) : value
    }
  }
  return methods
}

function parentOf(object: object): object {
  return (Object.getPrototypeOf(object) as object | null) ?? Object.prototype
}
