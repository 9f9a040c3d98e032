import type { TextLoader } from '../../model/language-pack.js'
import type { AccountTexts } from '../../model/account-texts.js'

/** Load the texts of the account page, by language. English is never loaded. */
export const loaders: Readonly<Record<string, TextLoader<AccountTexts>>> = {
  ar: () => import('../account-languages/ar.js'),
  de: () => import('../account-languages/de.js'),
  es: () => import('../account-languages/es.js'),
  fr: () => import('../account-languages/fr.js'),
  he: () => import('../account-languages/he.js'),
  it: () => import('../account-languages/it.js'),
  ja: () => import('../account-languages/ja.js'),
  ko: () => import('../account-languages/ko.js'),
  nl: () => import('../account-languages/nl.js'),
  pl: () => import('../account-languages/pl.js'),
  pt: () => import('../account-languages/pt.js'),
  tr: () => import('../account-languages/tr.js'),
  uk: () => import('../account-languages/uk.js'),
  zh: () => import('../account-languages/zh.js'),
}
