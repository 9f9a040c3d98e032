import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { texts as english } from '../../../src/pages/account-languages/en.js'
import { findAccountTexts } from '../../../src/pages/find-account-texts.js'
import { languageCodes } from '../../../src/pages/find-language.js'
import { listTexts } from './list-texts.js'

const others = languageCodes.filter((code) => code !== 'en')
const folder = new URL('../../../src/pages/account-languages/', import.meta.url)

/** Words that a language shares with English. */
const sameWords: Readonly<Record<string, readonly string[]>> = {
  de: ['headings.passkeys', 'profile.name', 'passkeys.unnamed', 'passkeys.name'],
  fr: ['headings.sessions'],
  it: ['headings.password', 'passkeys.unnamed'],
  nl: ['headings.passkeys', 'passkeys.unnamed'],
}

const namesIn = (text: string | undefined): readonly string[] =>
  (text?.match(/\{.*?\}/g) ?? []).sort()

it('the account texts exist in every language of the pages', () => {
  const files = readdirSync(folder).map((file) => file.replace('.ts', ''))
  expect(files.sort()).toEqual([...languageCodes].sort())
})

it('an unknown language gets the English account texts', async () => {
  expect(await findAccountTexts('xx')).toBe(english)
})

describe.each(others)('the account texts of %s', (code) => {
  it('have the same names and the same places for values as the English ones', async () => {
    const texts = listTexts(await findAccountTexts(code))
    expect(texts.map(([path, text]) => [path, namesIn(text)])).toEqual(
      listTexts(english).map(([path, text]) => [path, namesIn(text)]),
    )
  })

  it('are translated', async () => {
    const originals = new Map(listTexts(english))
    const same = listTexts(await findAccountTexts(code))
      .filter(([path, text]) => originals.get(path) === text)
      .map(([path]) => path)
    expect(same).toEqual(sameWords[code] ?? [])
  })

  it('have no empty text, and none with space around it', async () => {
    const texts = listTexts(await findAccountTexts(code))
    expect(texts.filter(([, text]) => text === '' || text !== text.trim())).toEqual([])
  })
})

describe.each(languageCodes)('the buttons of the account page in %s', (code) => {
  it('have an accessible name that contains the text on them', async () => {
    const { accounts, passkeys, sessions } = await findAccountTexts(code)
    const pairs = [
      [accounts.connect, accounts.connectNamed],
      [accounts.disconnect, accounts.disconnectNamed],
      [passkeys.remove, passkeys.removeNamed],
      [sessions.end, sessions.endNamed],
    ] as const
    for (const [text, name] of pairs) expect(name.toLowerCase()).toContain(text.toLowerCase())
  })
})
