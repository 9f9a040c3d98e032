import type { LanguagePack } from '../model/language-pack.js'

/** French, for the option `languages`. */
const french: LanguagePack = {
  code: 'fr',
  direction: 'ltr',
  pages: () => import('../pages/languages/fr.js'),
  passwords: () => import('../pages/password-languages/fr.js'),
  factors: () => import('../pages/factor-languages/fr.js'),
  account: () => import('../pages/account-languages/fr.js'),
}

export default french
