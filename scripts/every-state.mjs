import { email, laptop, routes, site, today } from './page-props.mjs'

/** @typedef {import('./page-props.mjs').Load} Load */

/**
 * Renders the states of pages that differ from the usual one: other reasons, other ways, errors. Their
 * names have two hyphens.
 *
 * @param {Load} load
 * @param {Record<string, any>} shell
 * @returns {Promise<Readonly<Record<string, string>>>}
 */
export async function renderStates(load, shell) {
  return {
    ...(await renderErrorStates(load, shell)),
    ...(await renderGrantStates(load, shell)),
    ...(await renderPasswordStates(load, shell)),
    ...(await renderProofStates(load, shell)),
  }
}

/**
 * @param {Load} load
 * @param {Record<string, any>} shell
 */
async function renderErrorStates(load, shell) {
  const { renderErrorPage } = await load('pages/error-page')
  const { renderSignInPage } = await load('pages/sign-in-page')
  const { renderContinuePage } = await load('pages/continue-page')
  const types = Object.keys(shell['language'].texts.errors)
  const signinUrl = `${routes}/signin`
  const errors = types.map((type) => [
    `error--${type}`,
    String(renderErrorPage({ ...shell, type, signinUrl })),
  ])
  const mail = { id: 'email', name: 'E-mail', type: 'email', signinUrl }
  const error = { type: 'EmailSignInError' }
  return {
    ...Object.fromEntries(errors),
    'sign-in--none': String(renderSignInPage({ ...shell, providers: [] })),
    'sign-in--mail-refused': String(renderSignInPage({ ...shell, providers: [mail], error })),
    continue: String(renderContinuePage({ ...shell, url: 'myapp://done' })),
  }
}

/**
 * @param {Load} load
 * @param {Record<string, any>} shell
 */
async function renderGrantStates(load, shell) {
  const { renderGrantPage } = await load('pages/grant-page')
  const { default: GitHub } = await load('providers/github')
  const { id, name, type, style } = GitHub()
  const provider = { id, name, type, style, signinUrl: `${routes}/signin/${id}` }
  const props = { ...shell, provider, grantRequest: 'sealed' }
  const reasons = ['first', 'again', 'more'].map((reason) => [
    `grant--${reason}`,
    String(renderGrantPage({ ...props, reason })),
  ])
  const refused = renderGrantPage({ ...props, reason: 'again', error: 'AccountNotLinked' })
  return { ...Object.fromEntries(reasons), 'grant--refused': String(refused) }
}

/**
 * @param {Load} load
 * @param {Record<string, any>} shell
 */
async function renderPasswordStates(load, shell) {
  const { renderAddPasswordPage } = await load('pages/add-password-page')
  const { renderChangePasswordPage } = await load('pages/change-password-page')
  const { renderNewPasswordPage } = await load('pages/new-password-page')
  const { renderPasswordDonePage } = await load('pages/password-done-page')
  const { renderVerifyEmailPage } = await load('pages/verify-email-page')
  const { findPasswordTexts } = await load('pages/find-password-texts')
  const texts = await findPasswordTexts(shell['language'].code)
  const props = { ...shell, texts, action: `${routes}/password`, email }
  const chosen = { ...props, minLength: 15, endsSessions: true }
  const verify = ['new-address', 'restore-address'].map((kind) => [
    `verify-email--${kind}`,
    String(renderVerifyEmailPage({ ...props, kind })),
  ])
  const done = ['verified', 'address-changed', 'address-restored'].map((kind) => [
    `password-done--${kind}`,
    String(renderPasswordDonePage({ ...props, kind, continueUrl: site })),
  ])
  return {
    ...Object.fromEntries([...verify, ...done]),
    'add-password': String(renderAddPasswordPage(props)),
    'change-password--refused': String(
      renderChangePasswordPage({ ...chosen, isCurrentWrong: true, problem: { type: 'same' } }),
    ),
    'new-password--first': String(
      renderNewPasswordPage({ ...chosen, kind: 'first', nameField: 'optional' }),
    ),
    'new-password--name-taken': String(
      renderNewPasswordPage({
        ...chosen,
        kind: 'first',
        nameField: 'required',
        nameProblem: 'taken',
      }),
    ),
  }
}

/**
 * @param {Load} load
 * @param {Record<string, any>} shell
 */
async function renderProofStates(load, shell) {
  const { renderSecondFactorPage } = await load('pages/second-factor-page')
  const { renderProvePage } = await load('pages/prove-page')
  const { renderNoProofPage } = await load('pages/no-proof-page')
  const { renderFactorsPage } = await load('pages/factors-page')
  const { findFactorTexts } = await load('pages/find-factor-texts')
  const texts = await findFactorTexts(shell['language'].code)
  const signinUrl = `${routes}/signin`
  const ways = ['code', 'recovery-code', 'passkey', 'email-code', 'password', 'provider']
  const passkey = { providerId: 'passkey', basePath: '/auth', scriptUrl: `${site}/script.js` }
  const proof = { ...shell, texts, action: `${routes}/confirm`, pageUrl: `${routes}/confirm` }
  const props = { ...proof, ways, email, passkey, cancelUrl: site, signinUrl }
  const providers = [{ id: 'github', name: 'GitHub' }]
  const proofs = ways.flatMap((way) => {
    const own = { ...props, way, providers, isCodeSent: true }
    return [
      [`second-factor--${way}`, String(renderSecondFactorPage({ ...own, rememberDays: 30 }))],
      [`prove--${way}`, String(renderProvePage({ ...own, problem: { type: 'wrong' } }))],
    ]
  })
  const limited = { ...props, way: 'code', problem: { type: 'limit', minutes: 15 } }
  const row = { id: '1', name: laptop, createdAt: today, lastUsedAt: undefined, expires: today }
  const urls = { addUrl: routes, removeUrl: routes, recoveryCodesUrl: routes }
  const factors = { ...proof, ...urls, isRequired: true }
  return {
    ...Object.fromEntries(proofs),
    'second-factor--limit': String(renderSecondFactorPage(limited)),
    'prove--send-code': String(renderProvePage({ ...props, way: 'email-code' })),
    'prove--none': String(renderNoProofPage({ ...props, unprovenProvider: 'GitHub' })),
    'factors--off': String(
      renderFactorsPage({ ...factors, isRequired: false, apps: [], recoveryCodes: 0, devices: [] }),
    ),
    'factors--required': String(
      renderFactorsPage({ ...factors, apps: [row], recoveryCodes: 0, devices: [row] }),
    ),
  }
}
