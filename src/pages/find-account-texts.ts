import { texts as english } from './account-languages/en.js'
import type { AccountTexts } from '../model/account-texts.js'
import { createTextFinder, type FindTexts } from './text-finder.js'

/**
 * Finds the texts of the account page and its mail by the code of a `Language`. English if we do
 * not have the language. Never rejects.
 */
export const findAccountTexts: FindTexts<AccountTexts> = createTextFinder<AccountTexts>(
  english,
  () => import('#language-loaders/account'),
  ({ account }) => account,
)
