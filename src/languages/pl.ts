import type { LanguagePack } from '../model/language-pack.js'

/** Polish, for the option `languages`. */
const polish: LanguagePack = {
  code: 'pl',
  direction: 'ltr',
  pages: () => import('../pages/languages/pl.js'),
  passwords: () => import('../pages/password-languages/pl.js'),
  factors: () => import('../pages/factor-languages/pl.js'),
  account: () => import('../pages/account-languages/pl.js'),
}

export default polish
