import { createServer } from 'vite'
import { root } from './run.mjs'

/**
 * Renders every built-in page and the mail, as HTML by name, in each language. It loads the functions
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
  /** @param {string} file */
  const load = (file) => vite.ssrLoadModule(`/src/${file.replace('.js', '.ts')}`)
  try {
    const pages = new Map()
    for (const language of languages) pages.set(language, await renderPages(load, language))
    return pages
  } finally {
    await vite.close()
  }
}

/**
 * @param {(file: string) => Promise<Record<string, any>>} load
 * @param {string} preferred
 * @returns {Promise<Readonly<Record<string, string>>>}
 */
async function renderPages(load, preferred) {
  const { findLanguage } = await load('pages/find-language.js')
  const { renderSignInPage } = await load('pages/sign-in-page.js')
  const { renderSignOutPage } = await load('pages/sign-out-page.js')
  const { renderVerifyRequestPage } = await load('pages/verify-request-page.js')
  const { renderConfirmPage } = await load('pages/confirm-page.js')
  const { renderErrorPage } = await load('pages/error-page.js')
  const { renderSignInMail } = await load('pages/sign-in-mail.js')
  const { default: GitHub } = await load('providers/github.js')
  const { default: Google } = await load('providers/google.js')
  const { default: Slack } = await load('providers/slack.js')

  const language = await findLanguage({ acceptLanguage: null, preferred })
  const site = 'https://app.example'
  const shell = { theme: {}, nonce: 'n', siteUrl: site, language }
  const form = { csrfToken: 'token', callbackUrl: site }
  const signinUrl = `${site}/auth/signin`
  const email = 'ada@example.com'
  const url = `${site}/auth/callback/email`
  const services = [GitHub(), Google(), Slack()].map(({ id, name, type, style }) => ({
    id,
    name,
    type,
    style,
    signinUrl,
  }))
  const label = language.texts.signIn.email
  const providers = [
    ...services,
    { id: 'email', name: label, type: 'email', signinUrl },
    {
      id: 'credentials',
      name: 'Example',
      type: 'credentials',
      callbackUrl: url,
      credentials: { email: { label }, password: { type: 'password' } },
    },
  ]
  const signIn = { ...shell, ...form, providers, lastUsed: 'google' }
  const code = { ...form, url, length: 6 }
  const verify = { ...shell, email, signinUrl }
  const mail = { url, host: 'app.example', theme: {}, code: '123456', minutes: 10, language }
  return {
    'sign-in': renderSignInPage(signIn).toString(),
    'sign-in-refused': renderSignInPage({
      ...signIn,
      error: { type: 'CredentialsSignin' },
    }).toString(),
    'sign-out': renderSignOutPage({ ...shell, ...form, signoutUrl: url }).toString(),
    'verify-request': renderVerifyRequestPage(verify).toString(),
    'verify-request-code': renderVerifyRequestPage({ ...verify, code }).toString(),
    'verify-request-wrong-code': renderVerifyRequestPage({
      ...verify,
      code: { ...code, error: 'Verification' },
    }).toString(),
    confirm: renderConfirmPage({
      ...shell,
      ...form,
      confirmUrl: url,
      token: 't',
      email,
    }).toString(),
    error: renderErrorPage({ ...shell, type: 'AccessDenied', signinUrl }).toString(),
    mail: renderSignInMail(mail).html,
  }
}
