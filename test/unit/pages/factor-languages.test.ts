import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { languageCodes } from '../../../src/pages/find-language.js'
import { findFactorTexts } from '../../../src/pages/find-factor-texts.js'
import { texts as english } from '../../../src/pages/factor-languages/en.js'
import { listTexts } from './list-texts.js'

const others = languageCodes.filter((code) => code !== 'en')
const folder = new URL('../../../src/pages/factor-languages/', import.meta.url)

/** Words that a language shares with English. */
const sameWords: Readonly<Record<string, readonly string[]>> = {
  de: ['fields.code', 'mails.browser'],
  fr: ['fields.code'],
  it: ['fields.password', 'mails.browser'],
  nl: ['fields.code', 'mails.browser'],
}

/** The texts that are sentences. */
const sentencePaths =
  /^problems\.[^.]+$|\.sentence$|\.lead$|^ask\.(?!provider)|(?:mailed|signIn)Instead$|impossible$|about|\.fewCodes$|\.codeHint$|\.(?:on|off|required|typeCode|notYou|wasYou)$/

const namesIn = (text: string | undefined): readonly string[] =>
  (text?.match(/\{.*?\}/g) ?? []).sort()

it('the factor texts exist in every language of the pages', () => {
  const files = readdirSync(folder).map((file) => file.replace('.ts', ''))
  expect(files.sort()).toEqual([...languageCodes].sort())
})

it('the English factor texts write e-mail in one way', () => {
  const texts = listTexts(english).map(([, text]) => text.replace(/\{.*?\}/g, ''))
  expect(texts.filter((text) => /e-mail/i.test(text))).not.toEqual([])
  expect(texts.filter((text) => /email/i.test(text))).toEqual([])
})

it('no page contains a factor text outside of the languages', () => {
  const pages = new URL('../../../src/pages/', import.meta.url)
  const words = listTexts(english).map(([, text]) => text.split(/\{.*?\}/)[0] ?? '')
  const sentences = words.filter((text) => text.includes(' ') && text.length > 6)
  expect(sentences.length).toBeGreaterThan(40)
  for (const file of readdirSync(pages).filter((name) => name.endsWith('.ts'))) {
    const source = readFileSync(new URL(file, pages), 'utf8')
    expect(
      sentences.filter((text) => source.includes(text)),
      file,
    ).toEqual([])
  }
})

it.each(languageCodes)(
  'a button is read out with the words that it shows in %s, so that it can be spoken to',
  async (code) => {
    const { remove, removeNamed } = (await findFactorTexts(code)).buttons
    expect(removeNamed.toLowerCase()).toContain(remove.toLowerCase())
  },
)

describe.each(languageCodes)('the factor texts of %s', (code) => {
  it('have one-line subjects that name the site', async () => {
    const { added, removed, switchedOff, recoveryCodeUsed, locked, confirmCode } = (
      await findFactorTexts(code)
    ).mails
    for (const { subject, lead } of [
      added,
      removed,
      switchedOff,
      recoveryCodeUsed,
      locked,
      confirmCode,
    ]) {
      expect(namesIn(subject)).toEqual(['{site}'])
      expect(subject).not.toMatch(/[\r\n.。]/)
      expect(lead).toMatch(/[.。]$/)
    }
  })

  it('end their sentences and not their headings, without straight quotes or stray white space', async () => {
    for (const [path, text] of listTexts(await findFactorTexts(code))) {
      if (sentencePaths.test(path)) expect(text, path).toMatch(/[.。]$/)
      if (/heading$|\.title$|^buttons|\.button$|^names|^instead|^fields\.(?!codeHint)/.test(path)) {
        expect(text, path).not.toMatch(/[.。]$/)
      }
      expect(text, path).not.toMatch(/['"]|\s{2}|^\s|\s$|[\n\r]/)
    }
  })
})

describe.each(others)('the factor texts of %s', (code) => {
  it('are complete and keep every placeholder', async () => {
    const found = new Map(listTexts(await findFactorTexts(code)))
    expect([...found.keys()].sort()).toEqual(
      listTexts(english)
        .map(([path]) => path)
        .sort(),
    )
    for (const [path, text] of listTexts(english)) {
      expect(namesIn(found.get(path)), path).toEqual(namesIn(text))
      expect(found.get(path)?.trim(), path).not.toBe('')
    }
  })

  it('are translated', async () => {
    const found = new Map(listTexts(await findFactorTexts(code)))
    const same = listTexts(english).filter(([path, text]) => found.get(path) === text)
    expect(same.map(([path]) => path)).toEqual(sameWords[code] ?? [])
    for (const [path, text] of found) {
      expect(text, path).not.toMatch(/\b(?:the|your|this|instead)\b/)
    }
  })
})
