import type { Context } from '../../context/context.js'
import type { FactorTexts } from '../../model/factor-texts.js'
import type { Language } from '../../model/page-texts.js'
import { findFactorTexts } from '../../pages/find-factor-texts.js'
import { overlayTexts } from '../../pages/with-texts.js'

/** Returns the texts about second factors in a language, with those that the app has changed. */
export async function factorTextsOf({ config }: Context, { code }: Language): Promise<FactorTexts> {
  return overlayTexts(await findFactorTexts(code, config.languages), config.texts?.factors)
}
