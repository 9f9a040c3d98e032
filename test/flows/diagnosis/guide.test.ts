import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { errorTraits } from '../../../src/errors/traits.js'

describe('the guide to mistakes', () => {
  it('has every code that is logged for the operator', () => {
    const guide = readFileSync(
      new URL('../../../docs/reference/troubleshooting.md', import.meta.url),
      'utf8',
    )
    const loud = Object.entries(errorTraits).filter(([, { level }]) => level !== 'debug')
    const missing = loud.map(([type]) => type).filter((type) => !guide.includes(`\`${type}\``))
    expect(missing).toEqual([])
  })
})
