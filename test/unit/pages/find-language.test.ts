import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { english, findLanguage, languageCodes } from '../../../src/pages/find-language.js'
import german from '../../../src/languages/de.js'
import hebrew from '../../../src/languages/he.js'
import type { LanguagePack } from '../../../src/model/language-pack.js'
import { findAccountTexts } from '../../../src/pages/find-account-texts.js'
import { findFactorTexts } from '../../../src/pages/find-factor-texts.js'
import { findPasswordTexts } from '../../../src/pages/find-password-texts.js'
import { quickly } from '../../../src/testing/attack/hostile-inputs.js'

const codeFor = async (
  acceptLanguage: string | null | undefined,
  preferred?: string,
): Promise<string> => (await findLanguage({ acceptLanguage, preferred })).code

describe('findLanguage', () => {
  it.each([
    [undefined, 'en'],
    [null, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['de', 'de'],
    ['DE-at', 'de'],
    ['zh-TW', 'zh'],
    ['zh-Hans-CN', 'zh'],
    ['iw-IL', 'he'],
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
    ['en-GB,en;q=0.9,de;q=0.8', 'en'],
    ['fr;q=0.2,de;q=0.8', 'de'],
    ['fr;q=0.5,de;q=0.5', 'fr'],
    ['xx,yy;q=0.9,ja;q=0.1', 'ja'],
    ['xx,*;q=0.5,ja;q=0.1', 'en'],
    ['de;q=0,fr;q=0.1', 'fr'],
    ['de;q=0', 'en'],
    ['de;q=0.000', 'en'],
    ['de ; q=1.000 , fr', 'de'],
    ['de;Q=0.1,fr;Q=0.2', 'fr'],
    ['de;q=2,fr', 'fr'],
    ['de;q=0.1234,fr;q=0.1', 'fr'],
    ['de;q=-1,fr;q=0.1', 'fr'],
    ['de;q=NaN', 'en'],
    ['de;level=1', 'en'],
    ['de;q=1;q=1', 'en'],
    ['deutsch', 'en'],
    ['de_AT', 'en'],
    ['de-', 'en'],
    ['__proto__', 'en'],
    ['constructor,toString', 'en'],
    [',,;;,=', 'en'],
    ['../../en', 'en'],
  ])('answers %j with %s', async (header, code) => {
    expect(await codeFor(header)).toBe(code)
  })

  it('puts the choice of the application first', async () => {
    expect(await codeFor('fr', 'de')).toBe('de')
    expect(await codeFor('fr', 'DE-CH')).toBe('de')
    expect(await codeFor('fr', 'en')).toBe('en')
  })

  it.each(['', 'xx', '__proto__', '../de'])('ignores the choice %j', async (preferred) => {
    expect(await codeFor('fr', preferred)).toBe('fr')
  })

  it('is quick and calm about a header of 100 kB', async () => {
    const start = performance.now()
    for (const piece of ['de-', 'xx,', 'a;q=0.', ' ', ';', 'q=1,']) {
      expect(await codeFor(`fr,${piece.repeat(100_000 / piece.length)}`)).toBe('fr')
      expect(['de', 'en']).toContain(await codeFor(piece.repeat(100_000 / piece.length)))
    }
    expect(performance.now() - start).toBeLessThan(quickly)
  })

  it('reads no more of a header than a browser would send', async () => {
    expect(await codeFor(`${'xx,'.repeat(300)}de`)).toBe('de')
    expect(await codeFor(`${'xx,'.repeat(400)}de`)).toBe('en')
  })

  it('gives one of its languages for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), async (acceptLanguage, preferred) => {
        expect(languageCodes).toContain(await codeFor(acceptLanguage, preferred))
      }),
    )
  })

  describe('with the languages of the app', () => {
    const found = async (acceptLanguage: string): Promise<string> =>
      (await findLanguage({ acceptLanguage, languages: [german, hebrew] })).code

    it('chooses among them and English', async () => {
      expect(await found('de-AT')).toBe('de')
      expect(await found('iw')).toBe('he')
      expect(await found('fr, de;q=0.5')).toBe('de')
      expect(await found('fr, en;q=0.8, de;q=0.5')).toBe('en')
      expect(await found('fr')).toBe('en')
      expect(await findLanguage({ acceptLanguage: 'de', languages: [] })).toBe(english)
    })

    it('has the texts and the direction of the language', async () => {
      const language = await findLanguage({ preferred: 'he', languages: [german, hebrew] })
      expect(language).toEqual(await findLanguage({ preferred: 'he' }))
    })

    it('is in English if a language cannot be loaded', async () => {
      const broken = { ...german, pages: () => Promise.reject(new Error('EMFILE')) }
      expect(await findLanguage({ preferred: 'de', languages: [broken] })).toBe(english)
    })
  })

  it.each(languageCodes.filter((code) => code !== 'en'))(
    'has %s as a module that an app can import',
    async (code) => {
      const { default: language } = (await import(`../../../src/languages/${code}.ts`)) as {
        default: LanguagePack
      }
      expect(await findLanguage({ preferred: code, languages: [language] })).toEqual(
        await findLanguage({ preferred: code }),
      )
      expect(await findPasswordTexts(code, [language])).toBe(await findPasswordTexts(code))
      expect(await findFactorTexts(code, [language])).toBe(await findFactorTexts(code))
      expect(await findAccountTexts(code, [language])).toBe(await findAccountTexts(code))
    },
  )

  it('loads a language once', async () => {
    expect(findLanguage({ preferred: 'ko' })).toBe(findLanguage({ acceptLanguage: 'ko-KR' }))
    expect(await findLanguage({})).toBe(english)
  })

  it.each(languageCodes)('writes %s in its direction', async (code) => {
    const { direction } = await findLanguage({ preferred: code })
    expect(direction).toBe(['ar', 'he'].includes(code) ? 'rtl' : 'ltr')
  })
})
