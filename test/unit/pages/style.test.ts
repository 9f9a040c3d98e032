import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptColor } from '../../../src/http/accept-color.js'
import { palettes } from '../../../src/pages/palettes.js'
import { writePaint, writeStylesheet } from '../../../src/pages/style.js'

const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const contrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

describe.each(['light', 'dark'] as const)('the %s palette', (scheme) => {
  const colors = palettes[scheme]

  it.each([
    ['text', 'card'],
    ['text', 'hover'],
    ['text', 'field'],
    ['muted', 'card'],
    ['muted', 'field'],
    ['alert-text', 'alert'],
    ['ink', 'paint'],
    ['danger-ink', 'danger'],
  ] as const)('shows %s on %s at 4.5:1 or better', (ink, ground) => {
    expect(contrast(colors[ink], colors[ground])).toBeGreaterThanOrEqual(4.5)
  })

  it.each([
    ['field-line', 'card'],
    ['field-line', 'field'],
    ['focus', 'card'],
    ['accent', 'card'],
    ['accent', 'page'],
    ['alert-text', 'field'],
    ['danger', 'card'],
    ['danger', 'page'],
    ['focus', 'field'],
  ] as const)('shows %s beside %s at 3:1 or better', (edge, ground) => {
    expect(contrast(colors[edge], colors[ground])).toBeGreaterThanOrEqual(3)
  })
})

describe('writeStylesheet', () => {
  it('follows the system unless the theme forces a scheme', () => {
    for (const theme of [{}, { colorScheme: 'auto' } as const]) {
      expect(writeStylesheet(theme)).toContain('@media (prefers-color-scheme:dark)')
      expect(writeStylesheet(theme)).toContain('color-scheme:light dark')
    }
  })

  it.each([
    ['light', 'dark'],
    ['dark', 'light'],
  ] as const)('has only the %s colours when the theme says so', (colorScheme, other) => {
    const css = writeStylesheet({ colorScheme })
    expect(css).toContain(`color-scheme:${colorScheme};`)
    expect(css).toContain(`--page:${palettes[colorScheme].page}`)
    expect(css).not.toContain(`--page:${palettes[other].page}`)
    expect(css).not.toContain('prefers-color-scheme')
  })

  it('paints with the brand colour and the button text of the theme', () => {
    expect(writeStylesheet({ brandColor: '#123456', buttonText: 'gold' })).toContain(
      '.brand{--paint:#123456;--ink:#ffd700;--accent:#123456}',
    )
  })

  it('takes no button text without a brand colour, since the default differs by scheme', () => {
    expect(writeStylesheet({ buttonText: '#fff' })).toBe(writeStylesheet({}))
  })

  it('keeps the button text legible and the edge visible for every pair of colours', () => {
    const hex = fc
      .integer({ min: 0, max: 0xffffff })
      .map((n) => `#${n.toString(16).padStart(6, '0')}`)
    fc.assert(
      fc.property(hex, fc.option(hex, { nil: undefined }), (brandColor, buttonText) => {
        const css = writeStylesheet({ brandColor, buttonText })
        const rule = /\.brand\{--paint:(#\w+);--ink:(#\w+);--accent:(#\w+)\}/.exec(css)
        const [, paint = '', ink = '', light = ''] = rule ?? []
        const dark = /\.brand\{--accent:(#\w+)\}\}/.exec(css)?.[1] ?? light
        expect(paint).toBe(brandColor)
        expect(contrast(paint, ink)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(light, palettes.light.card)).toBeGreaterThanOrEqual(3)
        expect(contrast(dark, palettes.dark.card)).toBeGreaterThanOrEqual(3)
      }),
      { numRuns: 50 },
    )
  })

  it.each(['red;}*{display:none', '</style><script>', 'url(//evil.test)', 'javascript:alert(1)'])(
    'drops the colour %s',
    (value) => {
      const plain = writeStylesheet({})
      expect(writeStylesheet({ brandColor: value, buttonText: value })).toBe(plain)
      expect(writeStylesheet({ brandColor: '#000', buttonText: value })).toBe(
        writeStylesheet({ brandColor: '#000' }),
      )
    },
  )

  it('has no side of the page but the logical ones', () => {
    const css = writeStylesheet({}).replace('[dir=rtl] input[dir=ltr]{text-align:right}', '')
    expect(css).not.toMatch(/(?:margin|padding|border|inset)-(?:left|right)|[{;](?:left|right):/)
    expect(css).not.toMatch(/text-align:(?:left|right)|float/)
  })

  it('moves nothing for visitors who prefer reduced motion', () => {
    const [before = '', after = ''] = writeStylesheet({}).split(
      '@media (prefers-reduced-motion:no-preference)',
    )
    expect(before).not.toMatch(/transition|animation|transform/)
    expect(after).toMatch(/transition/)
  })
})

describe('writePaint', () => {
  const paint = acceptColor('gold') ?? [0, 0, 0]

  it('has an edge for each scheme of the theme, and only for those', () => {
    expect(writePaint('.x', { colorScheme: 'dark' }, paint)).toBe(
      '.x{--paint:#ffd700;--ink:#000000;--accent:#ffd700}',
    )
    const light = writePaint('.x', { colorScheme: 'light' }, paint)
    expect(light).not.toContain('--accent:#ffd700')
    expect(light).not.toContain('@media')
    expect(writePaint('.x', {}, paint)).toBe(
      `${light}\n@media (prefers-color-scheme:dark){.x{--accent:#ffd700}}`,
    )
  })
})
