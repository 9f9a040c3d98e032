import type { LanguagePack, TextLoader } from '../model/language-pack.js'

/**
 * Finds texts by the code of a `Language`. `languages` is the app's option. Returns English for a
 * language that we do not have, and never rejects.
 */
export type FindTexts<T> = (code: string, languages?: readonly LanguagePack[]) => Promise<T>

interface TextLoaders<T> {
  readonly loaders: Readonly<Record<string, TextLoader<T>>>
}

/** Creates a function that finds texts and keeps those that are built in. */
export function createTextFinder<T>(
  english: T,
  loadLoaders: () => Promise<TextLoaders<T>>,
  loaderOf: (pack: LanguagePack) => TextLoader<T>,
): FindTexts<T> {
  const loaded = new Map<string, Promise<T>>()

  async function load(code: string): Promise<T> {
    const { loaders } = await loadLoaders()
    const loader = Object.hasOwn(loaders, code) ? loaders[code] : undefined
    return loader ? (await loader()).texts : english
  }

  function find(code: string): Promise<T> {
    const known = loaded.get(code)
    if (known || code === 'en') return known ?? Promise.resolve(english)
    const found = load(code)
      .catch(() => english)
      .then((texts) => {
        // A failed import is retried the next time.
        if (texts === english) loaded.delete(code)
        return texts
      })
    loaded.set(code, found)
    return found
  }

  return (code, languages) => {
    if (!languages) return find(code)
    const pack = languages.find((language) => language.code === code)
    if (!pack) return Promise.resolve(english)
    const found = loaderOf(pack)()
    return found.then(({ texts }) => texts).catch(() => english)
  }
}
