import { beforeAll, describe, expect, it } from 'vitest'
import { english, languageCodes } from '../../../src/pages/find-language.js'
import Credentials from '../../../src/providers/credentials.js'
import type { Browser } from '../../support/browser.js'
import {
  askForMail,
  lastLink,
  makeMailApp,
  typeCode,
  type MailApp,
} from '../../support/apps/mail-app.js'
import { accept } from '../../support/apps/app.js'
import { expectValidMail, validPage } from '../../support/valid-html.js'

function openApp(language: string): MailApp {
  return makeMailApp({
    language,
    mail: { codeLength: 6 },
    theme: { brandColor: '#3d3bb3' },
    others: [
      {
        id: 'acme',
        name: 'Acme',
        type: 'oauth',
        clientId: 'us',
        clientSecret: 'hush',
        authorization: 'https://acme.test/authorize',
        token: 'https://acme.test/token',
        userinfo: 'https://acme.test/userinfo',
        jwks_endpoint: undefined,
        style: { brandColor: 'navy', logo: '/acme.svg' },
      },
      Credentials({
        credentials: {
          username: { label: 'Name', required: true },
          password: { label: 'Password', type: 'password' },
          remember: { label: 'Remember me', type: 'checkbox' },
          tenant: { type: 'hidden', value: '7' },
        },
        authorize: accept,
      }),
    ],
  })
}

/** Every page that does not depend on what went before. */
const paths = [
  '/auth/signin',
  '/auth/signin/acme',
  '/auth/signin/mail?email=ada@example.test',
  '/auth/signin?error=CredentialsSignin',
  '/auth/signin?error=InvalidEmailAddress',
  '/auth/signin?error=OAuthCallbackError',
  '/auth/signout',
  '/auth/verify-request',
  '/auth/nothing',
  ...Object.keys(english.texts.errors).map((type) => `/auth/error?error=${type}`),
]

describe.each(languageCodes)('in %s', (language) => {
  let app: MailApp
  let browser: Browser

  beforeAll(async () => {
    app = openApp(language)
    browser = app.browser()
    await askForMail(browser)
  })

  it.each(paths)('%s is valid', async (path) => {
    const { html } = await browser.fetchPage(path)
    expect(html).toContain(`<html lang="${language}"`)
    validPage(html)
  })

  it('the page that waits for a code is valid, before and after a wrong one', async () => {
    const { html } = await browser.fetchPage('/auth/verify-request?provider=mail&type=email')
    expect(html).toContain('name="code"')
    validPage(html)
    const { response } = await typeCode(browser, '000000')
    const wrong = await browser.fetchPage(response.headers.get('location') ?? '')
    expect(wrong.html).toContain('aria-invalid="true"')
    validPage(wrong.html)
  })

  it('the page that asks before a link is used up is valid', async () => {
    const { html } = await app.browser().fetchPage(lastLink(app))
    expect(html).toContain('name="token"')
    validPage(html)
  })

  it('the mail is valid, with and without a code', async () => {
    const plain = makeMailApp({ language })
    await askForMail(plain.browser())
    for (const { mail } of [...app.sent, ...plain.sent]) {
      expectValidMail(mail?.html ?? '')
    }
  })
})
