import { texts as english } from './factor-languages/en.js'
import type { FactorTexts } from '../model/factor-texts.js'

/**
 * Finds the texts of the pages and mails about second factors by the code of a `Language`. English if
 * we do not have the language. Never rejects.
 */
export function findFactorTexts(code: string): Promise<FactorTexts> {
  const known = loaded.get(code)
  const loader = Object.hasOwn(loaders, code) ? loaders[code] : undefined
  if (known || !loader) return known ?? Promise.resolve(english)
  // A failed import is retried the next time.
  const found = loader().then(
    (module) => module.texts,
    () => (loaded.delete(code), english),
  )
  loaded.set(code, found)
  return found
}

const loaders: Readonly<Record<string, () => Promise<{ readonly texts: FactorTexts }>>> = {
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
}

const loaded = new Map<string, Promise<FactorTexts>>()
