import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  joinChunks,
  longestChunkedValue,
  possibleNames,
  splitIntoChunks,
} from '../../../src/http/chunks.js'
import { serializeCookie } from '../../../src/http/cookie.js'

const reader =
  (jar: Readonly<Record<string, string>>) =>
  (name: string): string | undefined =>
    jar[name]

const join = (jar: Readonly<Record<string, string>>): ReturnType<typeof joinChunks> =>
  joinChunks(reader(jar), 'n')

const split = (length: number): readonly string[] | undefined =>
  splitIntoChunks('n', 'x'.repeat(length))?.map(({ name, value }) => `${name}:${value.length}`)

describe('splitIntoChunks', () => {
  // prettier-ignore
  it.each([
    [0,                       ['n:0']],
    [1,                       ['n:1']],
    [3936,                    ['n:3936']],
    [3937,                    ['n.0:3936', 'n.1:1']],
    [7872,                    ['n.0:3936', 'n.1:3936']],
    [7873,                    ['n.0:3936', 'n.1:3936', 'n.2:1']],
    [longestChunkedValue,     ['n.0:3936', 'n.1:3936', 'n.2:3936']],
    [longestChunkedValue + 1, undefined],
    [1_000_000,               undefined],
  ])('cuts %d characters into %j', (length, chunks) => {
    expect(split(length)).toEqual(chunks)
  })

  it('counts what a cookie holds once it is percent-encoded', () => {
    const emoji = '\u{1f511}'
    expect(splitIntoChunks('n', emoji.repeat(328))).toHaveLength(1)
    const chunks = splitIntoChunks('n', emoji.repeat(329))
    expect(chunks?.map(({ name, value }) => `${name}:${value.length}`)).toEqual([
      'n.0:656',
      'n.1:2',
    ])
    expect(splitIntoChunks('n', '/'.repeat(longestChunkedValue))).toBeUndefined()
  })

  it('makes cookies that browsers keep, and together fewer bytes than servers take', () => {
    const attributes = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const
    const expires = new Date()
    const name = '__Secure-authjs.session-token'
    const chunks = splitIntoChunks(name, 'x'.repeat(longestChunkedValue)) ?? []
    for (const chunk of chunks) {
      const written = serializeCookie({ ...chunk, attributes: { ...attributes, expires } })
      expect(written.length).toBeLessThanOrEqual(4096)
    }
    const header = chunks.map((chunk) => `${chunk.name}=${chunk.value}`).join('; ')
    expect(header.length).toBeLessThan(16 * 1024)
  })
})

describe('joinChunks', () => {
  it('reads the bare cookie', () => {
    expect(join({ n: 'whole' })).toBe('whole')
  })

  it('prefers the bare cookie to chunks that were left behind', () => {
    expect(join({ n: 'whole', 'n.0': 'stale', 'n.1': 'stale' })).toBe('whole')
  })

  it('reads contiguous chunks, from the first', () => {
    expect(join({ 'n.0': 'a', 'n.1': 'b', 'n.2': 'c' })).toBe('abc')
    expect(join({ 'n.0': 'a', 'n.2': 'c' })).toBe('a')
    expect(join({ 'n.1': 'b', 'n.2': 'c' })).toBeUndefined()
  })

  it('puts the chunks in the order of their numbers', () => {
    expect(join({ 'n.2': 'c', 'n.0': 'a', 'n.1': 'b' })).toBe('abc')
  })

  it('takes an empty cookie for none', () => {
    expect(join({ n: '' })).toBeUndefined()
    expect(join({ n: '', 'n.0': 'a', 'n.1': '' })).toBe('a')
  })

  it('reads no cookie of another name', () => {
    const foreign = { 'n-old': 'x', 'n.a': 'x', 'n.00': 'x', 'n.-1': 'x', nn: 'x', 'n.0.0': 'x' }
    expect(join(foreign)).toBeUndefined()
    expect(join({ ...foreign, 'n.0': 'a' })).toBe('a')
  })

  it('reads longer values than we write, but not without end', () => {
    const jar = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`n.${at}`, 'x']))
    expect(join(jar)).toBe('x'.repeat(8))
  })

  it('gives back what was split, from the names that hold it', () => {
    const values = fc
      .tuple(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.double({ min: 0, max: 1.1, noNaN: true }),
      )
      .map(([seed, full]) =>
        seed.repeat(1 + Math.floor((full * longestChunkedValue) / seed.length)),
      )
    fc.assert(
      fc.property(values, (value) => {
        const chunks = splitIntoChunks('n', value)
        // Characters of several bytes are not cut, so a chunk may have a little room left.
        const isTooLong = encodeURIComponent(value).length > longestChunkedValue - 36
        if (!chunks) expect(isTooLong).toBe(true)
        else expectToJoin(chunks, value)
      }),
    )
  })

  function expectToJoin(chunks: readonly { name: string; value: string }[], value: string): void {
    const names = chunks.map((chunk) => chunk.name)
    expect(join(Object.fromEntries(chunks.map((one) => [one.name, one.value])))).toBe(value)
    expect(possibleNames('n')).toEqual(expect.arrayContaining(names))
    for (const chunk of chunks) {
      expect(encodeURIComponent(chunk.value).length).toBeLessThanOrEqual(3936)
    }
  }
})

describe('possibleNames', () => {
  it('are the bare name and every chunk that is read', () => {
    expect(possibleNames('n')).toEqual(['n', ...Array.from({ length: 8 }, (_, at) => `n.${at}`)])
  })
})
