import { texts as english } from './password-languages/en.js'
import type { PasswordTexts } from '../model/password-texts.js'
import { createTextFinder, type FindTexts } from './text-finder.js'

/**
 * Finds the texts of the password pages and mails by the code of a `Language`. English if we do not
 * have the language. Never rejects.
 */
export const findPasswordTexts: FindTexts<PasswordTexts> = createTextFinder<PasswordTexts>(
  english,
  () => import('#language-loaders/password'),
  ({ passwords }) => passwords,
)
