import type { Language } from '../model/page-texts.js'
import type { TextOverrides } from '../model/text-overrides.js'

/**
 * Replaces texts of a language with the app's texts. Unknown names and values that are not strings
 * are ignored.
 */
export function withTexts(language: Language, overrides: TextOverrides | undefined): Language {
  return { ...language, texts: overlayTexts(language.texts, overrides) }
}

/** Replaces texts with the app's texts of the same names. */
export function overlayTexts<T extends object>(texts: T, overrides: unknown): T {
  if (typeof overrides !== 'object' || overrides === null) return texts
  const given = new Map<string, unknown>(Object.entries(overrides))
  const entries = Object.entries(texts).map(([name, text]) => [name, choose(text, given.get(name))])
  // The result has the same names, and each value is again a string or a record.
  return Object.fromEntries(entries) as T
}

function choose(text: unknown, override: unknown): unknown {
  if (typeof text === 'object' && text !== null) return overlayTexts(text, override)
  return typeof override === 'string' ? override : text
}
