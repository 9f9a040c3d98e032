import { texts as english } from './password-languages/en.js'
import type { PasswordTexts } from '../model/password-texts.js'

/**
 * Finds the texts of the password pages and mails by the code of a `Language`. English if we do not
 * have the language. Never rejects.
 */
export function findPasswordTexts(code: string): Promise<PasswordTexts> {
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

const loaders: Readonly<Record<string, () => Promise<{ readonly texts: PasswordTexts }>>> = {
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
}

const loaded = new Map<string, Promise<PasswordTexts>>()
