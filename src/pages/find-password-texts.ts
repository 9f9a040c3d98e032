import { texts as english } from './password-languages/en.js'
import type { PasswordTexts } from '../model/password-texts.js'
import { createTextFinder } from './text-finder.js'

/**
 * Finds the texts of the password pages and mails by the code of a `Language`. English if we do not
 * have the language. Never rejects.
 */
export const findPasswordTexts: (code: string) => Promise<PasswordTexts> =
  createTextFinder<PasswordTexts>(english, {
    ar: () => import('./password-languages/ar.js'),
    de: () => import('./password-languages/de.js'),
    es: () => import('./password-languages/es.js'),
    fr: () => import('./password-languages/fr.js'),
    he: () => import('./password-languages/he.js'),
    it: () => import('./password-languages/it.js'),
    ja: () => import('./password-languages/ja.js'),
    ko: () => import('./password-languages/ko.js'),
    nl: () => import('./password-languages/nl.js'),
    pl: () => import('./password-languages/pl.js'),
    pt: () => import('./password-languages/pt.js'),
    tr: () => import('./password-languages/tr.js'),
    uk: () => import('./password-languages/uk.js'),
    zh: () => import('./password-languages/zh.js'),
  })
