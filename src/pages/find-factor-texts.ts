import { texts as english } from './factor-languages/en.js'
import type { FactorTexts } from '../model/factor-texts.js'
import { createTextFinder, type FindTexts } from './text-finder.js'

/**
 * Finds the texts of the pages and mails about second factors by the code of a `Language`. English
 * if we do not have the language. Never rejects.
 */
export const findFactorTexts: FindTexts<FactorTexts> = createTextFinder<FactorTexts>(
  english,
  () => import('#language-loaders/factor'),
  ({ factors }) => factors,
)
