import { describe, expect, it } from 'vitest'
import type { SignInMail } from '../../../src/model/email.js'
import type { PasswordMailKind } from '../../../src/model/password-texts.js'
import { english, findLanguage, languageCodes } from '../../../src/pages/find-language.js'
import { findPasswordTexts } from '../../../src/pages/find-password-texts.js'
import { texts } from '../../../src/pages/password-languages/en.js'
import { renderPasswordMail, type PasswordMailProps } from '../../../src/pages/password-mail.js'

const url = 'https://app.test/auth/reset-password?token=abc&x=1'
const escapedUrl = url.replaceAll('&', '&amp;')
const kinds = [
  'signUp',
  'alreadyRegistered',
  'reset',
  'changed',
  'verify',
  'newAddress',
  'addressRequested',
  'oldAddress',
  'methodAdded',
] as const satisfies readonly PasswordMailKind[]

const write = (kind: PasswordMailKind, props: Partial<PasswordMailProps> = {}): SignInMail =>
  renderPasswordMail({
    kind,
    url,
    host: 'app.test',
    theme: {},
    minutes: 60,
    language: english,
    texts,
    ...props,
  })

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  `' onclick='alert(1)`,
  '</title></style><h1>You won</h1>',
  '{site}{methods}{duration}',
]

const tagsOf = (text: string): readonly string[] => text.match(/<[a-z0-9/!]+/gi) ?? []
const linksOf = (mail: SignInMail): readonly (string | undefined)[] =>
  [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

it.each([
  ['signUp', 'Set your password for app.test'],
  ['alreadyRegistered', 'You already have an account at app.test'],
  ['reset', 'Set a new password for app.test'],
  ['changed', 'Your password for app.test was changed'],
  ['verify', 'Confirm your e-mail address for app.test'],
  ['newAddress', 'Confirm your new address for app.test'],
  ['addressRequested', 'A new address for your account at app.test was requested'],
  ['oldAddress', 'Your address at app.test was changed'],
  ['methodAdded', 'A new way to sign in to app.test was added'],
] as const)('the mail %s has the subject %j', (kind, subject) => {
  expect(write(kind).subject).toBe(subject)
})

describe.each(kinds)('the mail %s', (kind) => {
  it('has its link on a button and in clear, and alone in a line of the text', () => {
    const mail = write(kind)
    expect(linksOf(mail)).toEqual([escapedUrl, escapedUrl])
    expect(mail.html).toContain(`>${escapedUrl}</a>`)
    expect(mail.text.split('\n')).toContain(url)
  })

  it('says how long its link works, or nothing about it', () => {
    expect(write(kind, { minutes: 10_080 }).text).toContain('only once, and for 7 days.')
    expect(write(kind, { minutes: 10_080 }).html).toContain('only once, and for 7 days.')
    expect(write(kind, { minutes: undefined }).text).not.toContain('only once')
    expect(write(kind, { minutes: undefined }).html).not.toContain('only once')
  })

  it('previews its first sentence next to the subject', () => {
    const lead = texts.mails[kind].lead.replaceAll('{methods}', '')
    expect(write(kind).html).toMatch(/<body[^>]*>\s*<div style="display:none[^>]*>[A-Z]/)
    expect(write(kind).html.split(lead)).toHaveLength(3)
    expect(write(kind).text).toContain(lead)
  })

  it('loads nothing', () => {
    const mail = write(kind, { theme: { logo: 'https://cdn.test/logo.png' } }).html
    expect(mail).not.toMatch(/<img|<link|<script|url\(|@import|src=|background=|cdn\.test/)
  })

  it.each(hostile)('has no markup from the host %j', (host) => {
    const mail = write(kind, { host })
    expect(tagsOf(mail.html)).toEqual(tagsOf(write(kind).html))
  })

  it.each(['a\r\nBcc: all@example.com', 'a\nb', 'a\u2028b', 'a\u202egnp.b', 'a\0b'])(
    'takes line breaks and marks of direction out of the host %j',
    (host) => {
      const { subject, text, html } = write(kind, { host })
      expect(subject).not.toMatch(/[\r\n\u2028\u202e\0]/)
      expect(text).not.toMatch(/[\r\u2028\u202e\0]/)
      expect(html).not.toMatch(/[\r\u2028\u202e\0]/)
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

it('a text that an app changed cannot put a line break into the subject', () => {
  const changed = { ...texts.mails.reset, subject: 'Reset\r\nBcc: all@example.com {site}' }
  const mails = { ...texts.mails, reset: changed }
  expect(write('reset', { texts: { ...texts, mails } }).subject).toBe(
    'Reset Bcc: all@example.com app.test',
  )
})

it('mails that the user asked for may be ignored, and notices need no action if it was the user', () => {
  for (const kind of kinds) {
    const isNotice = ['changed', 'addressRequested', 'oldAddress', 'methodAdded'].includes(kind)
    const mail = write(kind)
    for (const body of [mail.text, mail.html]) {
      expect(body.includes('If you did not ask for this e-mail'), kind).toBe(!isNotice)
      expect(body.includes('If this was you, there is nothing to do.'), kind).toBe(isNotice)
    }
  }
})

describe('the mail to an address that already has an account', () => {
  const withMethods = (...methods: string[]): SignInMail => write('alreadyRegistered', { methods })

  it('lists the sign-in methods of a user without a password', () => {
    expect(withMethods('Google').text).toContain('sign in with Google, or add a password')
    expect(withMethods('Google', 'GitHub', 'a passkey').text).toContain(
      'sign in with Google, GitHub, or a passkey, or add a password',
    )
    expect(withMethods('Google', 'GitHub').html).toContain(
      'sign in with <strong dir="auto">Google</strong> or <strong dir="auto">GitHub</strong>',
    )
  })

  it('joins the methods as the language does', async () => {
    const language = await findLanguage({ preferred: 'de' })
    const german = { language, texts: await findPasswordTexts('de'), methods: ['Google', 'GitHub'] }
    expect(write('alreadyRegistered', german).text).toContain('mit Google oder GitHub anmelden')
  })

  it('mentions the password if no methods are given', () => {
    expect(withMethods().text).toContain('sign in with your password, or set a new one')
    expect(withMethods()).toEqual(write('alreadyRegistered'))
  })

  it.each(hostile)('has no markup from the method %j', (name) => {
    const mail = withMethods(name, 'GitHub')
    expect(tagsOf(mail.html)).toEqual(tagsOf(withMethods('Google', 'GitHub').html))
    expect(mail.text).toContain(`sign in with ${name} or GitHub`)
  })

  it('keeps a method with line breaks in one line', () => {
    expect(withMethods('Goo\r\n\r\nhttps://evil.test\n').text).toContain(
      'sign in with Goo https://evil.test, or add',
    )
  })

  it('names the new one in the mail about it', () => {
    const mail = write('methodAdded', { methods: ['GitHub'] })
    expect(mail.text).toContain('can now be opened with GitHub.')
    expect(mail.html).toContain('<strong dir="auto">GitHub</strong>')
  })

  it('does not list methods in other mails', () => {
    expect(write('reset', { methods: ['Google'] })).toEqual(write('reset'))
  })
})

describe.each(languageCodes)('in %s', (code) => {
  it.each(kinds)('the mail %s is complete and has its direction inside the body', async (kind) => {
    const language = await findLanguage({ preferred: code })
    const methods = ['Google', 'GitHub']
    const mail = write(kind, { language, texts: await findPasswordTexts(code), methods })
    expect(mail.html.split(`lang="${code}" dir="${language.direction}"`)).toHaveLength(3)
    expect(mail.subject).toContain('app.test')
    for (const part of [mail.subject, mail.text, mail.html.replace(/<style.*?<\/style>/s, '')]) {
      expect(part).not.toMatch(/\bundefined\b|\bnull\b|\[object|NaN|\{[a-z]+\}/)
    }
    expect(new TextEncoder().encode(mail.html).length).toBeLessThan(10_000)
  })
})
