import type { Connection } from './connection.js'
import type { Keys } from './keys.js'

/** What every operation works on. */
export interface Store {
  readonly connection: Connection
  readonly keys: Keys
}
