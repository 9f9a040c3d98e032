import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { languageCodes } from '../../../src/pages/find-language.js'
import { findPasswordTexts } from '../../../src/pages/find-password-texts.js'
import { texts as english } from '../../../src/pages/password-languages/en.js'
import { listTexts } from './list-texts.js'

const others = languageCodes.filter((code) => code !== 'en')
const folder = new URL('../../../src/pages/password-languages/', import.meta.url)

const namesIn = (text: string | undefined): readonly string[] =>
  (text?.match(/\{.*?\}/g) ?? []).sort()

it('the password texts exist in every language of the pages', () => {
  const files = readdirSync(folder).map((file) => file.replace('.ts', ''))
  expect(files.sort()).toEqual([...languageCodes].sort())
})

it('the English password texts write e-mail in one way', () => {
  const texts = listTexts(english).map(([, text]) => text.replace(/\{.*?\}/g, ''))
  expect(texts.filter((text) => /e-mail/i.test(text))).not.toEqual([])
  expect(texts.filter((text) => /email/i.test(text))).toEqual([])
})

it('no page contains a password text outside of the languages', () => {
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

describe.each(languageCodes)('the password texts of %s', (code) => {
  it('have one-line subjects that name the site', async () => {
    const { wasYou, ...mails } = (await findPasswordTexts(code)).mails
    expect(wasYou).toMatch(/[.。]$/)
    expect(Object.keys(mails)).toHaveLength(9)
    for (const { subject, lead } of Object.values(mails)) {
      expect(namesIn(subject)).toEqual(['{site}'])
      expect(subject).not.toMatch(/[\r\n.。]/)
      expect(lead).toMatch(/[.。]$/)
    }
  })

  it('end their sentences and not their headings, without straight quotes or stray white space', async () => {
    for (const [path, text] of listTexts(await findPasswordTexts(code))) {
      if (/^problems\.[^.]+$|\.sentence$/.test(path)) expect(text, path).toMatch(/[.。]$/)
      if (/heading$|\.title$|^buttons|\.button$|^fields.*assword$/i.test(path)) {
        expect(text, path).not.toMatch(/[.。]$/)
      }
      expect(text, path).not.toMatch(/['"]|\s{2}|^\s|\s$|[\n\r]/)
    }
  })
})

describe.each(others)('the password texts of %s', (code) => {
  it('are complete and keep every placeholder', async () => {
    const found = new Map(listTexts(await findPasswordTexts(code)))
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
    const found = new Map(listTexts(await findPasswordTexts(code)))
    const same = listTexts(english).filter(([path, text]) => found.get(path) === text)
    // Italian has the same word.
    expect(same.map(([path]) => path)).toEqual(code === 'it' ? ['fields.password'] : [])
    for (const [path, text] of found)
      expect(text, path).not.toMatch(/\b(?:the|your|this|link to)\b/)
  })
})
