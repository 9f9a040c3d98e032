import type { Adapter } from '../model/adapter.js'
import { withDatabase } from '../model/database.js'
import { accountMethods } from './redis/accounts.js'
import { attemptMethods } from './redis/attempts.js'
import { authenticatorMethods } from './redis/authenticators.js'
import { connect, type RedisClient } from './redis/connection.js'
import { deleteExpired } from './redis/expiry.js'
import { factorMethods } from './redis/factors.js'
import { layOutKeys } from './redis/keys.js'
import { oneStepMethods } from './redis/one-step.js'
import { passwordMethods } from './redis/passwords.js'
import { sessionMethods } from './redis/sessions.js'
import type { Store } from './redis/store.js'
import { tokenMethods } from './redis/tokens.js'
import { userMethods } from './redis/users.js'
import { verificationTokenMethods } from './redis/verification-tokens.js'

export type {
  RedisCallClient,
  RedisClient,
  RedisClusterClient,
  RedisCommandClient,
} from './redis/connection.js'

/** Options of the Redis adapter. */
export interface RedisAdapterOptions {
  /** Prefix of every key, without braces. Default: `latchkey:`. */
  readonly prefix?: string | undefined
}

/**
 * Returns an adapter for Redis 6.2 or later, or Valkey, on one server or in a cluster.
 *
 * Your app connects, monitors and closes the client. Errors from the client are passed on. Redis
 * deletes sessions and verification tokens one hour after they expire. The adapter has no
 * transactions. Every call is safe against parallel calls from any number of processes, and a
 * sign-up, an unlinking or a take-over is one call.
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
    ...tokenMethods(store),
    ...sessionMethods(store),
    ...verificationTokenMethods(store),
    ...authenticatorMethods(store),
    ...passwordMethods(store),
    ...factorMethods(store),
    ...attemptMethods(store),
    ...oneStepMethods(store),
    deleteExpired: (now: Date) => deleteExpired(store, now),
  }
  return withDatabase(adapter, client, prefix)
}
