import type { LanguagePack } from '../model/language-pack.js'

/** Italian, for the option `languages`. */
const italian: LanguagePack = {
  code: 'it',
  direction: 'ltr',
  pages: () => import('../pages/languages/it.js'),
  passwords: () => import('../pages/password-languages/it.js'),
  factors: () => import('../pages/factor-languages/it.js'),
  account: () => import('../pages/account-languages/it.js'),
}

export default italian
