import type { TextLoader } from '../../model/language-pack.js'
import type { PasswordTexts } from '../../model/password-texts.js'

/** Load the texts of the password pages, by language. English is never loaded. */
export const loaders: Readonly<Record<string, TextLoader<PasswordTexts>>> = {
  ar: () => import('../password-languages/ar.js'),
  de: () => import('../password-languages/de.js'),
  es: () => import('../password-languages/es.js'),
  fr: () => import('../password-languages/fr.js'),
  he: () => import('../password-languages/he.js'),
  it: () => import('../password-languages/it.js'),
  ja: () => import('../password-languages/ja.js'),
  ko: () => import('../password-languages/ko.js'),
  nl: () => import('../password-languages/nl.js'),
  pl: () => import('../password-languages/pl.js'),
  pt: () => import('../password-languages/pt.js'),
  tr: () => import('../password-languages/tr.js'),
  uk: () => import('../password-languages/uk.js'),
  zh: () => import('../password-languages/zh.js'),
}
