declare const accepted: unique symbol

/** A colour that may be written into a stylesheet: it cannot end a declaration, a rule or the element. */
export type CssColor = string & { readonly [accepted]: true }

const forms = [
  /^#(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i,
  /^[a-z]{3,20}$/i,
  /^(?:rgb|hsl)a?\([\d%,./ ]{1,60}\)$/i,
]

/** Gives the colour back when it is a hex, a word, or a plain `rgb()`/`hsl()`; otherwise nothing. */
export function acceptColor(value: unknown): CssColor | undefined {
  return isColor(value) ? value : undefined
}

/**
 * Chooses the text colour for a hex colour laid on white: white where that reaches 4.5:1, otherwise black,
 * which then does. Other forms give nothing: their channels are for the browser to compute.
 */
export function chooseInk(color: CssColor): CssColor | undefined {
  const luminance = measureLuminance(color)
  if (luminance === undefined) return undefined
  return acceptColor(1.05 / (luminance + 0.05) >= 4.5 ? '#fff' : '#000')
}

function isColor(value: unknown): value is CssColor {
  return typeof value === 'string' && forms.some((form) => form.test(value))
}

function measureLuminance(color: string): number | undefined {
  if (!color.startsWith('#')) return undefined
  const digits = color.length < 6 ? color.slice(1).replace(/./g, '$&$&') : color.slice(1)
  const [red = 0, green = 0, blue = 0, alpha = 1] = (digits.match(/../g) ?? []).map(
    (pair) => Number.parseInt(pair, 16) / 255,
  )
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) =>
    linearise(channel * alpha + 1 - alpha),
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function linearise(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
