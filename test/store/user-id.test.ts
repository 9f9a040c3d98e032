import { describe, expect, it } from 'vitest'
import { idOf } from '../../src/store/user-id.js'

describe('the id of a user as text', () => {
  it.each([
    ['a', 'a'],
    ['', ''],
    [42, '42'],
    [42n, '42'],
    [undefined, '""'],
    [null, '""'],
  ])('of %s is %s', (id, text) => {
    expect(idOf({ id })).toBe(text)
  })
})
