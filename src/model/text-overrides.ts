import type { AccountTexts } from './account-texts.js'
import type { FactorTexts } from './factor-texts.js'
import type { PageTexts } from './page-texts.js'
import type { PasswordTexts } from './password-texts.js'

/** Your texts, merged over the texts of a language. A text that you leave out keeps its default. */
export interface TextOverrides extends DeepPartial<PageTexts> {
  /** Texts of the pages and mails about passwords. */
  readonly passwords?: DeepPartial<PasswordTexts> | undefined
  /** Texts of the account page and its mail. */
  readonly account?: DeepPartial<AccountTexts> | undefined
  /** Texts of the pages and mails about second factors. */
  readonly factors?: DeepPartial<FactorTexts> | undefined
}

type DeepPartial<T> = {
  readonly [K in keyof T]?: (T[K] extends string ? string : DeepPartial<T[K]>) | undefined
}
