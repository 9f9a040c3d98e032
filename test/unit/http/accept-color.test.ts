import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptColor, writeColor } from '../../../src/http/accept-color.js'

const read = (value: unknown): string | undefined => {
  const color = acceptColor(value)
  return color && writeColor(color)
}

describe('acceptColor', () => {
  it.each([
    ['#fff', '#ffffff'],
    ['#FA08', '#ffd277'],
    ['#12ab9f', '#12ab9f'],
    ['#12AB9FFF', '#12ab9f'],
    ['rebeccapurple', '#663399'],
    ['Red', '#ff0000'],
    ['gold', '#ffd700'],
    ['rgb(1,2,3)', '#010203'],
    ['rgb( 300 2 3 )', '#ff0203'],
    ['rgb(100% 0% 50%)', '#ff0080'],
    ['rgba(0, 0, 0, .5)', '#808080'],
    ['rgb(0 0 0 / 20%)', '#cccccc'],
    ['hsl(0 100% 50%)', '#ff0000'],
    ['hsl(120, 100%, 25%)', '#008000'],
    ['HSL(240 100 50)', '#0000ff'],
    ['hsl(600 100% 50%)', '#0000ff'],
    ['hsla(0, 0%, 0%, 0)', '#ffffff'],
    ['hsl(210 65% 20%)', '#123354'],
  ])('reads %s as %s', (value, color) => {
    expect(read(value)).toBe(color)
  })

  it.each([
    '#',
    '#12',
    '#12345',
    '#1234567',
    '#ggg',
    'red;',
    'red}',
    'red\n',
    ' red',
    'notacolor',
    'currentcolor',
    'inherit',
    'toString',
    'url(//evil.test)',
    'rgb(var(--x))',
    'rgb(0 0 0);}',
    'rgb(0 0 0)}</style>',
    'rgb()',
    'rgb(1 2)',
    'rgb(1 2 3 1 5)',
    'rgb(1.. 2 3)',
    'rgb(%,%,%)',
    'hsl(10% 20% 30%)',
    'hsl(1 2% 3% 1 5)',
    'rgb(\n0 0 0)',
    `rgb(${'0'.repeat(62)} 0 0)`,
    'expression(alert(1))',
    'color-mix(in srgb, red, blue)',
    'javascript:alert(1)',
    '',
    42,
    null,
    undefined,
    ['#fff'],
  ])('drops %j', (value) => {
    expect(acceptColor(value)).toBeUndefined()
  })

  it('reads back what it writes', () => {
    const channel = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(channel, channel, channel, (red, green, blue) => {
        expect(acceptColor(writeColor([red, green, blue]))).toEqual([red, green, blue])
        expect(acceptColor(`rgb(${red}, ${green}, ${blue})`)).toEqual([red, green, blue])
      }),
    )
  })

  it('gives whole channels, or nothing, for any text', () => {
    const text = fc.oneof(
      fc.string(),
      fc.stringMatching(/^#[0-9a-f]{1,9}$/),
      fc.stringMatching(/^(?:rgb|hsl)a?\([\d%,./ ]{1,40}\)$/),
    )
    fc.assert(
      fc.property(text, (value) => {
        expect(read(value) ?? '#000000').toMatch(/^#[0-9a-f]{6}$/)
      }),
    )
  })
})
