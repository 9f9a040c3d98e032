import { afterEach, describe, expect, it, vi } from 'vitest'
import { findFactorTexts } from '../../../src/pages/find-factor-texts.js'
import { texts as english } from '../../../src/pages/factor-languages/en.js'

const dutch = '../../../src/pages/factor-languages/nl.js'

afterEach(() => {
  vi.doUnmock(dutch)
})

describe('findFactorTexts', () => {
  it('loads a language once', async () => {
    expect(findFactorTexts('ko')).toBe(findFactorTexts('ko'))
    expect(await findFactorTexts('ko')).not.toBe(english)
  })

  it.each(['en', '', 'xx', '__proto__', 'constructor', '../de', 'DE'])(
    'returns English for the code %j',
    async (code) => {
      expect(await findFactorTexts(code)).toBe(english)
    },
  )

  it('returns English if a language cannot be loaded, and tries again the next time', async () => {
    vi.resetModules()
    vi.doMock(dutch, () => {
      throw new Error('EMFILE: too many open files')
    })
    const fresh = await import('../../../src/pages/find-factor-texts.js')
    expect(await fresh.findFactorTexts('nl')).toEqual(english)
    vi.doUnmock(dutch)
    expect((await fresh.findFactorTexts('nl')).fields.recoveryCode).toBe('Herstelcode')
  })
})
