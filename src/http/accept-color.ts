import { findNamedColor } from './named-colors.js'

/** An opaque colour. Each channel is an integer from 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number]

/**
 * Parses a colour: hex, a CSS name, or a plain `rgb()` or `hsl()`. Returns undefined for anything
 * else. A transparent colour is blended with white.
 */
export function acceptColor(value: unknown): Color | undefined {
  if (typeof value !== 'string' || value.length > 70) return undefined
  const text = value.toLowerCase()
  const digits = text.startsWith('#') ? text.slice(1) : findNamedColor(text)
  if (digits !== undefined) return readHex(digits)
  const [, form, list = ''] = /^(rgb|hsl)a?\(([\d%,./ ]+)\)$/.exec(text) ?? []
  if (form === undefined) return undefined
  const numbers = list.trim().split(/[ ,/]+/)
  return form === 'rgb' ? readRgb(numbers) : readHsl(numbers)
}

/** Writes a colour as hex. */
export function writeColor(color: Color): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function readHex(digits: string): Color | undefined {
  if (!/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(digits)) return undefined
  const pairs = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits
  return layOnWhite((pairs.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16) / 255))
}

function readRgb([red, green, blue, alpha, ...rest]: readonly string[]): Color | undefined {
  if (rest.length > 0) return undefined
  return layOnWhite([
    readNumber(red, 255),
    readNumber(green, 255),
    readNumber(blue, 255),
    readNumber(alpha ?? '1', 1),
  ])
}

function readHsl([hue, saturation, light, alpha, ...rest]: readonly string[]): Color | undefined {
  if (rest.length > 0 || hue?.includes('%')) return undefined
  const h = readNumber(hue, 1)
  const s = Math.min(1, readNumber(saturation, 100))
  const l = Math.min(1, readNumber(light, 100))
  const channel = (offset: number): number => {
    const k = (offset + h / 30) % 12
    return l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  }
  return layOnWhite([channel(0), channel(8), channel(4), readNumber(alpha ?? '1', 1)])
}

/**
 * Parses a percentage, or a number where `whole` means 1, as a fraction. Returns NaN for anything
 * else.
 */
function readNumber(text = '', whole: number): number {
  if (!/^(?:\d+|\d*\.\d+)%?$/.test(text)) return Number.NaN
  return text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text) / whole
}

function layOnWhite([r = 0, g = 0, b = 0, alpha = 1]: readonly number[]): Color | undefined {
  if ([r, g, b, alpha].some(Number.isNaN)) return undefined
  const cover = Math.min(1, alpha)
  const lay = (channel: number): number =>
    Math.round(255 * (Math.min(1, channel) * cover + 1 - cover))
  return [lay(r), lay(g), lay(b)]
}
