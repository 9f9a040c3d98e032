import type { Context } from '../../context/context.js'
import type { Language } from '../../model/page-texts.js'
import {
  english,
  findLanguage,
  findLeftOutLanguage,
  type LanguagePreferences,
} from '../../pages/find-language.js'
import { withTexts } from '../../pages/with-texts.js'

/**
 * Returns the visitor's language, with the texts that the app has changed. `preferred` is the page's
 * language, if the page has one.
 */
export async function languageOf(
  ctx: Context,
  preferred: string | undefined = ctx.config.language,
): Promise<Language> {
  const { request, config } = ctx
  const acceptLanguage = request.headers.get('accept-language')
  const preferences = { acceptLanguage, preferred, languages: config.languages }
  const language = await findLanguage(preferences)
  if (language === english) await warnOfLeftOut(ctx, preferences)
  return withTexts(language, config.texts)
}

/** Tells the app once that a page would be in another language on a server. */
async function warnOfLeftOut({ config, log }: Context, wishes: LanguagePreferences): Promise<void> {
  const { logged } = config.runtime
  if (logged.has(leftOutWarning)) return
  const code = await findLeftOutLanguage(wishes).catch(() => undefined)
  if (code === undefined) return
  logged.add(leftOutWarning)
  log.warn(
    leftOutWarning,
    `A page is in English instead of "${code}", because bundles for Cloudflare Workers contain English only. Import the language from "latchkey/languages/${code}" and pass it in the option \`languages\`. If your app needs English only, set \`languages: []\`.`,
  )
}

const leftOutWarning = 'language-not-bundled'
