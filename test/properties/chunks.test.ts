import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { joinChunks, splitIntoChunks } from '../../src/http/chunks.js'
import { decode, encode } from '../../src/session/token.js'
import { secret } from '../engine/app.js'

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
    const slot = fc.option(
      fc.record({
        isAda: fc.boolean(),
        at: fc.nat(2),
        bend: fc.constantFrom('', 'cut', 'longer', 'spaced'),
      }),
      { nil: undefined },
    )
    const whole = fc.constantFrom(undefined, '', 'x')
    await fc.assert(
      fc.asyncProperty(fc.tuple(slot, slot, slot, slot), whole, async (slots, bare) => {
        const values = slots.map((one) => one && bent((one.isAda ? ada : bob)[one.at], one.bend))
        const jar = new Map(values.map((value, at) => [`s.${at}`, value]))
        jar.set('s', bare)
        const value = joinChunks((name) => jar.get(name), 's')?.value
        const claims = await decode({ token: value, secret, salt })
        expect(claims?.sub ?? null).toBe(ownerOf(values, bare))
      }),
      { numRuns: 300, examples: [[[all(true, 0), all(true, 1), all(true, 2), undefined], '']] },
    )
  })

  function all(isAda: boolean, at: number): { isAda: boolean; at: number; bend: '' } {
    return { isAda, at, bend: '' }
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

function bent(chunk = '', how: string): string {
  if (how === 'cut') return chunk.slice(1)
  return how === 'longer' ? `${chunk}A` : how === 'spaced' ? ` ${chunk}` : chunk
}
