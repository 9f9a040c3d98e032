import { texts } from './languages/en.js'
import type { Language, PageTexts } from '../model/page-texts.js'

/** What is known about the visitor's language. */
export interface LanguagePreferences {
  /** Value of the `Accept-Language` header. */
  readonly acceptLanguage?: string | null | undefined
  /**
   * The app's choice, as a BCP 47 tag. If we have that language, it takes precedence over the
   * header.
   */
  readonly preferred?: string | undefined
}

/**
 * The language of pages that cannot wait for a download, and of visitors whose language we do not
 * have.
 */
export const english: Language = { code: 'en', direction: 'ltr', texts }

/**
 * Finds the best language for a visitor, or English if we have none of the visitor's languages.
 * Never rejects. @see RFC 9110, section 12.5.4; RFC 4647, section 3.4
 */
export function findLanguage({
  acceptLanguage,
  preferred,
}: LanguagePreferences): Promise<Language> {
  const tags = [preferred?.toLowerCase() ?? '', ...readTags(acceptLanguage ?? '')]
  return load(tags.map(findCode).find((code) => code !== undefined) ?? english.code)
}

const loaders: Readonly<Record<string, () => Promise<{ readonly texts: PageTexts }>>> = {
  ar: () => import('./languages/ar.js'),
  de: () => import('./languages/de.js'),
  es: () => import('./languages/es.js'),
  fr: () => import('./languages/fr.js'),
  he: () => import('./languages/he.js'),
  it: () => import('./languages/it.js'),
  ja: () => import('./languages/ja.js'),
  ko: () => import('./languages/ko.js'),
  nl: () => import('./languages/nl.js'),
  pl: () => import('./languages/pl.js'),
  pt: () => import('./languages/pt.js'),
  tr: () => import('./languages/tr.js'),
  uk: () => import('./languages/uk.js'),
  zh: () => import('./languages/zh.js'),
}

/** The languages in which pages are available. */
export const languageCodes: readonly string[] = [english.code, ...Object.keys(loaders)]

const rightToLeft: readonly string[] = ['ar', 'he']
const loaded = new Map([[english.code, Promise.resolve(english)]])

function load(code: string): Promise<Language> {
  const known = loaded.get(code)
  const loader = loaders[code]
  if (known || !loader) return known ?? Promise.resolve(english)
  const language = loader().then((module): Language => ({
    code,
    direction: rightToLeft.includes(code) ? 'rtl' : 'ltr',
    texts: module.texts,
  }))
  // A failed import is retried the next time.
  const found = language.catch(() => (loaded.delete(code), english))
  loaded.set(code, found)
  return found
}

/**
 * Returns the language code for a tag. `*` means English, and `zh-tw` falls back to `zh`. Undefined
 * if we do not have the language.
 */
function findCode(tag: string): string | undefined {
  if (tag === '*') return english.code
  const [primary = ''] = tag.split('-')
  // Old browsers send `iw` for Hebrew.
  const code = primary === 'iw' ? 'he' : primary
  return languageCodes.includes(code) ? code : undefined
}

/** Browsers send at most a few hundred characters. */
const longestHeader = 1024

/** Parses the tags of the header, most preferred first. Invalid tags are skipped. */
function readTags(header: string): readonly string[] {
  return header
    .slice(0, longestHeader)
    .toLowerCase()
    .split(',')
    .flatMap(readRange)
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

function readRange(range: string): readonly { tag: string; weight: number }[] {
  const found =
    /^\s*(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/.exec(
      range,
    )
  const [, tag, weight = '1'] = found ?? []
  return tag === undefined ? [] : [{ tag, weight: Number(weight) }]
}
