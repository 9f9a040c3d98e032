import { describe, expect, it } from 'vitest'
import { english, findLanguage } from '../../../src/pages/find-language.js'
import { html } from '../../../src/http/html.js'
import { describeSite, logoOrigin, renderDocument } from '../../../src/pages/document.js'

const shell = { theme: {}, nonce: 'n0nce', siteUrl: 'https://app.test', language: english }
const content = { heading: 'Hello <you>', glyph: 'key', body: html`<p>body</p>` } as const

describe('renderDocument', () => {
  it('is a whole document in English that search engines leave alone', () => {
    const page = String(renderDocument(shell, content))
    expect(page).toMatch(/^<!doctype html>\s*<html lang="en" dir="ltr">/)
    expect(page).toContain('<meta charset="utf-8" />')
    expect(page).toContain('<meta name="viewport" content="width=device-width, initial-scale=1" />')
    expect(page).toContain('<meta name="robots" content="noindex" />')
    expect(page).toContain('<title>Hello &lt;you&gt; · app.test</title>')
    expect(page).toContain('<h1>Hello &lt;you&gt;</h1>')
  })

  it('says in which language and direction it is to be read', async () => {
    const language = await findLanguage({ preferred: 'he' })
    const page = String(renderDocument({ ...shell, language }, content))
    expect(page).toContain('<html lang="he" dir="rtl">')
  })

  it.each([
    [{}, 'light dark'],
    [{ colorScheme: 'dark' }, 'dark'],
    [{ colorScheme: 'light' }, 'light'],
  ] as const)('tells the browser its colour schemes with the theme %j', (theme, schemes) => {
    expect(String(renderDocument({ ...shell, theme }, content))).toContain(
      `<meta name="color-scheme" content="${schemes}" />`,
    )
  })

  it('puts a notice first in the title', () => {
    expect(String(renderDocument(shell, { ...content, notice: 'Oh <no>' }))).toContain(
      '<title>Oh &lt;no&gt; · Hello &lt;you&gt; · app.test</title>',
    )
  })

  it('puts the nonce on its one stylesheet', () => {
    expect(String(renderDocument(shell, content)).match(/<style[^>]*>/g)).toEqual([
      '<style nonce="n0nce">',
    ])
  })

  it('shows the logo of the theme in place of the glyph', () => {
    const page = String(renderDocument({ ...shell, theme: { logo: '/logo.svg' } }, content))
    expect(page).toContain('<img class="logo" alt="" src="/logo.svg" />')
    expect(page).not.toContain('<svg')
  })

  it.each(['javascript:alert(1)', '//evil.test/x.png', 'data:text/html,x', 'logo.png'])(
    'drops the logo %s',
    (logo) => {
      const page = String(renderDocument({ ...shell, theme: { logo } }, content))
      expect(page).not.toContain('<img')
      expect(page).toContain('<svg')
    },
  )

  it('goes without the host when the site has no web address', () => {
    const page = String(renderDocument({ ...shell, siteUrl: 'javascript:alert(1)' }, content))
    expect(page).toContain('<title>Hello &lt;you&gt;</title>')
  })
})

describe('logoOrigin', () => {
  it('names the origin of an absolute logo', () => {
    expect(logoOrigin({ logo: 'https://cdn.test/a/logo.png' })).toBe('https://cdn.test')
  })

  it.each(['/logo.png', 'data:image/png,x', 'javascript:x', 'https://a;b/x.png', undefined])(
    'names none for %s',
    (logo) => {
      expect(logoOrigin({ logo })).toBeUndefined()
    },
  )
})

describe('describeSite', () => {
  it('gives the origin and the host with its port', () => {
    expect(describeSite('http://localhost:5173')).toEqual({
      href: 'http://localhost:5173',
      host: 'localhost:5173',
    })
  })
})
