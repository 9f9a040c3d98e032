import type { Adapter } from '../../../src/model/adapter.js'
import { authenticatorMethods, requiredMethods } from '../../../src/testing/methods.js'

/** An adapter on an open connection. */
export interface OpenStore {
  readonly adapter: Adapter
  readonly close: () => Promise<void>
}

/** An adapter on its database. */
export interface PublishedStore {
  /** The server that it needs; none for one that lives in this process or in a file. */
  readonly server?: 'postgres' | 'mariadb' | 'redis'
  /** Creates the tables that its guide publishes. */
  readonly prepare: (url: string) => Promise<void>
  readonly open: (url: string) => Promise<OpenStore>
  /** An id in the form of the store's, for one whose ids are no UUIDs. */
  readonly unknownId?: () => string
  /** Whether the adapter has the methods for passkeys. */
  readonly hasPasskeys?: true
}

/** The methods of a published adapter, which has either all of the methods for passkeys or none. */
export function methodsOf({ hasPasskeys }: PublishedStore): readonly (keyof Adapter)[] {
  if (!hasPasskeys) return requiredMethods
  return [...requiredMethods, ...authenticatorMethods, 'getAccount']
}
