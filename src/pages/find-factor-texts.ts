import { texts as english } from './factor-languages/en.js'
import type { FactorTexts } from '../model/factor-texts.js'
import { createTextFinder } from './text-finder.js'

/**
 * Finds the texts of the pages and mails about second factors by the code of a `Language`. English
 * if we do not have the language. Never rejects.
 */
export const findFactorTexts: (code: string) => Promise<FactorTexts> =
  createTextFinder<FactorTexts>(english, {
    ar: () => import('./factor-languages/ar.js'),
    de: () => import('./factor-languages/de.js'),
    es: () => import('./factor-languages/es.js'),
    fr: () => import('./factor-languages/fr.js'),
    he: () => import('./factor-languages/he.js'),
    it: () => import('./factor-languages/it.js'),
    ja: () => import('./factor-languages/ja.js'),
    ko: () => import('./factor-languages/ko.js'),
    nl: () => import('./factor-languages/nl.js'),
    pl: () => import('./factor-languages/pl.js'),
    pt: () => import('./factor-languages/pt.js'),
    tr: () => import('./factor-languages/tr.js'),
    uk: () => import('./factor-languages/uk.js'),
    zh: () => import('./factor-languages/zh.js'),
  })
