import { describe, expect, it } from 'vitest'
import { ignoredThemeValues, themeMistakes } from '../../../src/config/validate-theme.js'
import type { Theme } from '../../../src/model/options.js'
import { makeApp } from '../../support/apps/app.js'

const find = (theme: unknown): readonly string[] =>
  [...themeMistakes({ providers: [], theme: theme as Theme })].map(({ message }) => message)

describe('ignoredThemeValues', () => {
  const findIgnored = (theme: unknown): readonly string[] =>
    [...ignoredThemeValues({ providers: [], theme: theme as Theme })].map(({ message }) => message)

  it('finds nothing in values that the pages use, or that switch a key off', () => {
    expect(findIgnored(undefined)).toEqual([])
    expect(findIgnored({ logo: '', brandColor: undefined, buttonText: null })).toEqual([])
    for (const logo of ['/logo.svg', 'https://cdn.test/us.png', 'data:image/svg+xml,%3Csvg%3E']) {
      expect(findIgnored({ logo, colorScheme: 'dark' })).toEqual([])
    }
    for (const brandColor of ['#0f766e', 'teal', 'rgb(15 118 110)', 'hsl(175 77% 26%)']) {
      expect(findIgnored({ brandColor, buttonText: '#fff', colorScheme: 'auto' })).toEqual([])
    }
  })

  it.each([
    ['logo', 'logo.png', 'Expected a path such as "/logo.svg", '],
    ['logo', 'javascript:alert(1)', 'Expected a path such as "/logo.svg", '],
    ['brandColor', 'var(--brand)', 'Expected a colour such as "#0f766e", '],
    ['brandColor', 7, 'Expected a colour such as "#0f766e", '],
    ['colorScheme', 'dim', 'Expected "auto", "light" or "dark", got "dim".'],
  ])('names `theme.%s` with the value %j', (key, value, words) => {
    const [message = '', ...others] = findIgnored({ [key]: value })
    expect(message).toContain(`The pages ignore \`theme.${key}\`. ${words}`)
    expect(others).toEqual([])
  })

  it('names a text colour that is not valid, or that has no brand colour', () => {
    expect(findIgnored({ brandColor: 'teal', buttonText: 'whitish' })).toEqual([
      expect.stringContaining('`theme.buttonText`. Expected a colour'),
    ])
    expect(findIgnored({ buttonText: '#fff' })).toEqual([
      expect.stringContaining('`theme.buttonText`, because `theme.brandColor` is not set'),
    ])
  })
})

describe('themeMistakes', () => {
  it('finds nothing wrong with a theme that the pages can use', () => {
    expect(find(undefined)).toEqual([])
    expect(find({})).toEqual([])
    expect(
      find({
        name: 'Acme & Söhne',
        termsUrl: '/terms',
        privacyUrl: 'https://acme.test/privacy',
        radius: '0',
        font: '"Source Sans 3", sans-serif',
        stylesheet: '/auth.css',
      }),
    ).toEqual([])
  })

  it.each([
    ['name', '', 'a name in one line, with 60 characters or fewer, got ""'],
    ['name', ' ', 'a name in one line, with 60 characters or fewer, got " "'],
    ['name', 'a\nb', 'a name in one line, with 60 characters or fewer, got '],
    ['name', 'a\u2028b', 'a name in one line, with 60 characters or fewer, got '],
    ['name', 'a'.repeat(61), 'a name in one line, with 60 characters or fewer, got '],
    ['name', 7, 'a name in one line, with 60 characters or fewer, got 7'],
    ['termsUrl', 'javascript:alert(1)', 'a path such as "/terms" or an http(s) URL, got '],
    ['privacyUrl', '//evil.test', 'a path such as "/terms" or an http(s) URL, got '],
    ['stylesheet', 'auth.css', 'a path such as "/auth.css" or an http(s) URL, got "auth.css"'],
    ['radius', '50%', 'a length such as "8px", "0.5rem" or "0", got "50%"'],
    ['font', 'a;b', 'names of fonts, separated by commas, such as "Inter, sans-serif", got "a;b"'],
  ])('names `theme.%s` with the value %j', (key, value, words) => {
    const [mistake = '', ...others] = find({ [key]: value })
    expect(mistake).toContain(`Expected \`theme.${key}\` to be ${words}`)
    expect(others).toEqual([])
  })

  it('is part of the checks of every config', async () => {
    const app = makeApp({ theme: { radius: 'round' } })
    const response = await app.browser().send('/auth/signin')
    expect(response.status).toBe(500)
    expect(String(app.logs[0]?.message[0])).toContain('theme.radius')
  })
})
