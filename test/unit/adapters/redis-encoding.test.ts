import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeRow, encodeRow } from '../../../src/adapters/redis/encoding.js'

const key = fc.oneof(fc.constantFrom('$date', '$$date', '$$$date', '__proto__', 'a'), fc.string())
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.date({ noInvalidDate: true }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}))
const row = fc.dictionary(key, value, { maxKeys: 6, noNullPrototype: true })

describe('a row in Redis', () => {
  it('is decoded as it was encoded, with its dates and odd keys', () => {
    fc.assert(
      fc.property(row, (given) => {
        const decoded = decodeRow(encodeRow({ column: given }))
        expect(decoded).toStrictEqual({ column: given })
      }),
      { numRuns: 2000 },
    )
  })

  it('has a column `__proto__` of its own, which is no prototype', () => {
    const decoded = decodeRow('{"__proto__":{"$date":5},"id":"ada"}')
    expect(Object.getPrototypeOf(decoded)).toBe(Object.prototype)
    expect(Object.entries(decoded)).toEqual([
      ['__proto__', new Date(5)],
      ['id', 'ada'],
    ])
  })
})
