import type { LanguagePack } from '../model/language-pack.js'

/** Spanish, for the option `languages`. */
const spanish: LanguagePack = {
  code: 'es',
  direction: 'ltr',
  pages: () => import('../pages/languages/es.js'),
  passwords: () => import('../pages/password-languages/es.js'),
  factors: () => import('../pages/factor-languages/es.js'),
  account: () => import('../pages/account-languages/es.js'),
}

export default spanish
