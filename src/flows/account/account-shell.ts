import type { SignInContext } from '../../context/context.js'
import type { AccountTexts } from '../../model/account-texts.js'
import type { Language } from '../../model/page-texts.js'
import type { PageShell } from '../../pages/document.js'
import { findAccountTexts } from '../../pages/find-account-texts.js'
import { overlayTexts } from '../../pages/with-texts.js'
import { pageShell } from '../pages/page-shell.js'

/** What every page about the account needs, except the nonce of its response. */
export type AccountShell = Omit<PageShell, 'nonce'> & { readonly texts: AccountTexts }

export async function accountShell(ctx: SignInContext): Promise<AccountShell> {
  const shell = await pageShell(ctx)
  return { ...shell, texts: await accountTextsOf(ctx, shell.language) }
}

/** Returns the texts about the account in a language, with those that the app has changed. */
export async function accountTextsOf(
  { config }: SignInContext,
  { code }: Language,
): Promise<AccountTexts> {
  return overlayTexts(await findAccountTexts(code, config.languages), config.texts?.account)
}
