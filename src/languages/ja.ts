import type { LanguagePack } from '../model/language-pack.js'

/** Japanese, for the option `languages`. */
const japanese: LanguagePack = {
  code: 'ja',
  direction: 'ltr',
  pages: () => import('../pages/languages/ja.js'),
  passwords: () => import('../pages/password-languages/ja.js'),
  factors: () => import('../pages/factor-languages/ja.js'),
  account: () => import('../pages/account-languages/ja.js'),
}

export default japanese
