import { readFileSync } from 'node:fs'
import jsQR from 'jsqr'
import { describe, expect, it } from 'vitest'
import { otpauthUrl } from '../../../src/factors/otpauth-url.js'
import { renderQrCode } from '../../../src/factors/qr-code.js'

const secret = Uint8Array.from({ length: 20 }, (_, index) => (index * 37) % 256)
const url = otpauthUrl({ site: 'app.test', account: 'ada@example.com', secret })

// jsqr is CommonJS and its function is the default export of its default export.
const decode = (jsQR as unknown as { default?: typeof jsQR }).default ?? jsQR

/** Draws the SVG with a number of pixels per module and lets a decoder read the picture. */
function readQrCode(svg: string, scale = 4): string | undefined {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1])
  const width = size * scale
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  const path = /<path[^>]* d="([^"]*)"/.exec(svg)?.[1] ?? ''
  const bars = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g)]
  expect(bars.map(([bar]) => bar).join('')).toBe(path)
  for (const [, x, y, length] of bars) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      const start = row * width + Number(x) * scale
      for (let at = start; at < start + Number(length) * scale; at++) {
        pixels.fill(0, at * 4, at * 4 + 3)
      }
    }
  }
  return decode(pixels, width, width)?.data
}

describe('renderQrCode', () => {
  it.each([
    url,
    otpauthUrl({
      site: 'Ünï & Söhne 日本',
      account: `${'a'.repeat(64)}@${'b'.repeat(180)}.test`,
      secret,
    }),
  ])('draws what a decoder reads: %s', async (text) => {
    expect(readQrCode(String(await renderQrCode(text)))).toBe(text)
  })

  it('is black on white with an empty margin of four modules', async () => {
    const svg = String(await renderQrCode(url))
    expect(svg).toMatch(/<rect width="(\d+)" height="\1" fill="#fff" stroke="none" \/>/)
    expect(svg).toContain('<path fill="#000" stroke="none" d="M4 4h7v1H4z')
  })

  it('has no style and no script, and contains nothing of the text', async () => {
    const svg = String(await renderQrCode('"><script>alert(1)</script>'))
    expect(svg).not.toMatch(/style|script|alert|href|\son/)
  })

  it('is small enough for a page', async () => {
    expect(String(await renderQrCode(url)).length).toBeLessThan(20_000)
  })

  it('loads its library only when a code is drawn', () => {
    const source = readFileSync(new URL('../../../src/factors/qr-code.ts', import.meta.url), 'utf8')
    expect(source).not.toMatch(/^import .*uqr/m)
    expect(source).toContain("await import('uqr')")
  })
})
