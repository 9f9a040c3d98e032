import { describe, expect, it } from 'vitest'
import { AliveSessions } from '../../../src/config/alive-sessions.js'

function remember(alive: AliveSessions, ...keys: readonly string[]): void {
  for (const key of keys) alive.remember(key, 100, alive.generation)
}

describe('the cache of living sessions', () => {
  it('believes an entry for less than its age', () => {
    const alive = new AliveSessions()
    remember(alive, 'a')
    expect(alive.wasAlive('a', 109, 10)).toBe(true)
    expect(alive.wasAlive('a', 110, 10)).toBe(false)
    expect(alive.wasAlive('b', 100, 10)).toBe(false)
  })

  it('forgets one entry, or all of them', () => {
    const alive = new AliveSessions()
    const believed = () => ['a', 'b', 'c'].filter((key) => alive.wasAlive(key, 100, 10))
    remember(alive, 'a', 'b', 'c')
    alive.forget('a')
    expect(believed()).toEqual(['b', 'c'])
    alive.forgetAll()
    expect(believed()).toEqual([])
  })

  it.each(['forget', 'forgetAll'] as const)(
    'ignores a reader that began before a call of %s',
    (method) => {
      const alive = new AliveSessions()
      const { generation } = alive
      alive[method]('a')
      alive.remember('a', 100, generation)
      expect(alive.wasAlive('a', 100, 10)).toBe(false)
      remember(alive, 'a')
      expect(alive.wasAlive('a', 100, 10)).toBe(true)
    },
  )

  it('holds ten thousand entries and drops the one that was seen longest ago', () => {
    const alive = new AliveSessions()
    remember(alive, ...Array.from({ length: 10_000 }, (_, at) => `key ${at}`))
    expect(alive.wasAlive('key 0', 100, 10)).toBe(true)
    remember(alive, 'key 0', 'one more')
    expect(alive.wasAlive('key 0', 100, 10)).toBe(true)
    expect(alive.wasAlive('key 1', 100, 10)).toBe(false)
    expect(alive.wasAlive('key 2', 100, 10)).toBe(true)
  })
})
