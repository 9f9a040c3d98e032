import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../src/adapters/memory.js'
import { createLog } from '../../src/config/logger.js'
import { SessionCache, type CachedSession } from '../../src/config/session-cache.js'
import { createStoreMemory } from '../../src/config/store-memory.js'
import { openStore, type Store, type StoreMethod } from '../../src/config/store.js'
import { systemTime } from '../../src/http/time.js'
import type { Adapter, AdapterUser } from '../../src/model/adapter.js'

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

function fill(cache: SessionCache, ...keys: readonly string[]): void {
  for (const key of keys) cache.remember(key, rowOf(key), 100, cache.generation)
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
    cache.remember('a', given, 100, cache.generation)
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
    cache.remember('a', { session, user: Object.assign(part, user) }, 100, cache.generation)
    cache.remember('b', { session: Object.assign(part, session), user }, 100, cache.generation)
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

  it('ignores a read that began before a change', () => {
    const cache = new SessionCache()
    const { generation } = cache
    cache.forgetAll()
    cache.remember('a', rowOf('a'), 100, generation)
    expect(namesIn(cache, 'a')).toEqual([])
  })
})

/** A store whose cache holds two sessions. */
function openFilled(adapter: Adapter, isShared = false): Store {
  const store = openStore(
    adapter,
    createLog({ debug: false, logger: {}, secrets: [] }),
    createStoreMemory({ isShared, time: systemTime }),
  )
  fill(store.memory.sessions, 'a', 'b')
  return store
}

function held({ memory }: Store): readonly string[] {
  return namesIn(memory.sessions, 'a', 'b')
}

describe('a store with a filled cache', () => {
  it.each<readonly [string, StoreMethod, readonly unknown[]]>([
    ['deleteSession', 'deleteSession', ['a']],
    ['updateSession', 'updateSession', [{ sessionToken: 'a', expires }]],
  ])(
    'forgets one session after %s, unless several stores share the cache',
    async (_, name, args) => {
      const call = async (store: Store): Promise<void> =>
        void (await (store.call as (name: StoreMethod, ...args: readonly unknown[]) => unknown)(
          name,
          ...args,
        ))
      const [own, shared] = [openFilled(memoryAdapter()), openFilled(memoryAdapter(), true)]
      await call(own)
      expect(held(own)).toEqual(['b'])
      await call(shared)
      expect(held(shared)).toEqual([])
    },
  )

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

  it('keeps them when a transaction without a change ends', async () => {
    const store = openFilled(memoryAdapter())
    await store.transaction((inside) => inside.call('getUser', 'ada'))
    expect(held(store)).toEqual(['a', 'b'])
  })
})
