import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Color } from '../../../src/http/accept-color.js'
import { chooseInk, measureContrast, reachContrast } from '../../../src/pages/contrast.js'
import { findAccent, palettes, type Scheme } from '../../../src/pages/palettes.js'
import { acceptColor } from '../../../src/http/accept-color.js'

const channel = fc.integer({ min: 0, max: 255 })
const anyColor: fc.Arbitrary<Color> = fc.tuple(channel, channel, channel)
const white: Color = [255, 255, 255]
const black: Color = [0, 0, 0]

describe('measureContrast', () => {
  it.each([
    [black, white, 21],
    [white, white, 1],
    [[119, 119, 119], white, 4.48],
    [[118, 118, 118], white, 4.54],
  ] as const)('measures %j beside %j', (one, other, expected) => {
    expect(measureContrast(one, other)).toBeCloseTo(expected, 2)
    expect(measureContrast(other, one)).toBe(measureContrast(one, other))
  })
})

describe('reachContrast', () => {
  it('leaves a colour alone that has the contrast already', () => {
    expect(reachContrast([26, 115, 232], [white], 4.5)).toEqual([26, 115, 232])
  })

  it('reaches what text needs, from any colour on any ground', () => {
    fc.assert(
      fc.property(anyColor, anyColor, (color, ground) => {
        const found = reachContrast(color, [ground], 4.5)
        expect(measureContrast(found, ground)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  it('gives the better end where the grounds leave no way', () => {
    expect(reachContrast([128, 128, 128], [white, black], 10)).toEqual(white)
    expect(reachContrast([128, 128, 128], [white, [60, 60, 60]], 10)).toEqual(black)
  })
})

describe('chooseInk', () => {
  it.each([
    ['#000', white],
    ['#fff', black],
    ['#1a73e8', white],
    ['gold', black],
    ['#00000010', black],
  ])('writes on %s in %j', (paint, ink) => {
    expect(chooseInk(acceptColor(paint) ?? white, undefined)).toEqual(ink)
  })

  it('takes the wanted colour where it is legible', () => {
    expect(chooseInk([18, 52, 86], [255, 215, 0])).toEqual([255, 215, 0])
  })

  it('is legible on every paint, whatever is wanted', () => {
    fc.assert(
      fc.property(anyColor, fc.option(anyColor, { nil: undefined }), (paint, wanted) => {
        expect(measureContrast(chooseInk(paint, wanted), paint)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })
})

describe.each(['light', 'dark'] as const satisfies readonly Scheme[])('in %s', (scheme) => {
  const grounds = [palettes[scheme].page, palettes[scheme].card].map(
    (ground) => acceptColor(ground) ?? white,
  )

  it('every brand colour gets an accent that stands out from page and card', () => {
    fc.assert(
      fc.property(anyColor, (paint) => {
        for (const ground of grounds) {
          expect(measureContrast(findAccent(paint, scheme), ground)).toBeGreaterThanOrEqual(3)
        }
      }),
    )
  })

  it('a brand colour that stands out is its own accent', () => {
    expect(findAccent([26, 115, 232], scheme)).toEqual([26, 115, 232])
  })
})
