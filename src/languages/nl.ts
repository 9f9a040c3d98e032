import type { LanguagePack } from '../model/language-pack.js'

/** Dutch, for the option `languages`. */
const dutch: LanguagePack = {
  code: 'nl',
  direction: 'ltr',
  pages: () => import('../pages/languages/nl.js'),
  passwords: () => import('../pages/password-languages/nl.js'),
  factors: () => import('../pages/factor-languages/nl.js'),
  account: () => import('../pages/account-languages/nl.js'),
}

export default dutch
