import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { palettes, writeStylesheet } from '../../src/pages/style.js'

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
  ] as const)('shows %s on %s at 4.5:1 or better', (ink, ground) => {
    expect(contrast(colors[ink], colors[ground])).toBeGreaterThanOrEqual(4.5)
  })

  it.each([
    ['field-line', 'card'],
    ['field-line', 'field'],
    ['focus', 'card'],
    ['focus', 'field'],
  ] as const)('shows %s beside %s at 3:1 or better', (edge, ground) => {
    expect(contrast(colors[edge], colors[ground])).toBeGreaterThanOrEqual(3)
  })
})

describe('writeStylesheet', () => {
  it('follows the system unless the theme forces a scheme', () => {
    for (const theme of [{}, { colorScheme: 'auto' } as const]) {
      expect(writeStylesheet(theme)).toContain('@media (prefers-color-scheme: dark)')
      expect(writeStylesheet(theme)).toContain('color-scheme: light dark')
    }
  })

  it.each([
    ['light', 'dark'],
    ['dark', 'light'],
  ] as const)('has only the %s colours when the theme says so', (colorScheme, other) => {
    const css = writeStylesheet({ colorScheme })
    expect(css).toContain(`color-scheme: ${colorScheme};`)
    expect(css).toContain(`--page: ${palettes[colorScheme].page}`)
    expect(css).not.toContain(`--page: ${palettes[other].page}`)
    expect(css).not.toContain('prefers-color-scheme')
  })

  it('paints with the brand colour and the button text of the theme', () => {
    expect(writeStylesheet({ brandColor: '#123456', buttonText: 'gold' })).toContain(
      '.brand { --paint: #123456; --ink: gold }',
    )
  })

  it('takes no button text without a brand colour, since the default differs by scheme', () => {
    expect(writeStylesheet({ buttonText: '#fff' })).toBe(writeStylesheet({}))
  })

  it('computes a legible button text for every hex brand colour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
        const brandColor = `#${number.toString(16).padStart(6, '0')}`
        const ink = /\.brand \{ --paint: #\w+; --ink: #(\w)/.exec(writeStylesheet({ brandColor }))
        expect(contrast(brandColor, ink?.[1] === 'f' ? '#ffffff' : '#000000')).toBeGreaterThan(4.5)
      }),
    )
  })

  it('lets the browser compute the button text for other forms of colour', () => {
    expect(writeStylesheet({ brandColor: 'gold' })).toMatch(/\.brand \{ --ink: lch\(from var\(/)
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

  it('moves nothing for visitors who prefer reduced motion', () => {
    const [before = '', after = ''] = writeStylesheet({}).split(
      '@media (prefers-reduced-motion: no-preference)',
    )
    expect(before).not.toMatch(/transition|animation|transform/)
    expect(after).toMatch(/transition/)
  })
})
