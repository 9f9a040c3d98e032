import type { TextLoader } from '../../model/language-pack.js'
import type { FactorTexts } from '../../model/factor-texts.js'

/** Load the texts of the pages about second factors, by language. English is never loaded. */
export const loaders: Readonly<Record<string, TextLoader<FactorTexts>>> = {
  ar: () => import('../factor-languages/ar.js'),
  de: () => import('../factor-languages/de.js'),
  es: () => import('../factor-languages/es.js'),
  fr: () => import('../factor-languages/fr.js'),
  he: () => import('../factor-languages/he.js'),
  it: () => import('../factor-languages/it.js'),
  ja: () => import('../factor-languages/ja.js'),
  ko: () => import('../factor-languages/ko.js'),
  nl: () => import('../factor-languages/nl.js'),
  pl: () => import('../factor-languages/pl.js'),
  pt: () => import('../factor-languages/pt.js'),
  tr: () => import('../factor-languages/tr.js'),
  uk: () => import('../factor-languages/uk.js'),
  zh: () => import('../factor-languages/zh.js'),
}
