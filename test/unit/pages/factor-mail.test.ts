import { describe, expect, it } from 'vitest'
import type { SignInMail } from '../../../src/model/email.js'
import type { FactorMailKind } from '../../../src/model/factor-texts.js'
import { texts } from '../../../src/pages/factor-languages/en.js'
import { renderFactorMail, type FactorMailProps } from '../../../src/pages/factor-mail.js'
import { findFactorTexts } from '../../../src/pages/find-factor-texts.js'
import { english, findLanguage, languageCodes } from '../../../src/pages/find-language.js'

const url = 'https://app.test/auth/factors?a=b&x=1'
const escapedUrl = url.replaceAll('&', '&amp;')
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0 <b>Call us</b>'
const kinds = [
  'added',
  'removed',
  'switchedOff',
  'recoveryCodeUsed',
  'recoveryCodesMade',
  'guessed',
  'locked',
] as const satisfies readonly FactorMailKind[]
const codeKinds = ['signInCode', 'confirmCode'] as const satisfies readonly FactorMailKind[]
const code = { value: '042517', minutes: 9 }

const write = (kind: FactorMailKind, props: Partial<FactorMailProps> = {}): SignInMail =>
  renderFactorMail({
    kind,
    count: 9,
    date: new Date('2026-05-03T14:05:00Z'),
    userAgent,
    url,
    host: 'app.test',
    theme: {},
    language: english,
    texts,
    ...props,
  })

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</title></style><h1>You won</h1>',
  '{site}{count}{date}{browser}',
]

const tagsOf = (text: string): readonly string[] => text.match(/<[a-z0-9/!]+/gi) ?? []
const linksOf = (mail: SignInMail): readonly (string | undefined)[] =>
  [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

it.each([
  ['added', 'A second step was added at app.test'],
  ['removed', 'A second step was removed at app.test'],
  ['switchedOff', 'Two-step sign-in was switched off at app.test'],
  ['recoveryCodeUsed', 'A recovery code was used at app.test'],
  ['recoveryCodesMade', 'New recovery codes were made at app.test'],
  ['guessed', 'Wrong codes were typed at app.test'],
  ['locked', 'Many wrong codes were typed at app.test'],
  ['signInCode', 'Your code for app.test'],
  ['confirmCode', 'Your code for app.test'],
] as const)('the mail %s has the subject %j', (kind, subject) => {
  expect(write(kind).subject).toBe(subject)
})

describe.each(['added', 'removed', 'switchedOff'] as const)('the mail %s', (kind) => {
  it.each([
    ['app', 'Authenticator app'],
    ['passkey', 'Security key or passkey'],
  ] as const)('says that it is about the factor %s', (factor, name) => {
    const { text, html } = write(kind, { factor })
    expect(text.split('\n')).toContain(name)
    expect(html).toContain(name)
  })
})

it('the heading of a mail breaks into lines of about the same length', () => {
  expect(write('added').html).toMatch(/<h1 style="[^"]*text-wrap:balance">/)
})

it('the mail about a recovery code says how many are left', () => {
  const { text, html } = write('recoveryCodeUsed', { count: 2 })
  expect(text).toContain('Codes left: 2.')
  expect(html).toContain('Codes left: 2.')
})

describe.each(kinds)('the mail %s', (kind) => {
  it('says when it happened and in which browser, and what to do', () => {
    const mail = write(kind)
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain('When: May 3, 2026 at 14:05 UTC')
      expect(body).toContain('Browser: Firefox · Linux')
      expect(body).toContain('Not you? Secure your account now.')
      expect(body).toContain('If this was you, there is nothing to do.')
    }
  })

  it('contains nothing that the visitor wrote into a header', () => {
    const mail = write(kind, { userAgent: 'Call +1 555 0100 or https://evil.test' })
    expect(mail.text).toContain('Browser: Unknown browser')
    expect(mail.text + mail.html).not.toMatch(/555|evil/)
    expect(write(kind).text + write(kind).html).not.toContain('Call us')
    expect(write(kind, { userAgent: null }).text).toContain('Browser: Unknown browser')
  })

  it('has its link on a button and in clear, and alone in a line of the text', () => {
    const mail = write(kind)
    expect(linksOf(mail)).toEqual([escapedUrl, escapedUrl])
    expect(mail.text.split('\n')).toContain(url)
  })

  it('loads nothing', () => {
    const mail = write(kind, { theme: { logo: 'https://cdn.test/logo.png' } }).html
    expect(mail).not.toMatch(/<img|<link|<script|url\(|@import|src=|background=|cdn\.test/)
  })

  it.each(hostile)('has no markup from the host %j', (host) => {
    const mail = write(kind, { host })
    expect(tagsOf(mail.html)).toEqual(tagsOf(write(kind).html))
  })

  it.each(['a\r\nBcc: all@example.com', 'a\u2028b', 'a\u202egnp.b'])(
    'takes line breaks and marks of direction out of the host %j',
    (host) => {
      const { subject, text, html } = write(kind, { host })
      expect(subject).not.toMatch(/[\r\n\u2028\u202e]/)
      expect(text).not.toMatch(/[\r\u2028\u202e]/)
      expect(html).not.toMatch(/[\r\u2028\u202e]/)
    },
  )

  it.each([...hostile, 'javascript:alert(1)', 'data:text/html,x'])(
    'never leads to %j',
    (address) => {
      const mail = write(kind, { url: address })
      expect(linksOf(mail)).toEqual(['', ''])
      expect(mail.text).not.toContain(address)
    },
  )
})

describe.each(codeKinds)('the mail %s', (kind) => {
  const writeCode = (props: Partial<FactorMailProps> = {}): SignInMail =>
    write(kind, { code, ...props })

  it('shows the code as its largest text, and alone in a line of the text', () => {
    const { html, text } = writeCode()
    expect(html).toMatch(/font-size:34px[^>]*>\s*042517\s*</)
    expect(text.split('\n')).toContain('042517')
  })

  it('says how long the code works, when it was asked for and in which browser', () => {
    const mail = writeCode()
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain('This works only once, and for 9 minutes.')
      expect(body).toContain('When: May 3, 2026 at 14:05 UTC')
      expect(body).toContain('Browser: Firefox · Linux')
    }
  })

  it('has a quiet link for an owner who did not ask for it, and no button', () => {
    const mail = writeCode()
    expect(linksOf(mail)).toEqual([escapedUrl])
    expect(mail.html).toMatch(/<a class="muted"[^>]*>Not you\? Secure your account now\.</)
    expect(mail.html).not.toContain('class="button"')
    expect(mail.text).toContain(`Not you? Secure your account now.\n${url}\n`)
  })

  it('does not say that there is nothing to do, because the code has to be typed', () => {
    const mail = writeCode()
    for (const body of [mail.text, mail.html]) {
      expect(body).not.toMatch(/nothing to do|Secure my account/)
    }
  })

  it.each(hostile)('has no markup from the host %j', (host) => {
    expect(tagsOf(writeCode({ host }).html)).toEqual(tagsOf(writeCode().html))
  })

  it.each([...hostile, 'javascript:alert(1)', 'data:text/html,x'])(
    'never leads to %j',
    (address) => {
      const mail = writeCode({ url: address })
      expect(linksOf(mail)).toEqual([])
      expect(mail.text).not.toContain(address)
    },
  )
})

it('a text that an app changed cannot put a line break into the subject', () => {
  const changed = { ...texts.mails.added, subject: 'Added\r\nBcc: all@example.com {site}' }
  const mails = { ...texts.mails, added: changed }
  expect(write('added', { texts: { ...texts, mails } }).subject).toBe(
    'Added Bcc: all@example.com app.test',
  )
})

describe.each(languageCodes)('in %s', (languageCode) => {
  it.each([...kinds, ...codeKinds])(
    'the mail %s is complete and has its direction inside the body',
    async (kind) => {
      const language = await findLanguage({ preferred: languageCode })
      const texts = await findFactorTexts(languageCode)
      const isCode = codeKinds.some((known) => known === kind)
      const mail = write(kind, { language, texts, ...(isCode && { code }) })
      expect(mail.html.split(`lang="${languageCode}" dir="${language.direction}"`)).toHaveLength(3)
      expect(mail.subject).toContain('app.test')
      for (const part of [mail.subject, mail.text, mail.html.replace(/<style.*?<\/style>/s, '')]) {
        expect(part).not.toMatch(/\bundefined\b|\bnull\b|\[object|NaN|\{[a-z]+\}/)
      }
      expect(new TextEncoder().encode(mail.html).length).toBeLessThan(10_000)
    },
  )
})
