import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { joinChunks, splitIntoChunks } from '../../../src/http/chunks.js'
import { decode, encode } from '../../../src/session/token.js'
import { secret } from '../../support/apps/app.js'

const salt = 'session'

/** The chunks of a session that needs three cookies. */
async function chunksOf(owner: string): Promise<readonly string[]> {
  const token = await encode({ token: { sub: owner, load: 'x'.repeat(7500) }, secret, salt })
  const chunks = splitIntoChunks('s', token)
  if (chunks?.length !== 3) throw new Error('Expected three chunks.')
  return chunks.map(({ value }) => value)
}

describe('cookies of two sessions, mixed in any way', () => {
  let ada: readonly string[]
  let bob: readonly string[]
  beforeAll(async () => {
    ada = await chunksOf('ada')
    bob = await chunksOf('bob')
  })

  it('are a session only where all of it is there, in order, and nothing else', async () => {
    const at = fc.nat(3)
    const step = fc.oneof(
      fc.record({ do: fc.constantFrom('drop', 'leave a gap', 'double', 'change', 'swap'), at }),
      fc.record({ do: fc.constant('take from bob'), at }),
    )
    const bare = fc.constantFrom(undefined, undefined, '', 'x')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 3 }), bare, async (steps, whole) => {
        const values: (string | undefined)[] = [...ada]
        for (const one of steps) change(values, one.do, one.at)
        const jar = new Map<string, string | undefined>([['s', whole]])
        for (const [index, value] of values.entries()) jar.set(`s.${index}`, value)
        const token = joinChunks((name) => jar.get(name), 's')
        const claims = await decode({ token, secret, salt })
        expect(claims?.sub ?? null).toBe(ownerOf(values, whole))
      }),
      { numRuns: 300 },
    )
  })

  function change(values: (string | undefined)[], what: string, at: number): void {
    const value = values[at] ?? ''
    const next = values[at + 1]
    switch (what) {
      case 'drop':
        return void values.splice(at, 1)
      case 'leave a gap':
        return void values.splice(at, 0, undefined)
      case 'double':
        return void values.splice(at, 0, value)
      case 'change':
        return void values.splice(at, 1, value.slice(1))
      case 'swap':
        return void values.splice(at, 2, next, value)
      default:
        return void values.splice(at, 1, bob[at])
    }
  }

  /** Whose session it is when one looks at it without cryptography. */
  function ownerOf(values: readonly (string | undefined)[], bare: string | undefined) {
    if (bare) return null
    const end = values.findIndex((value) => !value)
    const text = values.slice(0, end === -1 ? values.length : end).join('')
    if (text === ada.join('')) return 'ada'
    return text === bob.join('') ? 'bob' : null
  }
})
