import { expect, it } from 'vitest'
import type { Context } from '../../../src/context/context.js'
import { factorTextsOf } from '../../../src/flows/second-factor/factor-texts.js'
import type { TextOverrides } from '../../../src/model/text-overrides.js'
import { texts as english } from '../../../src/pages/factor-languages/en.js'
import { texts as german } from '../../../src/pages/factor-languages/de.js'
import { english as language } from '../../../src/pages/find-language.js'

/** Only `texts` is read. */
const contextOf = (texts: TextOverrides | undefined): Context =>
  ({ config: { texts } }) as unknown as Context

it('the texts of an app replace those of the language, one by one', async () => {
  const names = { twoStep: 'Sicher anmelden' }
  const found = await factorTextsOf(contextOf({ factors: { names } }), { ...language, code: 'de' })
  expect(found).toEqual({ ...german, names: { ...german.names, ...names } })
})

it('an app without texts of its own gets those of the language', async () => {
  expect(await factorTextsOf(contextOf(undefined), language)).toBe(english)
  expect(await factorTextsOf(contextOf({ passwords: {} }), language)).toEqual(english)
})
