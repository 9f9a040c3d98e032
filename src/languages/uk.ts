import type { LanguagePack } from '../model/language-pack.js'

/** Ukrainian, for the option `languages`. */
const ukrainian: LanguagePack = {
  code: 'uk',
  direction: 'ltr',
  pages: () => import('../pages/languages/uk.js'),
  passwords: () => import('../pages/password-languages/uk.js'),
  factors: () => import('../pages/factor-languages/uk.js'),
  account: () => import('../pages/account-languages/uk.js'),
}

export default ukrainian
