import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffLines } from '../../../src/cli/move/line-diff.js'
import { quickly } from '../../../src/testing/attack/hostile-inputs.js'

function lines(...all: readonly string[]): string {
  return all.join('\n')
}

describe('the lines in which two texts differ', () => {
  it.each([
    [lines('a', 'b', 'c'), lines('a', 'b', 'c'), []],
    [lines('a', 'b', 'c'), lines('a', 'x', 'c'), ['- b', '+ x']],
    [lines('a', 'b', 'c', 'd'), lines('a', 'x', 'y', 'd'), ['- b', '- c', '+ x', '+ y']],
    [lines('a', 'b'), lines('b', 'c'), ['- a', '+ c']],
    ['', lines('a', 'b'), ['- ', '+ a', '+ b']],
    [lines('a', 'a'), lines('a'), ['- a']],
    ['a\r\nb', 'a\nb', []],
  ])('of %j and %j', (before, after, diff) => {
    expect(diffLines(before, after)).toEqual(diff)
  })

  it('are as few as possible, in their order, and make one text of the other', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 })
      .map((all) => all.join('\n'))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = diffLines(before, after)
        const [old, now] = [before.split('\n'), after.split('\n')]
        const [removed, added] = ['- ', '+ '].map((sign) => withSign(diff, sign)) as [
          string[],
          string[],
        ]
        expect(isWithin(removed, old) && isWithin(added, now)).toBe(true)
        expect([...now, ...removed].sort()).toEqual([...old, ...added].sort())
        expect(diff).toHaveLength(old.length + now.length - 2 * longestCommon(old, now))
      }),
    )
  })

  it('are found in a large file that changes at its start and its end', () => {
    const middle = Array.from({ length: 200_000 }, (_none, at) => `line ${at}`)
    const started = performance.now()
    const diff = diffLines(lines('a', ...middle, 'b'), lines('x', ...middle, 'y'))
    expect(diff).toEqual(['- a', '+ x', '- b', '+ y'])
    expect(performance.now() - started).toBeLessThan(quickly)
  })

  it('are all lines if two large texts have nothing in common', () => {
    const [old, now] = ['a', 'b'].map((name) =>
      Array.from({ length: 20_000 }, (_none, at) => `${name} ${at}`),
    ) as [string[], string[]]
    const started = performance.now()
    expect(diffLines(old.join('\n'), now.join('\n'))).toHaveLength(40_000)
    expect(performance.now() - started).toBeLessThan(quickly)
  })
})

function withSign(diff: readonly string[], sign: string): readonly string[] {
  return diff.filter((line) => line.startsWith(sign)).map((line) => line.slice(sign.length))
}

/** Whether a list has all lines of a part in their order. */
function isWithin(part: readonly string[], all: readonly string[]): boolean {
  return longestCommon(part, all) === part.length
}

function longestCommon(old: readonly string[], now: readonly string[]): number {
  const [a, ...restOfOld] = old
  const [b, ...restOfNow] = now
  if (a === undefined || b === undefined) return 0
  if (a === b) return 1 + longestCommon(restOfOld, restOfNow)
  return Math.max(longestCommon(restOfOld, now), longestCommon(old, restOfNow))
}
