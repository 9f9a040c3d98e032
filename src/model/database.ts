import type { Adapter } from './adapter.js'

/**
 * The key under which an adapter names its database. A registered symbol, so that two installed
 * copies of the package share it.
 */
export const database: unique symbol = Symbol.for('latchkey.database')

/** Identifies a database, even if the app creates a new adapter object for every request. */
export interface DatabaseIdentity {
  /** The object that the app keeps, such as a connection, a pool or a client. */
  readonly driver: object
  /** Distinguishes databases that share a driver, for example by their key prefix. */
  readonly name: string
  /** The adapter that this is the identity of. A copy with other methods may see other rows. */
  readonly adapter?: Adapter | undefined
  /**
   * The methods that the adapter was made with. An app may have replaced one since, in a copy or in
   * place.
   */
  readonly methods?: Readonly<Adapter> | undefined
}

/** Returns the identity of an adapter's database. Undefined if the adapter does not name it. */
export function identityOf(adapter: Adapter): DatabaseIdentity | undefined {
  return (adapter as { readonly [database]?: DatabaseIdentity })[database]
}

/** Returns the adapter with the identity of its database. */
export function withDatabase<A extends Adapter>(adapter: A, driver: object, name: string): A {
  const identity: DatabaseIdentity = { driver, name, adapter, methods: { ...adapter } }
  return Object.assign(adapter, { [database]: identity })
}

/**
 * Returns an adapter that calls another one, with the identity of that one's database. A method that the
 * app has replaced in the inner adapter counts as replaced in both.
 */
export function withDatabaseOf<A extends Adapter>(inner: Adapter, adapter: A): A {
  const identity = identityOf(inner)
  if (!identity) return withDatabase(adapter, inner, '')
  const original = Object.entries(adapter).filter(
    ([name]) => !isReplaced(inner, name as keyof Adapter),
  )
  const own: DatabaseIdentity = {
    ...identity,
    adapter: identity.adapter === inner ? adapter : identity.adapter,
    methods: Object.fromEntries(original),
  }
  return Object.assign(adapter, { [database]: own })
}

/** Whether an app has replaced a method of an adapter that names its database. */
export function isReplaced(adapter: Adapter, name: keyof Adapter): boolean {
  const methods = identityOf(adapter)?.methods
  return methods !== undefined && adapter[name] !== methods[name]
}
