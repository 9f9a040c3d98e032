import type { LanguagePack } from '../model/language-pack.js'

/** Turkish, for the option `languages`. */
const turkish: LanguagePack = {
  code: 'tr',
  direction: 'ltr',
  pages: () => import('../pages/languages/tr.js'),
  passwords: () => import('../pages/password-languages/tr.js'),
  factors: () => import('../pages/factor-languages/tr.js'),
  account: () => import('../pages/account-languages/tr.js'),
}

export default turkish
