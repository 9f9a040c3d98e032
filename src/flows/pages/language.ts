import type { Context } from '../../context/context.js'
import type { Language } from '../../model/page-texts.js'
import { findLanguage } from '../../pages/find-language.js'
import { withTexts } from '../../pages/with-texts.js'

/**
 * The language of whoever asks, with the texts that the application has changed. `wanted` is that of
 * the page, when it is known to have one.
 */
export async function languageOf(
  { request, config }: Context,
  wanted: string | undefined = config.language,
): Promise<Language> {
  const acceptLanguage = request.headers.get('accept-language')
  return withTexts(await findLanguage({ acceptLanguage, wanted }), config.texts)
}
