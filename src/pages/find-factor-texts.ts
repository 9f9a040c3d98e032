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

const loaders: Readonly<Record<string, () => Promise<{ readonly texts: FactorTexts }>>> = {}

const loaded = new Map<string, Promise<FactorTexts>>()
