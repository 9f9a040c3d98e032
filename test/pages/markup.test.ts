import { HtmlValidate, StaticConfigLoader, type RuleConfig } from 'html-validate'
import { beforeAll, describe, expect, it } from 'vitest'
import { english, languageCodes } from '../../src/pages/find-language.js'
import Credentials from '../../src/providers/credentials.js'
import type { Browser } from '../browser.js'
import { askForMail, lastLink, makeMailApp, typeCode, type MailApp } from '../email/mail-app.js'
import { accept } from '../engine/app.js'

const pageRules: RuleConfig = {
  // HTML leaves both to the author; these are the ways in which prettier formats our templates.
  'doctype-style': ['error', { style: 'lowercase' }],
  'void-style': ['error', { style: 'selfclose' }],
  // 70 is where search engines cut; they are told to stay away, and a notice comes first in the title.
  'long-title': ['error', { maxlength: 100 }],
  // A part that a page does without leaves the indentation of its line behind.
  'no-trailing-whitespace': 'off',
}

const mailRules: RuleConfig = {
  ...pageRules,
  // Many mail programs drop stylesheets and know colours and measures in place only.
  'no-inline-style': 'off',
  // Outlook lays out by the attributes of tables; it has no other way.
  'no-deprecated-attr': 'off',
}

/** Resolves its config once: doing so for every page takes far longer than the page. */
class OnceLoader extends StaticConfigLoader {
  #resolved: ReturnType<StaticConfigLoader['getConfigFor']> | undefined

  override getConfigFor(
    ...args: Parameters<StaticConfigLoader['getConfigFor']>
  ): ReturnType<StaticConfigLoader['getConfigFor']> {
    return (this.#resolved ??= super.getConfigFor(...args))
  }
}

function makeValidator(rules: RuleConfig): HtmlValidate {
  const presets = ['html-validate:recommended', 'html-validate:document']
  return new HtmlValidate(new OnceLoader({ root: true, extends: presets, rules }))
}

const pages = makeValidator(pageRules)
const mails = makeValidator(mailRules)

function complaintsOf(validator: HtmlValidate, html: string): readonly string[] {
  const { results } = validator.validateStringSync(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? ''})`),
  )
}

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
    expect(complaintsOf(pages, html)).toEqual([])
  })

  it('the page that waits for a code is valid, before and after a wrong one', async () => {
    const { html } = await browser.fetchPage('/auth/verify-request?provider=mail&type=email')
    expect(html).toContain('name="code"')
    expect(complaintsOf(pages, html)).toEqual([])
    const { response } = await typeCode(browser, '000000')
    const wrong = await browser.fetchPage(response.headers.get('location') ?? '')
    expect(wrong.html).toContain('aria-invalid="true"')
    expect(complaintsOf(pages, wrong.html)).toEqual([])
  })

  it('the page that asks before a link is used up is valid', async () => {
    const { html } = await app.browser().fetchPage(lastLink(app))
    expect(html).toContain('name="token"')
    expect(complaintsOf(pages, html)).toEqual([])
  })

  it('the mail is valid, with and without a code', async () => {
    const plain = makeMailApp({ language })
    await askForMail(plain.browser())
    for (const { mail } of [...app.sent, ...plain.sent]) {
      expect(complaintsOf(mails, mail?.html ?? '')).toEqual([])
    }
  })
})
