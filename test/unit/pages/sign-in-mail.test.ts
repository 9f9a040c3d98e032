import { describe, expect, it } from 'vitest'
import { english, findLanguage, languageCodes } from '../../../src/pages/find-language.js'
import { palettes } from '../../../src/pages/palettes.js'
import { renderSignInMail, type SignInMailProps } from '../../../src/pages/sign-in-mail.js'
import type { SignInMail } from '../../../src/model/email.js'

const url = 'https://app.test/auth/callback/mail?token=abc&email=ada%40example.com'

const write = (props: Partial<SignInMailProps> = {}): SignInMail =>
  renderSignInMail({ url, host: 'app.test', theme: {}, minutes: 10, language: english, ...props })

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  `' onclick='alert(1)`,
  '</title></style><h1>You won</h1>',
  '{site}{duration}',
]

describe('the sign-in mail', () => {
  it('names the site in a subject of one line', () => {
    expect(write().subject).toBe('Sign in to app.test')
  })

  it('as text has the link alone in its line, how long it works, and the code', () => {
    const lines = write({ code: '493817' }).text.split('\n')
    expect(lines).toContain(url)
    expect(lines).toContain('493817')
    expect(lines).toContain('This works only once, and for 10 minutes.')
    expect(write().text).not.toContain('code')
  })

  it('as HTML has the link on a button and in clear', () => {
    const escaped = url.replaceAll('&', '&amp;')
    const mail = write().html
    expect([...mail.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      escaped,
      escaped,
    ])
    expect(mail).toContain(`>${escaped}</a>`)
  })

  it('shows the code in one piece, and does not mention a code if the mail has none', () => {
    expect(write({ code: '493817' }).html).toMatch(/letter-spacing:8px[^>]*>\s*493817\s*</)
    expect(write().html).not.toContain('type this code')
  })

  it('shows the host in bold, and never as a link', () => {
    const mail = write().html
    expect(mail).toContain('Sign in to <strong dir="ltr">app.test</strong>')
    expect(mail).not.toMatch(/<a[^>]*>app\.test/)
  })

  it('says first, unseen, how long it works', () => {
    expect(write().html).toMatch(
      /<body[^>]*>\s*<div style="display:none[^>]*>This works only once, and for 10 minutes\./,
    )
  })

  it('loads nothing', () => {
    const mail = write({ theme: { logo: 'https://cdn.test/logo.png' } }).html
    expect(mail).not.toMatch(/<img|<link|<script|url\(|@import|src=|background=/)
    expect(mail).not.toContain('cdn.test')
  })

  it.each(hostile)('has no markup from the host %j', (host) => {
    const mail = write({ host })
    const tags = (text: string): string[] => text.match(/<[a-z0-9/!]+/gi) ?? []
    expect(tags(mail.html)).toEqual(tags(write().html))
    expect(mail.subject).not.toMatch(/[\r\n]/)
  })

  it.each(['a\r\nBcc: all@example.com', 'a\nb', 'a\u2028b', 'a\u202egnp.b', 'a\0b'])(
    'takes line breaks and marks of direction out of the host %j',
    (host) => {
      const { subject, text, html } = write({ host })
      expect(subject).not.toMatch(/[\r\n\u2028\u202e\0]/)
      expect(text).not.toMatch(/[\r\u2028\u202e\0]/)
      expect(html).not.toMatch(/[\r\u2028\u202e\0]/)
    },
  )

  it.each([...hostile, 'javascript:alert(1)', 'data:text/html,x'])(
    'never leads to %j',
    (address) => {
      const mail = write({ url: address })
      expect([...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['', ''])
      expect(mail.text).not.toContain(address)
    },
  )

  it.each(hostile)('shows the code %j as it is', (code) => {
    expect(write({ code }).html).not.toContain(code.includes('<') ? code : 'onclick="')
  })
})

describe('the colours of the mail', () => {
  it('are those of the brand, legible', () => {
    const mail = write({ theme: { brandColor: 'gold', buttonText: '#fff' } }).html
    expect(mail).toContain('bgcolor="#ffd700"')
    expect(mail).toMatch(/class="ink"[^>]*color:#(?!fff)/s)
  })

  it('follow the reader into the dark unless the theme forces a scheme', () => {
    expect(write().html).toContain('<meta name="color-scheme" content="light dark" />')
    expect(write().html).toContain('@media (prefers-color-scheme:dark)')
    for (const colorScheme of ['light', 'dark'] as const) {
      const mail = write({ theme: { colorScheme } }).html
      expect(mail).toContain(`<meta name="color-scheme" content="${colorScheme}" />`)
      expect(mail).not.toContain('prefers-color-scheme')
      expect(mail).toContain(`background-color:${palettes[colorScheme].page}`)
    }
  })

  it.each(['red;}*{display:none', '"><script>', 'url(//evil.test)'])('drop %j', (value) => {
    expect(write({ theme: { brandColor: value, buttonText: value } })).toEqual(write())
  })
})

describe.each(languageCodes)('in %s', (code) => {
  it('has language and direction inside the body, too: some programs take the head away', async () => {
    const language = await findLanguage({ preferred: code })
    const mail = write({ language, code: '123456' })
    expect(mail.html.split(`lang="${code}" dir="${language.direction}"`)).toHaveLength(3)
    expect(mail.text).toContain(url)
    expect(mail.text).toContain('123456')
    expect(mail.subject).toContain('app.test')
    expect(new TextEncoder().encode(mail.html).length).toBeLessThan(10_000)
  })
})
