import { acceptFont, acceptRadius } from '../http/accept-css.js'
import type { Theme } from '../model/options.js'
import { acceptColor, writeColor, type Color } from '../http/accept-color.js'
import { chooseInk } from './contrast.js'
import { pageRules } from './page-rules.js'
import { colorSchemes, findAccent, palettes, type Scheme } from './palettes.js'

/**
 * Writes a page's stylesheet: the shape and the colours of the scheme, the shared rules, and the theme's colours.
 * `buttonText` needs a `brandColor`, because alone it would not be legible in both schemes.
 */
export function writeStylesheet(theme: Theme): string {
  const paint = acceptColor(theme.brandColor)
  return [
    writeScheme(theme),
    pageRules(),
    ...(paint ? [writePaint('.brand', theme, paint, acceptColor(theme.buttonText))] : []),
  ].join('\n')
}

/**
 * Writes the CSS rule that colours a selector: background, text, and a border that separates it
 * from the page in each scheme.
 */
export function writePaint(selector: string, theme: Theme, paint: Color, ink?: Color): string {
  const ground = writeColor(paint)
  const text = writeColor(chooseInk(paint, ink))
  const [first = ground, second = first] = colorSchemes(theme).map((scheme) =>
    writeColor(findAccent(paint, scheme)),
  )
  const rule = `${selector}{--paint:${ground};--ink:${text};--accent:${first}}`
  return second === first
    ? rule
    : `${rule}\n@media (prefers-color-scheme:dark){${selector}{--accent:${second}}}`
}

function writeScheme(theme: Theme): string {
  const schemes = colorSchemes(theme)
  const [first = 'light', second] = schemes
  const root = `:root{color-scheme:${schemes.join(' ')};${writeShape(theme)};${writeColors(first)}}`
  return second === undefined
    ? root
    : `${root}\n@media (prefers-color-scheme:dark){:root{${writeColors(second)}}}`
}

function writeShape({ radius, font }: Theme): string {
  const own = acceptFont(font)
  const fonts = own === undefined ? systemFonts : `${own},${systemFonts}`
  return `--radius:${acceptRadius(radius) ?? '.75rem'};--font:${fonts}`
}

const systemFonts = 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif'

function writeColors(scheme: Scheme): string {
  return Object.entries(palettes[scheme])
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')
}
