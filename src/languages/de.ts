import type { LanguagePack } from '../model/language-pack.js'

/** German, for the option `languages`. */
const german: LanguagePack = {
  code: 'de',
  direction: 'ltr',
  pages: () => import('../pages/languages/de.js'),
  passwords: () => import('../pages/password-languages/de.js'),
  factors: () => import('../pages/factor-languages/de.js'),
  account: () => import('../pages/account-languages/de.js'),
}

export default german
