import { describe, expect, it } from 'vitest'
import { dropOldestCookies } from '../../src/context/drop-oldest-cookies.js'
import { openTestContext } from './open-test-context.js'

const cookie = { name: 'a', names: ['a'], attributes: { path: '/' } }

/** The cookies that are left, of these, once there is room for one more. */
function left(names: readonly string[], most: number): readonly string[] {
  const { ctx } = openTestContext({ cookies: Object.fromEntries(names.map((name) => [name, '1'])) })
  dropOldestCookies(ctx, cookie, most)
  return ctx.jar.names('')
}

describe('makeRoom', () => {
  it('drops the oldest, whatever the order in which they come', () => {
    expect(left(['a.3', 'a.1', 'a.2'], 3)).toEqual(['a.3', 'a.2'])
    expect(left(['a.3', 'a.1', 'a.2'], 1)).toEqual([])
  })

  it('drops none while there is room', () => {
    expect(left(['a.3', 'a.1'], 3)).toEqual(['a.3', 'a.1'])
    expect(left(['a.1', 'a.2'], 9)).toEqual(['a.1', 'a.2'])
  })

  it('leaves cookies alone whose names only begin alike', () => {
    expect(left(['a', 'ab', 'b.1', 'a.1'], 1)).toEqual(['a', 'ab', 'b.1'])
  })
})
