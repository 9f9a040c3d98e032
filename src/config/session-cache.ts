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
  'getRecentSessionAndUser',
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
  'listDueDeletions',
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
  find(key: string, now: number, age: number): CachedSession | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (isRecent(entry, now, age)) return copy(entry)
    this.#entries.delete(key)
    return undefined
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
  remember(
    key: string,
    found: CachedSession,
    { now, age, generation }: { now: number; age: number; generation: number },
  ): void {
    if (generation !== this.#generation) return
    const copied = copyIfPlain(found)
    if (!copied) return
    this.#entries.delete(key)
    this.#entries.set(key, { ...copied, readAt: now })
    this.#dropOldest(now, age)
  }

  /** Forgets a session that another read has found changed or missing. */
  drop(key: string): void {
    // Most apps have no cache, and every read would hash its key.
    if (this.#entries.size > 0) this.#entries.delete(key)
  }

  /**
   * Forgets what a call may have changed. Run it after the call, because a concurrent read finds the
   * old row until then. Run it also if the call failed, because the change may have been written.
   */
  forgetChanged(method: keyof Adapter, args: readonly unknown[]): void {
    const key = keyIn(method, args)
    if (key === undefined) this.forgetAll()
    else this.#forget(key)
  }

  forgetAll(): void {
    this.#generation += 1
    this.#entries.clear()
  }

  #forget(key: string): void {
    this.#generation += 1
    this.#entries.delete(key)
  }

  /** The entries are in the order in which they were read. */
  #dropOldest(now: number, age: number): void {
    for (const [key, entry] of this.#entries) {
      if (this.#entries.size <= mostEntries && isRecent(entry, now, age)) return
      this.#entries.delete(key)
    }
  }
}

/** If the clock was set back, the age of an entry is unknown. */
function isRecent({ readAt }: Entry, now: number, age: number): boolean {
  return readAt <= now && now < readAt + age
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

/**
 * A copy of an ORM's entity would lose its methods, so entities are not cached. Objects that cannot be
 * copied, such as a proxy or an object that contains itself, are not cached either.
 */
function copyIfPlain(found: CachedSession): CachedSession | undefined {
  try {
    return isPlainObject(found.session) && isPlainObject(found.user) ? copy(found) : undefined
  } catch {
    return undefined
  }
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
