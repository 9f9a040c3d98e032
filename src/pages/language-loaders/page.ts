import type { TextLoader } from '../../model/language-pack.js'
import type { PageTexts } from '../../model/page-texts.js'

/** Load the texts of the built-in pages, by language. English is never loaded. */
export const loaders: Readonly<Record<string, TextLoader<PageTexts>>> = {
  ar: () => import('../languages/ar.js'),
  de: () => import('../languages/de.js'),
  es: () => import('../languages/es.js'),
  fr: () => import('../languages/fr.js'),
  he: () => import('../languages/he.js'),
  it: () => import('../languages/it.js'),
  ja: () => import('../languages/ja.js'),
  ko: () => import('../languages/ko.js'),
  nl: () => import('../languages/nl.js'),
  pl: () => import('../languages/pl.js'),
  pt: () => import('../languages/pt.js'),
  tr: () => import('../languages/tr.js'),
  uk: () => import('../languages/uk.js'),
  zh: () => import('../languages/zh.js'),
}
