import type { Context } from '../../context/context.js'
import type { Language } from '../../model/page-texts.js'
import { findLanguage } from '../../pages/find-language.js'
import { withTexts } from '../../pages/with-texts.js'

/**
 * Returns the visitor's language, with the texts that the app has changed. `preferred` is the page's
 * language, if the page has one.
 */
export async function languageOf(
  { request, config }: Context,
  preferred: string | undefined = config.language,
): Promise<Language> {
  const acceptLanguage = request.headers.get('accept-language')
  return withTexts(await findLanguage({ acceptLanguage, preferred }), config.texts)
}
