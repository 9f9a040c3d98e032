import type { Context } from '../../context/context.js'
import type { Language } from '../../model/page-texts.js'
import type { PasswordTexts } from '../../model/password-texts.js'
import { findPasswordTexts } from '../../pages/find-password-texts.js'
import { overlayTexts } from '../../pages/with-texts.js'

/** Returns the texts about passwords in a language, with those that the app has changed. */
export async function passwordTextsOf(
  { config }: Context,
  { code }: Language,
): Promise<PasswordTexts> {
  return overlayTexts(await findPasswordTexts(code, config.languages), config.texts?.passwords)
}
