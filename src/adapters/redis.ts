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
import { checkReplicas, openJournal } from './redis/replicas.js'
import type { Journal, RedisReplicas } from './redis/replicas.js'
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
export type { RedisReplicas } from './redis/replicas.js'

/** Options of the Redis adapter. */
export interface RedisAdapterOptions {
  /** Prefix of every key, without braces. Default: `latchkey:`. */
  readonly prefix?: string | undefined
  /**
   * Makes each change wait until replicas have it, so that a failover does not undo it. If they do not
   * acknowledge it in time, the call throws. Default: changes do not wait.
   */
  readonly replicas?: RedisReplicas | undefined
}

type RedisAdapter = Required<Omit<Adapter, 'transaction' | 'lockUser' | 'getRecentSessionAndUser'>>

/** The methods that change nothing, or nothing that a failover must keep. */
const mayBeLost = /^(?:get|list|countAttempt$|deleteExpired$)/

/**
 * Returns an adapter for Redis 6.2 or later, or Valkey, on one server or in a cluster.
 *
 * Your app connects, monitors and closes the client. Errors from the client are passed on. Redis
 * deletes sessions and verification tokens one hour after they expire. The adapter has no
 * transactions. Every call is safe against parallel calls from any number of processes, and a
 * sign-up, an unlinking or a take-over is one call.
 *
 * @example
 * ```ts
 * import { redisAdapter } from 'latchkey/adapters/redis'
 * import { createClient } from 'redis'
 *
 * const client = createClient({ url: process.env['REDIS_URL'] ?? '', disableOfflineQueue: true })
 * client.on('error', (error) => console.error(error))
 * await client.connect()
 * export const adapter = redisAdapter(client)
 * ```
 */
export function redisAdapter(
  client: RedisClient,
  { prefix = 'latchkey:', replicas }: RedisAdapterOptions = {},
): RedisAdapter {
  if (/[{}]/.test(prefix)) throw new TypeError(`Expected a prefix without braces, got "${prefix}".`)
  const store: Store = { connection: connect(client), keys: layOutKeys(prefix) }
  const adapter = methodsOn(store)
  if (replicas) {
    checkReplicas(client, replicas)
    const place = { isCluster: 'masters' in client, prefix }
    confirmChanges(adapter, store, () => openJournal(store.connection, replicas, place))
  }
  return withDatabase(adapter, client, prefix)
}

/** Makes each change of an adapter wait for replicas. */
function confirmChanges(adapter: RedisAdapter, store: Store, open: () => Journal): void {
  const confirmed =
    (name: string): unknown =>
    async (...args: unknown[]) => {
      const journal = open()
      const { [name]: method } = methodsOn({ ...store, connection: journal.connection }) as Methods
      const result = await method?.(...args)
      await journal.confirm()
      return result
    }
  const names = Object.keys(adapter).filter((name) => !mayBeLost.test(name))
  Object.assign(adapter, Object.fromEntries(names.map((name) => [name, confirmed(name)])))
}

type Methods = Readonly<Record<string, ((...args: unknown[]) => unknown) | undefined>>

function methodsOn(store: Store): RedisAdapter {
  return {
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
}
