import type { LanguagePack } from '../model/language-pack.js'

/** Hebrew, for the option `languages`. */
const hebrew: LanguagePack = {
  code: 'he',
  direction: 'rtl',
  pages: () => import('../pages/languages/he.js'),
  passwords: () => import('../pages/password-languages/he.js'),
  factors: () => import('../pages/factor-languages/he.js'),
  account: () => import('../pages/account-languages/he.js'),
}

export default hebrew
