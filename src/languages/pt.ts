import type { LanguagePack } from '../model/language-pack.js'

/** Portuguese, for the option `languages`. */
const portuguese: LanguagePack = {
  code: 'pt',
  direction: 'ltr',
  pages: () => import('../pages/languages/pt.js'),
  passwords: () => import('../pages/password-languages/pt.js'),
  factors: () => import('../pages/factor-languages/pt.js'),
  account: () => import('../pages/account-languages/pt.js'),
}

export default portuguese
