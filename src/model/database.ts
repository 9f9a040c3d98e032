import type { Adapter } from './adapter.js'

/** Key of an adapter under which it names its database. Registered: two copies of the package agree. */
export const database: unique symbol = Symbol.for('latchkey.database')

/** What tells one database from another, also when the adapter is a new object at every request. */
export interface DatabaseIdentity {
  /** The object that the application keeps: a connection, a pool, a client. */
  readonly driver: object
  /** Tells databases apart that share a driver, such as a prefix of keys. */
  readonly name: string
}

/** Names the database behind an adapter. */
export function withDatabase<A extends Adapter>(adapter: A, driver: object, name: string): A {
  const identity: DatabaseIdentity = { driver, name }
  return Object.assign(adapter, { [database]: identity })
}
