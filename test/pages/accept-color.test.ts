import { describe, expect, it } from 'vitest'
import { acceptColor, chooseInk } from '../../src/pages/accept-color.js'

describe('acceptColor', () => {
  it.each([
    '#fff',
    '#FFF8',
    '#12ab9f',
    '#12ab9f80',
    'rebeccapurple',
    'Red',
    'rgb(1,2,3)',
    'rgba(1, 2, 3, .5)',
    'rgb(10% 20% 30% / 40%)',
    'hsl(120 50% 50%)',
    'HSLA(120, 50%, 50%, 0.3)',
  ])('accepts %s', (color) => {
    expect(acceptColor(color)).toBe(color)
  })

  it.each([
    '#12',
    '#12345',
    '#1234567',
    '#ggg',
    'red;',
    'red}',
    'red\n',
    ' red',
    'ab',
    'a'.repeat(21),
    'url(//evil.test)',
    'rgb(var(--x))',
    'rgb(0 0 0);}',
    'rgb(0 0 0)}</style>',
    'rgb()',
    'rgb(\n0 0 0)',
    `rgb(${'0'.repeat(61)})`,
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
})

describe('chooseInk', () => {
  it.each([
    ['#000', '#fff'],
    ['#fff', '#000'],
    ['#1a73e8', '#fff'],
    ['#ffd700', '#000'],
    ['#00f', '#fff'],
    ['#000000ff', '#fff'],
    ['#00000010', '#000'],
    ['#0001', '#000'],
  ])('writes on %s in %s', (paint, ink) => {
    const color = acceptColor(paint)
    expect(color && chooseInk(color)).toBe(ink)
  })

  it.each(['gold', 'rgb(0 0 0)'])('leaves %s to the browser', (paint) => {
    const color = acceptColor(paint)
    expect(color && chooseInk(color)).toBeUndefined()
  })
})
