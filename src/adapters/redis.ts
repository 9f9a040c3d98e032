import type { Adapter } from '../model/adapter.js'
import { withDatabase } from '../model/database.js'
import { accountMethods } from './redis/accounts.js'
import { attemptMethods } from './redis/attempts.js'
import { authenticatorMethods } from './redis/authenticators.js'
import { connect, type RedisClient } from './redis/connection.js'
import { deleteExpired } from './redis/expiry.js'
import { layOutKeys } from './redis/keys.js'
import { oneStepMethods } from './redis/one-step.js'
import { sessionMethods } from './redis/sessions.js'
import type { Store } from './redis/store.js'
import { userMethods } from './redis/users.js'
import { verificationTokenMethods } from './redis/verification-tokens.js'

export type {
  RedisCallClient,
  RedisClient,
  RedisClusterClient,
  RedisCommandClient,
} from './redis/connection.js'

export interface RedisAdapterOptions {
  /** What every key begins with, without braces. Default: `latchkey:`. */
  readonly prefix?: string | undefined
}

/**
 * An adapter that keeps everything in Redis 6.2 or newer, or Valkey, on one server or in a cluster.
 *
 * The client is connected, watched and closed by the application; what it throws is passed on.
 * Sessions and verification tokens vanish by themselves one hour after they expired. There are no
 * transactions. Every call is safe against others in any number of processes, and a sign-up, an
 * unlinking or a change of owner is one call.
 */
export function redisAdapter(
  client: RedisClient,
  { prefix = 'latchkey:' }: RedisAdapterOptions = {},
): Required<Omit<Adapter, 'transaction' | 'lockUser'>> {
  if (/[{}]/.test(prefix)) throw new TypeError(`Expected a prefix without braces, got "${prefix}".`)
  const store: Store = { connection: connect(client), keys: layOutKeys(prefix) }
  const adapter = {
    ...userMethods(store),
    ...accountMethods(store),
    ...sessionMethods(store),
    ...verificationTokenMethods(store),
    ...authenticatorMethods(store),
    ...attemptMethods(store),
    ...oneStepMethods(store),
    deleteExpired: (now: Date) => deleteExpired(store, now),
  }
  return withDatabase(adapter, client, prefix)
}
