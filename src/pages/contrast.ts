import type { Color } from '../http/accept-color.js'

/** The minimum contrast of text. @see WCAG 2.2, 1.4.3 */
export const textContrast = 4.5

/** The minimum contrast of borders and icons. @see WCAG 2.2, 1.4.11 */
export const edgeContrast = 3

/** Computes the contrast ratio of two colours, from 1 to 21. @see WCAG 2.2, contrast ratio */
export function measureContrast(one: Color, other: Color): number {
  return compare(measureLuminance(one), measureLuminance(other))
}

/**
 * Returns the nearest colour that has enough contrast with every background, mixed with black or
 * white if necessary. If neither black nor white has enough contrast, returns the better of the
 * two.
 */
export function reachContrast(color: Color, grounds: readonly Color[], contrast: number): Color {
  const luminances = grounds.map(measureLuminance)
  const lowest = (foreground: Color): number => {
    const own = measureLuminance(foreground)
    return luminances.reduce((least, other) => Math.min(least, compare(own, other)), 21)
  }
  for (let step = 0; step <= steps; step++) {
    const darker = mix(color, black, step / steps)
    if (lowest(darker) >= contrast) return darker
    const lighter = mix(color, white, step / steps)
    if (lowest(lighter) >= contrast) return lighter
  }
  return lowest(black) > lowest(white) ? black : white
}

/**
 * Chooses the text colour for a coloured background: the wanted colour or a similar one. Without a
 * wanted colour, white or black.
 */
export function chooseInk(paint: Color, wanted: Color | undefined): Color {
  if (wanted) return reachContrast(wanted, [paint], textContrast)
  return measureContrast(white, paint) >= textContrast ? white : black
}

const black: Color = [0, 0, 0]
const white: Color = [255, 255, 255]
const steps = 40

function mix(color: Color, other: Color, share: number): Color {
  const at = (index: 0 | 1 | 2): number =>
    Math.round(color[index] * (1 - share) + other[index] * share)
  return [at(0), at(1), at(2)]
}

function compare(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

function measureLuminance([red, green, blue]: Color): number {
  return 0.2126 * lightOf(red) + 0.7152 * lightOf(green) + 0.0722 * lightOf(blue)
}

// A table, because every page needs hundreds of these values and powers are slow to compute.
const light: readonly number[] = Array.from({ length: 256 }, (_, channel) => {
  const fraction = channel / 255
  return fraction <= 0.04045 ? fraction / 12.92 : ((fraction + 0.055) / 1.055) ** 2.4
})

function lightOf(channel: number): number {
  return light[channel] ?? 0
}
