import type { Adapter, AdapterSessionDetails, AdapterUser } from '../model/adapter.js'

/** A session and its user. */
export interface CachedSession {
  readonly session: AdapterSessionDetails
  readonly user: AdapterUser
}

interface Entry extends CachedSession {
  /** When the row was read, in seconds since the epoch. */
  readonly readAt: number
}

/** The maximum number of cached sessions per store. */
const mostEntries = 10_000

/**
 * Methods that change neither a session nor a user that a session belongs to. Every other method
 * empties the cache, also one that is added later and not listed here.
 */
const harmless: ReadonlySet<keyof Adapter> = new Set([
  'createUser',
  'createUserWithAccount',
  'getUser',
  'getUserByEmail',
  'getUserByAccount',
  'getAccount',
  'linkAccount',
  'updateAccount',
  'leaseAccount',
  'swapTokens',
  'listAccountsByUserId',
  'createSession',
  'getSessionAndUser',
  'listSessionsByUserId',
  'createVerificationToken',
  'useVerificationToken',
  'consumeVerificationToken',
  'getAuthenticator',
  'createAuthenticator',
  'listAuthenticatorsByUserId',
  'updateAuthenticatorCounter',
  'updateAuthenticator',
  'getPassword',
  'listFactorsByUserId',
  'createFactor',
  'useFactorStep',
  'countAttempt',
  // It deletes rows that have expired, and the cache returns no such row.
  'deleteExpired',
  'lockUser',
])

/** Whether a method may change what a session cache holds. */
export function mayChangeSessions(method: keyof Adapter): boolean {
  return !harmless.has(method)
}

/**
 * Caches sessions of the `database` strategy for `session.cacheAge` seconds. When the cache is full,
 * it drops the entry that was read longest ago.
 *
 * It is emptied by the store itself after each call that may change what it holds, so that no caller
 * has to remember it.
 */
export class SessionCache {
  readonly #entries = new Map<string, Entry>()
  #generation = 0

  /** Returns a copy of a session that was read less than `age` seconds before `now`. */
  find(name: string, now: number, age: number): CachedSession | undefined {
    const entry = this.#entries.get(name)
    if (!entry || entry.readAt + age <= now) return undefined
    return copy(entry)
  }

  /** Increases with every change. Read it before you query the store, and pass it to `remember`. */
  get generation(): number {
    return this.#generation
  }

  /**
   * Caches a session that a query returned. `generation` is the value from before that query. If
   * something changed in between, the query may have returned what is no longer true, so nothing is
   * cached.
   */
  remember(name: string, found: CachedSession, now: number, generation: number): void {
    if (generation !== this.#generation || !isPlain(found)) return
    this.#entries.delete(name)
    this.#entries.set(name, { ...copy(found), readAt: now })
    if (this.#entries.size <= mostEntries) return
    const { value: oldest } = this.#entries.keys().next()
    if (oldest !== undefined) this.#entries.delete(oldest)
  }

  /**
   * Forgets what a call may have changed. Run it after the call, because a concurrent read finds the
   * old row until then. Run it also if the call failed, because the change may have been written.
   */
  forgetChanged(method: keyof Adapter, args: readonly unknown[], isShared: boolean): void {
    const key = isShared ? undefined : keyIn(method, args)
    if (key === undefined) this.forgetAll()
    else this.#forget(key)
  }

  forgetAll(): void {
    this.#generation += 1
    this.#entries.clear()
  }

  #forget(name: string): void {
    this.#generation += 1
    this.#entries.delete(name)
  }
}

/** Returns the key of the only session that a call changes. Undefined if it may change others. */
function keyIn(method: keyof Adapter, [changed]: readonly unknown[]): string | undefined {
  if (method === 'deleteSession' && typeof changed === 'string') return changed
  if (method !== 'updateSession') return undefined
  const { sessionToken } = changed as AdapterSessionDetails
  return sessionToken
}

/** Callbacks receive the user and may change it, which must not change the next visitor's session. */
function copy({ session, user }: CachedSession): CachedSession {
  return { session: structuredClone(session), user: structuredClone(user) }
}

/** A copy of an ORM's entity would lose its methods, so entities are not cached. */
function isPlain({ session, user }: CachedSession): boolean {
  return [session, user].every(isPlainObject)
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  const isBare = prototype === Object.prototype || prototype === null
  return isBare && Object.values(value).every(isPlainValue)
}

function isPlainValue(value: unknown): boolean {
  if (typeof value === 'function' || typeof value === 'symbol') return false
  if (typeof value !== 'object' || value === null || value instanceof Date) return true
  return Array.isArray(value) ? value.every(isPlainValue) : isPlainObject(value)
}
