import type { LanguagePack } from '../model/language-pack.js'

/** Chinese, for the option `languages`. */
const chinese: LanguagePack = {
  code: 'zh',
  direction: 'ltr',
  pages: () => import('../pages/languages/zh.js'),
  passwords: () => import('../pages/password-languages/zh.js'),
  factors: () => import('../pages/factor-languages/zh.js'),
  account: () => import('../pages/account-languages/zh.js'),
}

export default chinese
