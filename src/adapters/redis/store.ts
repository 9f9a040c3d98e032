import type { Connection } from './connection.js'
import type { Keys } from './keys.js'

/** The connection and the keys, which every method uses. */
export interface Store {
  readonly connection: Connection
  readonly keys: Keys
}
