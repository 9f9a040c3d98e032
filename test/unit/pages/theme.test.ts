import { describe, expect, it } from 'vitest'
import type { Theme } from '../../../src/model/options.js'
import { renderAddressPage } from '../../../src/pages/address-page.js'
import { english, findLanguage } from '../../../src/pages/find-language.js'
import { findPasswordTexts } from '../../../src/pages/find-password-texts.js'
import { renderSignInMail } from '../../../src/pages/sign-in-mail.js'
import { renderSignInPage } from '../../../src/pages/sign-in-page.js'
import { renderSignOutPage } from '../../../src/pages/sign-out-page.js'
import { writeStylesheet } from '../../../src/pages/style.js'
import type { SignInMail } from '../../../src/model/email.js'
import { makeApp } from '../../support/apps/app.js'

const shell = { nonce: 'n0nce', siteUrl: 'https://app.test', language: english }
const form = { csrfToken: 'token', callbackUrl: 'https://app.test/' }

const signIn = (theme: Theme, language = english): string =>
  String(renderSignInPage({ ...shell, ...form, language, theme, providers: [] }))

const renderAddress = async (
  kind: 'sign-up' | 'forgot-password',
  theme: Theme,
): Promise<string> => {
  const texts = await findPasswordTexts('en')
  const props = { ...shell, ...form, action: '/auth/signup', signinUrl: '/auth/signin', texts }
  return String(renderAddressPage({ ...props, theme, kind }))
}

const mail = (theme: Theme): SignInMail =>
  renderSignInMail({
    url: 'https://app.test/link',
    host: 'app.test',
    theme,
    minutes: 10,
    language: english,
  })

const linksOf = (page: string): readonly string[] =>
  /<footer.*?<\/footer>/s.exec(page)?.[0].match(/<a [^>]*>[^<]*<\/a>/g) ?? []

describe('the name of the app', () => {
  it('is in the heading and in the title of the sign-in page', () => {
    const page = signIn({ name: 'Acme <&> Co' })
    expect(page).toContain('<h1>Sign in to <bdi>Acme &lt;&amp;&gt; Co</bdi></h1>')
    expect(page).toContain('<title>Sign in to Acme &lt;&amp;&gt; Co</title>')
    // The host is the part that a copy of the page cannot have.
    expect(page).toContain('<bdi>app.test</bdi>')
  })

  it('follows the grammar of the language', async () => {
    const japanese = await findLanguage({ preferred: 'ja' })
    expect(signIn({ name: 'Acme' }, japanese)).toContain('<h1><bdi>Acme</bdi> にログイン</h1>')
  })

  it('is in the titles of other pages in place of the host', () => {
    const props = { ...shell, ...form, signoutUrl: 'https://app.test/auth/signout' }
    const page = String(renderSignOutPage({ ...props, theme: { name: 'Acme' } }))
    expect(page).toContain('<title>Sign out · Acme</title>')
  })

  it('names the site in mails, in one line', () => {
    const { subject, text, html } = mail({ name: 'Acme\r\nBcc: eve@evil.test' })
    expect(subject).toBe('Sign in to Acme Bcc: eve@evil.test')
    expect(text).toMatch(/^Sign in to Acme Bcc/)
    expect(mail({ name: 'A<b>' }).html).toContain('<strong dir="auto">A&lt;b&gt;</strong>')
    expect(html).not.toContain('>app.test</strong>')
  })

  it('is the host if the theme has none', () => {
    expect(signIn({})).toContain('<h1>Sign in</h1>')
    expect(mail({}).subject).toBe('Sign in to app.test')
    expect(mail({}).html).toContain('<strong dir="ltr">app.test</strong>')
  })
})

describe('the links to the terms and to the privacy policy', () => {
  const theme = { termsUrl: '/terms?a=1&b=2', privacyUrl: 'https://acme.test/privacy' }
  const links = [
    '<a href="/terms?a=1&amp;b=2">Terms of service</a>',
    '<a href="https://acme.test/privacy">Privacy policy</a>',
  ]

  it('are at the end of the pages to sign in and to sign up', async () => {
    expect(linksOf(signIn(theme))).toEqual(links)
    expect(linksOf(await renderAddress('sign-up', theme))).toEqual(links)
    expect(linksOf(await renderAddress('forgot-password', theme))).toEqual([])
  })

  it('are left out one by one', () => {
    expect(linksOf(signIn({ termsUrl: theme.termsUrl }))).toEqual([links[0]])
    expect(linksOf(signIn({ privacyUrl: theme.privacyUrl }))).toEqual([links[1]])
    expect(signIn({})).not.toMatch(/<footer|\.legal/)
  })

  it.each(['javascript:alert(1)', '//evil.test', 'data:text/html,x'])('never lead to %s', (url) => {
    expect(signIn({ termsUrl: url, privacyUrl: url })).not.toContain('<footer')
  })
})

describe('the radius and the font', () => {
  it('are variables of the stylesheet', () => {
    const css = writeStylesheet({ radius: '4px', font: 'Georgia, serif' })
    expect(css).toContain('--radius:4px;--font:Georgia, serif,system-ui,')
    expect(css).toContain('border-radius:var(--radius)')
    expect(css).toContain('font:1rem/1.5 var(--font)')
  })

  it('have defaults', () => {
    expect(writeStylesheet({})).toContain('--radius:.75rem;--font:system-ui,')
  })

  it('cannot end the rule', () => {
    const css = writeStylesheet({ radius: '0}*{color:red', font: 'x;}</style>' })
    expect(css).toBe(writeStylesheet({}))
  })
})

describe('the stylesheet of the app', () => {
  const open = async (theme: Theme): Promise<{ html: string; policy: string; nonce: string }> => {
    const { response, html } = await makeApp({ theme }).browser().fetchPage('/auth/signin')
    const policy = response.headers.get('content-security-policy') ?? ''
    return { html, policy, nonce: /style-src 'nonce-([^']+)'/.exec(policy)?.[1] ?? '' }
  }

  it('comes after that of the page, under the nonce of the policy', async () => {
    const { html, nonce } = await open({ stylesheet: '/auth.css?v=1&w=2' })
    expect(nonce).not.toBe('')
    const link = `<link rel="stylesheet" nonce="${nonce}" href="/auth.css?v=1&amp;w=2" />`
    expect(html.indexOf(link)).toBeGreaterThan(html.indexOf('</style>'))
  })

  it('may load fonts from the site and from its own origin, and nothing else', async () => {
    const { policy } = await open({ stylesheet: 'https://cdn.test/auth.css' })
    expect(policy.split('; ')).toContain("font-src 'self' https://cdn.test")
    expect((await open({ stylesheet: '/auth.css' })).policy.split('; ')).toContain(
      "font-src 'self'",
    )
    expect(policy).not.toMatch(/unsafe|style-src [^;]*https/)
  })

  it('is not there, nor are fonts, unless the app has one', async () => {
    const { html, policy } = await open({})
    expect(html).not.toContain('<link')
    expect(policy).not.toContain('font-src')
  })

  it.each(['javascript:alert(1)', '//evil.test/a.css', 'data:text/css,*{color:red}'])(
    'is never %s',
    (stylesheet) => {
      expect(signIn({ stylesheet })).not.toContain('<link')
    },
  )
})
