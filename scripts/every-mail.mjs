import { laptop, site, today } from './page-props.mjs'

/** @typedef {import('./page-props.mjs').Load} Load */

/**
 * @param {Load} load
 * @param {Record<string, any>} shell
 * @returns {Promise<Readonly<Record<string, string>>>}
 */
export async function renderMails(load, { language, theme }) {
  const { renderSignInMail } = await load('pages/sign-in-mail')
  const { renderPasswordMail } = await load('pages/password-mail')
  const { renderFactorMail } = await load('pages/factor-mail')
  const { renderAccountMail } = await load('pages/account-mail')
  const { findPasswordTexts } = await load('pages/find-password-texts')
  const { findFactorTexts } = await load('pages/find-factor-texts')
  const { findAccountTexts } = await load('pages/find-account-texts')
  const { code } = language
  const mail = { url: `${site}/auth/x`, host: 'app.example', theme, minutes: 10, language }
  const [password, factor, account] = await Promise.all(
    [findPasswordTexts, findFactorTexts, findAccountTexts].map((find) => find(code)),
  )
  const factorMail = { ...mail, date: today, userAgent: laptop, texts: factor }
  return {
    'mail-sign-in': renderSignInMail({ ...mail, code: '123456' }).html,
    'mail-reset': renderPasswordMail({ ...mail, kind: 'reset', texts: password }).html,
    ...Object.fromEntries(
      ['signUp', 'alreadyRegistered', 'changed', 'newAddress', 'oldAddress'].map((kind) => [
        `mail--${kind}`,
        renderPasswordMail({ ...mail, kind, methods: ['GitHub'], texts: password }).html,
      ]),
    ),
    'mail-factor-added': renderFactorMail({ ...factorMail, kind: 'added', factor: 'app' }).html,
    'mail--factor-removed': renderFactorMail({ ...factorMail, kind: 'removed', factor: 'passkey' })
      .html,
    'mail-code': renderFactorMail({
      ...factorMail,
      kind: 'signInCode',
      code: { value: '042517', minutes: 10 },
    }).html,
    'mail-deleted': renderAccountMail({ ...mail, texts: account, news: { kind: 'deleted' } }).html,
    'mail--deletion-pending': renderAccountMail({
      ...mail,
      texts: account,
      news: { kind: 'pending', deletesAt: today },
    }).html,
  }
}
