import type { LanguagePack } from '../model/language-pack.js'

/** Korean, for the option `languages`. */
const korean: LanguagePack = {
  code: 'ko',
  direction: 'ltr',
  pages: () => import('../pages/languages/ko.js'),
  passwords: () => import('../pages/password-languages/ko.js'),
  factors: () => import('../pages/factor-languages/ko.js'),
  account: () => import('../pages/account-languages/ko.js'),
}

export default korean
