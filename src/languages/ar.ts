import type { LanguagePack } from '../model/language-pack.js'

/** Arabic, for the option `languages`. */
const arabic: LanguagePack = {
  code: 'ar',
  direction: 'rtl',
  pages: () => import('../pages/languages/ar.js'),
  passwords: () => import('../pages/password-languages/ar.js'),
  factors: () => import('../pages/factor-languages/ar.js'),
  account: () => import('../pages/account-languages/ar.js'),
}

export default arabic
