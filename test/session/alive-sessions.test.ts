import { afterEach, describe, expect, it } from 'vitest'
import {
  forgetAlive,
  forgetAllAlive,
  rememberAlive,
  wasAlive,
} from '../../src/session/alive-sessions.js'

afterEach(() => forgetAllAlive())

describe('what was seen alive', () => {
  it('is believed for less than the age', () => {
    rememberAlive('a', 100)
    expect(wasAlive('a', 109, 10)).toBe(true)
    expect(wasAlive('a', 110, 10)).toBe(false)
    expect(wasAlive('b', 100, 10)).toBe(false)
  })

  it('is forgotten one by one, or all at once', () => {
    for (const key of ['a', 'b', 'c']) rememberAlive(key, 100)
    forgetAlive('a')
    expect(['a', 'b', 'c'].map((key) => wasAlive(key, 100, 10))).toEqual([false, true, true])
    forgetAllAlive()
    expect(['b', 'c'].map((key) => wasAlive(key, 100, 10))).toEqual([false, false])
  })

  it('is ten thousand at most: the one seen longest ago goes first', () => {
    const keys = Array.from({ length: 10_000 }, (_, at) => `key ${at}`)
    for (const key of keys) rememberAlive(key, 100)
    expect(wasAlive('key 0', 100, 10)).toBe(true)
    rememberAlive('key 0', 100)
    rememberAlive('one more', 100)
    expect(wasAlive('key 0', 100, 10)).toBe(true)
    expect(wasAlive('key 1', 100, 10)).toBe(false)
    expect(wasAlive('key 2', 100, 10)).toBe(true)
  })
})
