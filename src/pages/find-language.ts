import { texts } from './languages/en.js'
import type { LanguagePack } from '../model/language-pack.js'
import type { Language } from '../model/page-texts.js'

/** What is known about the visitor's language. */
export interface LanguagePreferences {
  /** Value of the `Accept-Language` header. */
  readonly acceptLanguage?: string | null | undefined
  /**
   * The app's choice, as a BCP 47 tag. If we have that language, it takes precedence over the
   * header.
   */
  readonly preferred?: string | undefined
  /** The app's languages besides English. Default: all that this bundle contains. */
  readonly languages?: readonly LanguagePack[] | undefined
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
export function findLanguage({ languages, ...wishes }: LanguagePreferences): Promise<Language> {
  if (!languages) return load(findCode(wishes, languageCodes))
  const code = findCode(wishes, [english.code, ...languages.map((pack) => pack.code)])
  const pack = languages.find((language) => language.code === code)
  // A failed import is retried the next time.
  return pack ? loadPack(pack).catch(() => english) : Promise.resolve(english)
}

/**
 * Returns the code of the language that a visitor would get if this bundle contained it. Undefined if
 * the app has chosen its languages.
 */
export async function findLeftOutLanguage({
  languages,
  ...wishes
}: LanguagePreferences): Promise<string | undefined> {
  const code = findCode(wishes, languageCodes)
  if (languages || code === english.code) return undefined
  const { loaders } = await import('#language-loaders/page')
  return Object.hasOwn(loaders, code) ? undefined : code
}

/** The languages in which pages are available. A bundle for Cloudflare Workers has English only. */
export const languageCodes: readonly string[] = [
  english.code,
  'ar',
  'de',
  'es',
  'fr',
  'he',
  'it',
  'ja',
  'ko',
  'nl',
  'pl',
  'pt',
  'tr',
  'uk',
  'zh',
]

const rightToLeft: readonly string[] = ['ar', 'he']
const loaded = new Map([[english.code, Promise.resolve(english)]])

function load(code: string): Promise<Language> {
  const known = loaded.get(code)
  if (known) return known
  // A failed import is retried the next time.
  const found = loadBuiltIn(code).catch(() => (loaded.delete(code), english))
  loaded.set(code, found)
  return found
}

async function loadBuiltIn(code: string): Promise<Language> {
  const { loaders } = await import('#language-loaders/page')
  const direction = rightToLeft.includes(code) ? 'rtl' : 'ltr'
  const pages = loaders[code]
  return pages ? loadPack({ code, direction, pages }) : english
}

async function loadPack({
  code,
  direction,
  pages,
}: Pick<LanguagePack, 'code' | 'direction' | 'pages'>): Promise<Language> {
  const { texts } = await pages()
  return { code, direction, texts }
}

/** Returns the code of the visitor's best language of those that there are, or the code of English. */
function findCode(
  { acceptLanguage, preferred }: Omit<LanguagePreferences, 'languages'>,
  codes: readonly string[],
): string {
  const tags = [preferred?.toLowerCase() ?? '', ...readTags(acceptLanguage ?? '')]
  return tags.map(toCode).find((code) => codes.includes(code)) ?? english.code
}

/** Returns the language code of a tag. `*` means English, and `zh-tw` falls back to `zh`. */
function toCode(tag: string): string {
  if (tag === '*') return english.code
  const [primary = ''] = tag.split('-')
  // Old browsers send `iw` for Hebrew.
  return primary === 'iw' ? 'he' : primary
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
