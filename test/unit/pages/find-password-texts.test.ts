import { afterEach, describe, expect, it, vi } from 'vitest'
import german from '../../../src/languages/de.js'
import { findPasswordTexts } from '../../../src/pages/find-password-texts.js'
import { texts as english } from '../../../src/pages/password-languages/en.js'

const dutch = '../../../src/pages/password-languages/nl.js'

afterEach(() => {
  vi.doUnmock(dutch)
})

describe('findPasswordTexts', () => {
  it('loads a language once', async () => {
    expect(findPasswordTexts('ko')).toBe(findPasswordTexts('ko'))
    expect(await findPasswordTexts('ko')).not.toBe(english)
  })

  it.each(['en', '', 'xx', '__proto__', 'constructor', '../de', 'DE'])(
    'returns English for the code %j',
    async (code) => {
      expect(await findPasswordTexts(code)).toBe(english)
    },
  )

  it('returns English for a language that the app has not passed', async () => {
    expect(await findPasswordTexts('ko', [])).toBe(english)
    expect(await findPasswordTexts('ko', [german])).toBe(english)
    const broken = { ...german, passwords: () => Promise.reject(new Error('EMFILE')) }
    expect(await findPasswordTexts('de', [broken])).toBe(english)
  })

  it('returns English if a language cannot be loaded, and tries again the next time', async () => {
    vi.resetModules()
    vi.doMock(dutch, () => {
      throw new Error('EMFILE: too many open files')
    })
    const fresh = await import('../../../src/pages/find-password-texts.js')
    expect(await fresh.findPasswordTexts('nl')).toEqual(english)
    vi.doUnmock(dutch)
    expect((await fresh.findPasswordTexts('nl')).fields.password).toBe('Wachtwoord')
  })
})
