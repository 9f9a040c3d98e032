import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { createLog } from '../../../src/config/logger.js'
import { SessionCache, type CachedSession } from '../../../src/config/session-cache.js'
import { createStoreMemory } from '../../../src/config/store-memory.js'
import { openStore, type Store, type StoreMethod } from '../../../src/config/store.js'
import { systemTime } from '../../../src/http/time.js'
import type { Adapter, AdapterUser } from '../../../src/model/adapter.js'

const expires = new Date('2031-01-01T00:00:00Z')

/** A user with a column of the app's own. */
interface UserWithRoles extends AdapterUser {
  roles: string[]
}

/** An object whose copy would lose its method. */
class Entity {
  isAdmin(): boolean {
    return this instanceof Entity
  }
}

function rowOf(key: string): CachedSession & { user: UserWithRoles } {
  return {
    session: { sessionToken: key, userId: 'ada', expires },
    user: { id: 'ada', email: 'ada@app.test', emailVerified: null, roles: ['admin'] },
  }
}

/** Caches a row as if it was read at second 100, for ten seconds. */
function remember(cache: SessionCache, key: string, row: CachedSession): void {
  cache.remember(key, row, { now: 100, age: 10, generation: cache.generation })
}

function fill(cache: SessionCache, ...keys: readonly string[]): void {
  for (const key of keys) remember(cache, key, rowOf(key))
}

function namesIn(cache: SessionCache, ...keys: readonly string[]): readonly string[] {
  return keys.filter((key) => cache.find(key, 100, 10))
}

describe('the cache of sessions', () => {
  it('returns a session for less than its age', () => {
    const cache = new SessionCache()
    fill(cache, 'a')
    expect(cache.find('a', 109, 10)).toEqual(rowOf('a'))
    expect(cache.find('a', 110, 10)).toBeUndefined()
    expect(cache.find('b', 100, 10)).toBeUndefined()
  })

  it('returns copies, so that a callback cannot change what the next read returns', () => {
    const cache = new SessionCache()
    const given = rowOf('a')
    remember(cache, 'a', given)
    Object.assign(given.user, { name: 'changed by the first read' })
    const found = cache.find('a', 100, 10)
    if (!found) throw new Error('Nothing is cached.')
    const user = found.user as UserWithRoles
    user.name = 'changed by the second read'
    user.roles.push('owner')
    found.session.expires.setTime(0)
    expect(cache.find('a', 100, 10)).toEqual(rowOf('a'))
  })

  it.each([
    ['an instance of a class', new Entity()],
    ['an object with a method', { isAdmin: () => true }],
    ['an object with an instance in a list', { grants: [new Entity()] }],
  ])('does not hold %s, whose copy would lose something', (_what, part) => {
    const cache = new SessionCache()
    const { session, user } = rowOf('a')
    remember(cache, 'a', { session, user: Object.assign(part, user) })
    remember(cache, 'b', { session: Object.assign(part, session), user })
    expect(namesIn(cache, 'a', 'b')).toEqual([])
  })

  it('holds at most 10,000 sessions, those that were read last', () => {
    const cache = new SessionCache()
    const keys = Array.from({ length: 10_001 }, (_, at) => `key-${at}`)
    fill(cache, ...keys.slice(0, 10_000), 'key-0', 'key-10000')
    expect(namesIn(cache, 'key-0', 'key-1', 'key-2', 'key-10000')).toEqual([
      'key-0',
      'key-2',
      'key-10000',
    ])
  })

  it('holds nothing that cannot be copied, and throws no error', () => {
    const cache = new SessionCache()
    const { session, user } = rowOf('a')
    const circle: UserWithRoles & { self?: unknown } = { ...user }
    circle.self = circle
    remember(cache, 'a', { session, user: new Proxy(user, {}) })
    remember(cache, 'b', { session, user: circle })
    expect(namesIn(cache, 'a', 'b')).toEqual([])
  })

  it('returns nothing that was read in the future of a clock that was set back', () => {
    const cache = new SessionCache()
    fill(cache, 'a')
    expect(cache.find('a', 99, 10)).toBeUndefined()
  })

  it('drops entries that are too old, also if they are not read again', () => {
    const cache = new SessionCache()
    fill(cache, 'a', 'b')
    cache.remember('c', rowOf('c'), { now: 110, age: 10, generation: cache.generation })
    expect(namesIn(cache, 'a', 'b')).toEqual([])
    expect(cache.find('c', 110, 10)).toBeDefined()
  })

  it('ignores a read that began before a change', () => {
    const cache = new SessionCache()
    const { generation } = cache
    cache.forgetAll()
    cache.remember('a', rowOf('a'), { now: 100, age: 10, generation })
    expect(namesIn(cache, 'a')).toEqual([])
  })
})

/** A store whose cache holds two sessions. */
function openFilled(adapter: Adapter): Store {
  const store = openStore(
    adapter,
    createLog({ debug: false, logger: {}, secrets: [] }),
    createStoreMemory({ isShared: false, time: systemTime }),
  )
  fill(store.memory.sessions, 'a', 'b')
  return store
}

function held({ memory }: Store): readonly string[] {
  return namesIn(memory.sessions, 'a', 'b')
}

describe('a store with a filled cache', () => {
  it.each<readonly [string, 'deleteSession' | 'updateSession', readonly unknown[]]>([
    ['deleteSession', 'deleteSession', ['a']],
    ['updateSession', 'updateSession', [{ sessionToken: 'a', expires }]],
  ])('forgets one session after %s', async (_, name, args) => {
    const store = openFilled(memoryAdapter())
    await store.call(name, ...(args as Parameters<NonNullable<Adapter['deleteSession']>>))
    expect(held(store)).toEqual(['b'])
  })

  it('keeps all sessions after a method that changes none of them', async () => {
    const store = openFilled(memoryAdapter())
    await store.call('createUser', { id: 'bob', email: 'bob@app.test', emailVerified: null })
    await store.call('getUser', 'bob')
    expect(held(store)).toEqual(['a', 'b'])
  })

  it('forgets all sessions after a method that it does not know', async () => {
    const adapter = { ...memoryAdapter(), renameUser: () => null }
    const store = openFilled(adapter)
    await store.call('renameUser' as StoreMethod, ...([] as unknown as [never]))
    expect(held(store)).toEqual([])
  })

  it('forgets them also if the method fails, because the change may have been written', async () => {
    const updateUser = () => Promise.reject(new Error('The connection was lost.'))
    const store = openFilled({ ...memoryAdapter(), updateUser })
    await expect(store.call('updateUser', { id: 'ada' })).rejects.toThrow('updateUser')
    expect(held(store)).toEqual([])
  })

  it('forgets them again when a transaction with a change ends', async () => {
    const store = openFilled(memoryAdapter())
    await store.transaction(async (inside) => {
      await inside.call('deleteSessionsByUserId', 'ada')
      // Another request, which still finds the old rows.
      fill(store.memory.sessions, 'a', 'b')
    })
    expect(held(store)).toEqual([])
  })

  it('forgets them when a transaction ends that had a change in one of its own', async () => {
    const inner = memoryAdapter()
    const nesting: Adapter = { ...inner, transaction: (work) => work(nesting) }
    const store = openFilled(nesting)
    await store.transaction(async (outside) => {
      await outside.transaction((inside) => inside.call('deleteSessionsByUserId', 'ada'))
      fill(store.memory.sessions, 'a', 'b')
    })
    expect(held(store)).toEqual([])
  })

  it('keeps them when a transaction without a change ends', async () => {
    const store = openFilled(memoryAdapter())
    await store.transaction((inside) => inside.call('getUser', 'ada'))
    expect(held(store)).toEqual(['a', 'b'])
  })
})
