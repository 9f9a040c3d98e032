/** Loads the texts of one language. */
export type TextLoader<T> = () => Promise<{ readonly texts: T }>

/**
 * Creates a function that finds texts by the code of a `Language` and keeps them. It returns English
 * for a language that we do not have, and never rejects.
 */
export function createTextFinder<T>(
  english: T,
  loaders: Readonly<Record<string, TextLoader<T>>>,
): (code: string) => Promise<T> {
  const loaded = new Map<string, Promise<T>>()
  return (code) => {
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
}
