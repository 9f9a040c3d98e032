import { describe, expect, it } from 'vitest'
import { themeMistakes } from '../../src/config/validate-theme.js'
import type { Theme } from '../../src/model/options.js'
import { makeApp } from '../engine/app.js'

const find = (theme: unknown): readonly string[] =>
  [...themeMistakes({ providers: [], theme: theme as Theme })].map(({ message }) => message)

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
