import type { Context } from '../context/context.js'
import type { Language } from '../model/page-texts.js'
import { findLanguage } from '../pages/find-language.js'
import { withTexts } from '../pages/with-texts.js'

/** The language of whoever asks, with the texts that the application has changed. */
export async function languageOf({ request, config }: Context): Promise<Language> {
  const acceptLanguage = request.headers.get('accept-language')
  const language = await findLanguage({ acceptLanguage, wanted: config.language })
  return withTexts(language, config.texts)
}
