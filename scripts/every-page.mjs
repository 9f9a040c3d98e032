import { createServer } from 'vite'
import { renderAccountPages, renderFactorPages } from './every-account-page.mjs'
import { renderMails } from './every-mail.mjs'
import { renderStates } from './every-state.mjs'
import { email, routes, site } from './page-props.mjs'
import { root } from './run.mjs'

/** Services that many apps have, in the order of the page with twelve of them. */
const services = ['google', 'apple', 'microsoft-entra-id', 'github', 'facebook', 'linkedin'].concat(
  ['twitter', 'slack', 'discord', 'gitlab', 'spotify', 'yahoo'],
)

/** @typedef {import('./page-props.mjs').Load} Load */

/**
 * Renders every built-in page and the mails, as HTML by name, in each language. It loads the functions
 * that render them from their sources, because the package contains them in larger files.
 *
 * @param {readonly string[]} languages
 * @returns {Promise<ReadonlyMap<string, Readonly<Record<string, string>>>>}
 */
export async function renderEveryPage(languages) {
  const vite = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const pages = new Map()
    for (const language of languages) {
      pages.set(
        language,
        await renderPages((file) => vite.ssrLoadModule(`/src/${file}.ts`), language),
      )
    }
    return pages
  } finally {
    await vite.close()
  }
}

/**
 * Renders every built-in page and the mails in a language, as HTML by name. Names with two hyphens are
 * of states that differ from the usual one.
 *
 * @param {Load} load
 * @param {string} language
 * @returns {Promise<Readonly<Record<string, string>>>}
 */
export async function renderPages(load, language) {
  const { findLanguage } = await load('pages/find-language')
  const shell = {
    theme: {},
    nonce: 'n',
    siteUrl: site,
    language: await findLanguage({ acceptLanguage: null, preferred: language }),
    csrfToken: 'token',
    callbackUrl: site,
  }
  return {
    ...(await renderSignInPages(load, shell)),
    ...(await renderPasswordPages(load, shell)),
    ...(await renderFactorPages(load, shell)),
    ...(await renderAccountPages(load, shell)),
    ...(await renderStates(load, shell)),
    ...(await renderMails(load, shell)),
  }
}

/**
 * @param {Load} load
 * @param {Record<string, any>} shell
 * @returns {Promise<Readonly<Record<string, string>>>}
 */
async function renderSignInPages(load, shell) {
  const { renderSignInPage } = await load('pages/sign-in-page')
  const { renderSignOutPage } = await load('pages/sign-out-page')
  const { renderVerifyRequestPage } = await load('pages/verify-request-page')
  const { renderConfirmPage } = await load('pages/confirm-page')
  const { renderErrorPage } = await load('pages/error-page')
  const { findPasswordTexts } = await load('pages/find-password-texts')
  const passwordTexts = await findPasswordTexts(shell.language.code)

  const signinUrl = `${routes}/signin`
  const url = `${routes}/callback/email`
  const buttons = await Promise.all(services.map((id) => describeService(load, id)))
  const texts = shell.language.texts.signIn
  const mail = { id: 'email', name: 'E-mail', type: 'email', signinUrl }
  const passkey = passkeyOption(shell.language)
  const password = {
    id: 'password',
    name: 'Password',
    type: 'credentials',
    callbackUrl: url,
    credentials: {
      email: { label: texts.email, type: 'email', required: true },
      password: { label: passwordTexts.fields.password, type: 'password', required: true },
    },
  }
  const passwordLinks = {
    providerId: 'password',
    forgotPassword: { url: `${routes}/forgot`, text: passwordTexts.links.forgotPassword },
  }
  const signUp = { url: `${routes}/signup`, text: shell.language.texts.links.noAccount }
  const four = {
    ...shell,
    providers: [buttons[0], buttons[3], mail, password, passkey],
    passwordLinks,
    signUp,
    scriptUrl: undefined,
  }
  const code = { csrfToken: 'token', callbackUrl: site, url, length: 6 }
  const verify = { ...shell, email, signinUrl }
  const theme = {
    name: 'Northwind',
    brandColor: '#0f766e',
    radius: '6px',
    termsUrl: '/terms',
    privacyUrl: '/privacy',
  }
  return {
    'sign-in-1': String(renderSignInPage({ ...shell, providers: [buttons[3]] })),
    'sign-in-4': String(renderSignInPage({ ...four, lastUsed: 'google' })),
    'sign-in--passkey': String(
      renderSignInPage({ ...shell, providers: [buttons[3], passkey], signUp }),
    ),
    'sign-in-12': String(renderSignInPage({ ...shell, providers: [...buttons, mail] })),
    'sign-in-theme': String(renderSignInPage({ ...four, theme })),
    'sign-in-refused': String(
      renderSignInPage({
        ...four,
        error: { type: 'CredentialsSignin' },
        entered: { providerId: 'password', values: { email } },
      }),
    ),
    'sign-out': String(renderSignOutPage({ ...shell, signoutUrl: url })),
    'verify-request': String(renderVerifyRequestPage(verify)),
    'verify-request-refused': String(
      renderVerifyRequestPage({ ...verify, code: { ...code, error: 'Verification' } }),
    ),
    confirm: String(renderConfirmPage({ ...shell, confirmUrl: url, token: 't', email })),
    error: String(renderErrorPage({ ...shell, type: 'AccessDenied', signinUrl })),
  }
}

/** @param {{ texts: { signIn: { email: string } } }} language */
function passkeyOption({ texts }) {
  const email = { label: texts.signIn.email, type: 'email', dir: 'ltr', required: true }
  const option = { id: 'passkey', name: 'Passkey', type: 'webauthn', basePath: '/auth' }
  return { ...option, fields: { email }, needsFields: false, autofill: true }
}

/**
 * @param {Load} load
 * @param {string} id
 */
async function describeService(load, id) {
  const { default: factory } = await load(`providers/${id}`)
  const { name, type, style } = factory()
  return { id, name, type, style, signinUrl: `${routes}/signin/${id}` }
}

/**
 * @param {Load} load
 * @param {Record<string, any>} shell
 * @returns {Promise<Readonly<Record<string, string>>>}
 */
async function renderPasswordPages(load, shell) {
  const { renderAddressPage } = await load('pages/address-page')
  const { renderPasskeySignUpPage } = await load('pages/passkey-sign-up-page')
  const { renderMailSentPage } = await load('pages/mail-sent-page')
  const { renderNewPasswordPage } = await load('pages/new-password-page')
  const { renderChangePasswordPage } = await load('pages/change-password-page')
  const { renderVerifyEmailPage } = await load('pages/verify-email-page')
  const { renderPasswordDonePage } = await load('pages/password-done-page')
  const { findPasswordTexts } = await load('pages/find-password-texts')
  const texts = await findPasswordTexts(shell.language.code)
  const signinUrl = `${routes}/signin`
  const props = { ...shell, texts, action: `${routes}/password`, email, signinUrl }
  const signUp = { ...props, email: undefined, kind: 'sign-up' }
  const passkeys = { options: [passkeyOption(shell.language)], scriptUrl: undefined }
  const chosen = { ...props, minLength: 15, endsSessions: true }
  return {
    'sign-up': String(renderAddressPage(signUp)),
    'sign-up--passkey': String(renderPasskeySignUpPage({ ...props, passkeys })),
    'sign-up-all': String(
      renderAddressPage({ ...signUp, passkeys, newPassword: { minLength: 15 } }),
    ),
    'sign-up--refused': String(
      renderAddressPage({
        ...signUp,
        passkeys,
        email: 'ada@',
        isEmailInvalid: true,
        error: shell.language.texts.errors.InvalidEmailAddress,
      }),
    ),
    'forgot-password': String(renderAddressPage({ ...props, kind: 'forgot-password' })),
    'check-mail': String(renderMailSentPage(props)),
    'new-password': String(
      renderNewPasswordPage({ ...chosen, kind: 'new', problem: { type: 'known' } }),
    ),
    'change-password': String(
      renderChangePasswordPage({ ...chosen, forgotPasswordUrl: `${routes}/forgot-password` }),
    ),
    'verify-email': String(renderVerifyEmailPage({ ...props, kind: 'verify' })),
    'password-done': String(
      renderPasswordDonePage({ ...props, kind: 'changed', continueUrl: site }),
    ),
  }
}
