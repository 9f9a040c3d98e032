import type { Context } from '../context/context.js'
import { findLanguage, withTexts, type Language } from '../pages/find-language.js'

/** The language of whoever asks, with the texts that the application has changed. */
export async function languageOf({ request, config }: Context): Promise<Language> {
  const acceptLanguage = request.headers.get('accept-language')
  const language = await findLanguage({ acceptLanguage, wanted: config.language })
  return withTexts(language, config.texts)
}
