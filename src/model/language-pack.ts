import type { AccountTexts } from './account-texts.js'
import type { FactorTexts } from './factor-texts.js'
import type { Language, PageTexts } from './page-texts.js'
import type { PasswordTexts } from './password-texts.js'

/** Loads the texts of one language. */
export type TextLoader<T> = () => Promise<{ readonly texts: T }>

/** A language of the built-in pages and mails, such as the one of `latchkey/languages/de`. */
export interface LanguagePack extends Pick<Language, 'code' | 'direction'> {
  readonly pages: TextLoader<PageTexts>
  readonly passwords: TextLoader<PasswordTexts>
  readonly factors: TextLoader<FactorTexts>
  readonly account: TextLoader<AccountTexts>
}
