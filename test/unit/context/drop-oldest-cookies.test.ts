import { describe, expect, it } from 'vitest'
import { dropOldestCookies } from '../../../src/context/drop-oldest-cookies.js'
import { openTestContext } from '../../support/open-test-context.js'

const cookie = { name: 'a', names: ['a'], attributes: { path: '/' } }

/** Returns the names of the cookies that are left. */
function left(names: readonly string[], most: number): readonly string[] {
  const { ctx } = openTestContext({ cookies: Object.fromEntries(names.map((name) => [name, '1'])) })
  dropOldestCookies(ctx, cookie, most)
  return ctx.jar.names('')
}

describe('dropOldestCookies', () => {
  it('drops the oldest cookies in any order of the header', () => {
    expect(left(['a.3', 'a.1', 'a.2'], 3)).toEqual(['a.3', 'a.2'])
    expect(left(['a.3', 'a.1', 'a.2'], 1)).toEqual([])
  })

  it('drops no cookie below the limit', () => {
    expect(left(['a.3', 'a.1'], 3)).toEqual(['a.3', 'a.1'])
    expect(left(['a.1', 'a.2'], 9)).toEqual(['a.1', 'a.2'])
  })

  it('keeps cookies whose names only start with the same letters', () => {
    expect(left(['a', 'ab', 'b.1', 'a.1'], 1)).toEqual(['a', 'ab', 'b.1'])
  })
})
